"""Keys of the WSGI environment that the application sets for the middleware around it."""

RULES_SECONDS = "chinchon.rules_seconds"
"""The seconds that the rules took; absent if the request never reached them."""

PROBLEM = "chinchon.problem"
"""The type of the problem in the response; absent if the response is no problem."""
