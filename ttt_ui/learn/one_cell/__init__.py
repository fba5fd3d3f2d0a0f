"""One cell at a time: a walker on a grid, and the values that it learns."""
