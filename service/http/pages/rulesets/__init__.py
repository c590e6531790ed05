"""The rulesets as pages: a list, a rule book of each, how two differ, and a place to write one of one's own."""
