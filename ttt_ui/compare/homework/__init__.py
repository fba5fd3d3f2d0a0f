"""The files of a class, each with its exact verdict, ranked."""
