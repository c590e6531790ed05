"""Record and ruleset in, verdict out."""
