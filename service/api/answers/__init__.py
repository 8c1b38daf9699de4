"""Answers: the bodies of responses, where the rules have no type for them."""
