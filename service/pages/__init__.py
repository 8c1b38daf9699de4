"""Pages for people, and the files that they load."""
