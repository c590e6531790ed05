"""Verdicts for people and programs: command line and HTTP."""
