"""The routes of this subject, which its views fill."""

from ..errors import subject

routes = subject("ruling")
