"""The null route, which parses JSON and echoes it: it measures the cost of Flask alone."""

from flask import Flask, Response, jsonify, request

app = Flask(__name__)


@app.post("/evaluate")
def echo() -> Response:
    """Return the body of the request."""
    return jsonify(request.get_json())
