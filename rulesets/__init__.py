"""What the rules are: YAML variants, their schema, and the door to them."""
