"""The rulesets that come with the program: `ID.yaml`, and beside it its texts in other languages and its rulings."""
