"""OpenAPI: the document that describes the contract, derived from its declarations."""
