"""Rule books: a page for each shipped ruleset, and how they differ, written from the rulesets themselves."""
