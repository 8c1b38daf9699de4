"""Examples of requests for the OpenAPI document; their answers are computed."""
