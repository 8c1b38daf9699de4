"""Operations: one short function for each form of a request."""
