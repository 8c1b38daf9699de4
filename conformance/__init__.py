"""The conformance set: questions with their answers, and whole matches, for any engine."""
