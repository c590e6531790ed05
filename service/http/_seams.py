# mypy: ignore-errors
"""Stands in for what the rulesets do not offer yet."""

try:
    from bummerl.rulesets import catalogue, check_text, diff
except ImportError:

    def check_text(text, file=None):
        return []

    def catalogue():
        return []

    def diff(a, b):
        return []
