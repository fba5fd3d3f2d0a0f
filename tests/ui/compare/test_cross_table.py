import numpy as np
import plotly.graph_objects as go
import pytest

import ttt_core as ttt
from tests.core.files.notations import Written, entries_of, nine_values
from tests.ui.support import kept_in, new_app, turn_to
from ttt_core import evaluate, match
from ttt_core.evaluation.mistakes import mistakes
from ttt_core.evaluation.policy import minimax, mix, uniform
from ttt_ui.compare.cross_table import cross_figure, long_table
from ttt_ui.compare.players import ComparedPlayer, Matches, compared, players, points
from ttt_ui.compare.state import CHOSEN_DEPTHS
from ttt_ui.visit.players import MINIMAX, RANDOM, YOUR_AGENT, NamedPlayer
from ttt_ui.visit.roster import Roster
from ttt_ui.visit.session import Session, key_of, per_visitor

PLAYERS = {"Random": uniform(), "Half": mix(uniform(), minimax(), 0.5), "Minimax": minimax()}
HERE = {
    "Random": ComparedPlayer(RANDOM, origin=""),
    "Half": ComparedPlayer(MINIMAX, None, 0.5, origin=""),
    "Minimax": ComparedPlayer(MINIMAX, origin=""),
}
RESULTS = np.array([[match(x, o) for o in PLAYERS.values()] for x in PLAYERS.values()])
AGENTS = [
    *(ttt.train(ttt.TrainingConfig(games=300, seed=seed)) for seed in range(2)),
    ttt.train(ttt.TrainingConfig(games=200, rule="matchboxes")),
]


@pytest.fixture
def visit(session_state: dict[str, object]) -> dict[str, object]:
    session_state[key_of(Session)] = Session(AGENTS[0])
    rivals = session_state[key_of(Roster)] = Roster()
    rivals.update({f"Rival {number}": agent for number, agent in enumerate(AGENTS)})
    return session_state


def test_every_cell_is_the_exact_match_of_its_two_players(visit: dict[str, object]) -> None:
    everybody = players()
    assert len(everybody) == 20
    some = {name: one for name, one in everybody.items() if not name.startswith("Minimax,")}
    table = compared(some)
    assert set(table.players) == set(some)
    policies = {name: one.policy() for name, one in table.players.items()}
    for row, x in enumerate(policies.values()):
        for column, o in enumerate(policies.values()):
            assert tuple(table.results[row, column]) == match(x, o)
    for row_of, policy in zip(table.rows, policies.values(), strict=True):
        card = evaluate(policy)
        assert row_of["verdict"] == card.verdict
        assert row_of["wins vs random as X"] == card.vs_random_as_x.win
        assert row_of["worst-case losses as O"] == card.worst_case_as_o.loss
    assert np.array_equal(policies["Rival 2"], AGENTS[2].policy())
    assert np.array_equal(policies[YOUR_AGENT], AGENTS[0].policy())


def test_the_page_shows_all_pairings_exactly() -> None:
    app = new_app()
    app.session_state[CHOSEN_DEPTHS.key] = ["Minimax, depth 5", "Minimax, depth 6"]
    turn_to(app, "compare")
    assert len(app.get("button_group")[0].proto.options) == 8
    assert len(kept_in(app, Matches).results) == 64  # two of these are not chosen at first
    assert app.main.dataframe[0].value["emblem"].str.startswith("data:image/png").all()


def test_no_match_is_computed_twice_and_only_what_is_needed_is_kept(
    visit: dict[str, object], monkeypatch: pytest.MonkeyPatch
) -> None:
    played, policy_of = set[NamedPlayer](), NamedPlayer.policy

    def counted(one: NamedPlayer) -> ttt.Policy:
        played.add(one)
        return policy_of(one)

    monkeypatch.setattr(NamedPlayer, "policy", counted)
    random, half, best = HERE.values()
    known = per_visitor(Matches)
    compared({"Random": random, "Half": half})
    assert played == {random, half}
    assert len(known.results) == 4
    compared(HERE)
    played.clear()
    compared(HERE)
    compared({"Random": random})
    assert not played
    assert (len(known.results), len(known.lines)) == (1, 1)
    assert best.policy_key not in known.lines
    assert compared({}).rows == []


def test_a_player_that_learns_more_counts_as_another(visit: dict[str, object]) -> None:
    before = {name: one.policy_key for name, one in players().items()}
    visit[key_of(Session)] = Session(AGENTS[1])
    after = {name: one.policy_key for name, one in players().items()}
    changed = {name for name in before if before[name] != after[name]}
    assert changed == {YOUR_AGENT, "Beginner", "Intermediate"}
    assert after[YOUR_AGENT] == after["Rival 1"]


def test_the_figure_shows_every_pairing() -> None:
    figure = go.Figure(cross_figure(list(PLAYERS), RESULTS))
    colours, bars, targets = figure.data
    assert np.shape(colours.z) == (3, 3)
    assert [note.text for note in figure.layout.annotations] == [
        f"{100 * share:.0f}" for share in points(RESULTS).ravel()
    ]
    for heads in (figure.layout.xaxis.ticktext, figure.layout.yaxis.ticktext):
        assert all(name in head for name, head in zip(PLAYERS, heads, strict=True))
    assert list(targets.customdata[1]) == [0, 1]
    assert "X wins 58.4" in targets.hovertext[0]
    assert "draws 12.6" in targets.hovertext[0]
    of_first = [n for n in range(len(bars.x)) if round(bars.x[n]) == 0 and int(bars.base[n]) == 0]
    widths = [bars.width[n] for n in of_first]
    assert np.allclose(widths / np.sum(widths), RESULTS[0, 0], atol=1e-3)
    assert len({bars.marker.color[n] for n in of_first}) == 3


def test_a_long_name_is_broken_and_never_markup() -> None:
    names = [f"<b>{number}</b> with a name that has to be broken" for number in range(12)]
    figure = go.Figure(cross_figure(names, np.broadcast_to(RESULTS[0, 0], (12, 12, 3))))
    assert {note.text for note in figure.layout.annotations} == {"65"}
    label = figure.layout.yaxis.ticktext[3]
    assert "&lt;b&gt;3" in label
    assert label.count("<br>") == 2
    assert "…" in label


@pytest.mark.usefixtures("visit")
def test_standings_put_the_strongest_first() -> None:
    table = compared(HERE)
    assert list(table.players) == ["Minimax", "Half", "Random"]
    assert np.array_equal(table.results, RESULTS[::-1, ::-1])
    rows = table.rows
    assert [row["sides"] for row in rows] == ["XO"] * 3
    assert rows[0]["verdict"] == "Unbeatable"
    wrong = [len(mistakes(PLAYERS[name])) for name in table.players]
    assert [row["mistakes"] for row in rows] == wrong
    assert wrong[0] == 0 < wrong[2]
    first, second, third = (row["points"] for row in rows)
    assert 1 >= first > second > third >= 0


def test_a_side_that_a_player_has_not_learned_is_left_out(visit: dict[str, object]) -> None:
    only_x = ttt.read_any(nine_values(entries_of(AGENTS[0], "X"), Written("XO-", "plain"))).agent
    assert only_x.sides == "X"
    pia = ComparedPlayer("Pia", only_x, origin="")
    table = compared({"Pia": pia, RANDOM: HERE["Random"], MINIMAX: HERE["Minimax"]})
    place = {name: n for n, name in enumerate(table.players)}
    assert np.isnan(table.results[:, place["Pia"]]).all()
    others = [place[RANDOM], place[MINIMAX]]
    assert np.array_equal(table.results[np.ix_(others, others)], RESULTS[::2, ::2])
    assert tuple(table.results[place["Pia"], place[RANDOM]]) == match(only_x, uniform())
    row = table.rows[place["Pia"]]
    assert row["sides"] == "X"
    assert row["points"] == row["points as X"]
    assert row["losses vs random as X"] == evaluate(only_x).vs_random_as_x.loss
    assert row["mistakes"] == len(
        [one for one in mistakes(only_x) if one.reachable and one.side == "X"]
    )
    for missing in ("wins vs random as O", "losses vs random as O", "worst-case losses as O"):
        assert row[missing] is None
    assert np.isnan(row["points as O"])
    of_minimax = [points(table.results)[place[MINIMAX], n] for n in others]
    assert table.rows[place[MINIMAX]]["points as X"] == pytest.approx(np.mean(of_minimax))
    pairings = long_table(list(place), table.results)
    assert len(pairings) == 6
    assert np.allclose(pairings[["X wins", "Draw", "O wins"]].sum(axis=1), 1)
    figure = go.Figure(cross_figure(list(place), table.results))
    cell = 3 * place[RANDOM] + place["Pia"]
    assert figure.layout.annotations[cell].text == "–"
    assert figure.data[2].hovertext[cell].endswith("Not judged: Pia has not learned O")
