"""The chapter on the minus sign between two players."""
