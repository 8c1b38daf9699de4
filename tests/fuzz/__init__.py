"""Fuzzing the service that runs: generated, mutated and broken requests, and checks of each answer.

`make fuzz` runs it for some minutes; `make test` runs a slice of it for some seconds.
"""
