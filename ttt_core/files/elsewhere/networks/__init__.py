"""Networks from elsewhere: read by their own layers, run by NumPy, judged as the tables they are.

`files` says which files are networks; one module reads each family. `layers` has the forward pass,
`encodings` the ways in which boards become inputs, and `reading` decides between these.
"""
