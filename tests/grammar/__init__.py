"""What is read and written as language: expressions and move logs."""
