import numpy as np

from ttt_core.random_numbers import below, random_bits, unit


def test_random_numbers_are_those_of_splitmix() -> None:
    """The first numbers from seed 1234567, as Rosetta Code lists them."""
    state, drawn = 1234567, []
    for _ in range(3):
        with np.errstate(over="ignore"):  # numbers wrap around, as in a loop
            bits, state = random_bits(np.uint64(state))
        drawn.append(bits)
    assert drawn == [6457827717110365317, 3203168211198807973, 9817491932198370423]
    bits = np.uint64(2**63 + 2**31)
    assert unit(bits) == 0.5
    assert [below(bits, n) for n in range(1, 10)] == [n // 2 for n in range(1, 10)]
    assert unit(np.uint64(2**64 - 1)) < 1
