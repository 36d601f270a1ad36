"""Oracles: independent second implementations of the rules, and the tests that hold the engines against them."""
