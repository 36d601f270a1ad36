"""Runs rules, interpreted or compiled by Numba, and thousands of matches at once.

Imports the contract of games, and knows nothing of matches, views and records.
"""
