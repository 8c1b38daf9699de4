"""Examples of requests, shown in the OpenAPI document with the answers that they get."""
