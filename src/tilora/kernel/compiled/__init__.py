"""Running rules, interpreted or compiled by Numba, and thousands of matches at once.

Imports the contract of games; knows nothing of matches, views and records.
"""
