"""Testing: what other people's tests of card game programs can import."""
