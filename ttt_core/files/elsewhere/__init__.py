"""Agents from elsewhere: any table, whatever file its author saved it in, read as a policy.

Four steps, each a short list of declared notations: `containers` makes pairs of key and value of a
file, `boards` and `moves` read the keys, `values` tells what the numbers are, and `reading` decides
between the readings that fit.
"""
