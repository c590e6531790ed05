"""Text to records and text to expressions: everything that is read or written as language."""
