"""The rules of Chinchón, pure: no HTTP, no JSON, no clock, no chance, no files, no logging."""
