"""The only place that knows HTTP or JSON."""
