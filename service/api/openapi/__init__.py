"""OpenAPI: the document of the contract, derived from the declarations of the operations."""
