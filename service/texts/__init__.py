"""Texts that the command line and the pages share, by subject and language."""
