"""The chapter on two players, and the minus sign."""
