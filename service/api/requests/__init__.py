"""Requests: marshmallow schemas that load the JSON of a request into typed values."""
