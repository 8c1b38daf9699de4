"""A stateless service that knows the rules of Chinchón."""

__version__ = "0.1.0"
