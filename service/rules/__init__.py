"""The rules of Chinchón as pure functions, without HTTP, JSON, clock, randomness, files or logs."""
