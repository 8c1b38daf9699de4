"""The score of a round: the points, the totals, who is out, who rejoins and who wins."""
