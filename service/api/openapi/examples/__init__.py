"""Examples of requests, which the OpenAPI document shows with their answers."""
