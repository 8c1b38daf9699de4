"""What the application notes in the WSGI environment for whoever observes it from outside."""

RULES_SECONDS = "chinchon.rules_seconds"
"""How long the rules took, where they were asked."""

PROBLEM = "chinchon.problem"
"""The type of the problem that was answered, if it was one."""
