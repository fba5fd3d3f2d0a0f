import numpy as np

from ttt_core import evaluate, match
from ttt_core.evaluation.policy import minimax, mix, uniform
from ttt_ui.compare.cross_table import cross_figure, cross_results, long_table, standings

PLAYERS = {"Random": uniform(), "Half": mix(uniform(), minimax(), 0.5), "Minimax": minimax()}


def test_cross_results_are_exact_matches() -> None:
    results = cross_results(PLAYERS)
    for row, x in enumerate(PLAYERS.values()):
        for column, o in enumerate(PLAYERS.values()):
            assert tuple(results[row, column]) == match(x, o)


def test_figure_shows_every_pairing() -> None:
    figure = cross_figure(list(PLAYERS), cross_results(PLAYERS))
    assert np.shape(figure.data[0].z) == (3, 3)
    assert len(figure.layout.annotations) == 9
    assert figure.layout.annotations[0].text == "<b>58</b><br>13<br>29"


def test_standings_put_the_strongest_first() -> None:
    table = standings(PLAYERS, cross_results(PLAYERS))
    assert table["Player"].tolist() == ["Minimax", "Half", "Random"]
    assert table["Cannot be beaten"].tolist() == [True, False, False]
    assert table["Worst case as O"].tolist() == [
        evaluate(PLAYERS[name]).worst_case_as_o.loss for name in table["Player"]
    ]
    assert ((table["Points"] >= 0) & (table["Points"] <= 1)).all()


def test_long_table_has_a_row_for_every_pairing() -> None:
    table = long_table(list(PLAYERS), cross_results(PLAYERS))
    assert len(table) == 9
    assert np.allclose(table[["x_wins", "draw", "o_wins"]].sum(axis=1), 1)
