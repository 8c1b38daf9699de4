"""What schemathesis cannot do: odd HTTP on the wire, what answers mean, and whole matches."""
