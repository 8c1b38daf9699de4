"""The null route, which parses JSON and echoes it: what Flask itself costs, and nothing more."""

from flask import Flask, Response, jsonify, request

app = Flask(__name__)


@app.post("/evaluate")
def echo() -> Response:
    """What was sent."""
    return jsonify(request.get_json())
