"""The addresses of the service, a file for each subject."""
