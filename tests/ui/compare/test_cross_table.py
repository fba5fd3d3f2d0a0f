import re

import numpy as np
import plotly.graph_objects as go
import pytest

import ttt_core as ttt
from tests.core.files.notations import Written, entries_of, nine_values
from tests.ui.support import kept_in, new_app, run, turn_to
from ttt_core import evaluate, match
from ttt_core.evaluation.mistakes import mistakes
from ttt_core.evaluation.policy import minimax, mix, uniform
from ttt_ui.compare import matches
from ttt_ui.compare.cross_table import MOST_IN_FULL, cross_figure, long_table, points, standings
from ttt_ui.compare.players import Mark, players
from ttt_ui.compare.state import ABSENT, CHOSEN_DEPTHS
from ttt_ui.visit.players import MINIMAX, RANDOM, YOUR_AGENT, NamedPlayer
from ttt_ui.visit.roster import Roster
from ttt_ui.visit.session import Session, key_of, per_visitor

PLAYERS = {"Random": uniform(), "Half": mix(uniform(), minimax(), 0.5), "Minimax": minimax()}
HERE = [NamedPlayer(RANDOM), NamedPlayer(MINIMAX, None, 0.5), NamedPlayer(MINIMAX)]
CARDS = {name: evaluate(policy) for name, policy in PLAYERS.items()}
RESULTS = np.array([[match(x, o) for o in PLAYERS.values()] for x in PLAYERS.values()])
MARKS = [Mark("●", "#0072B2")] * 3
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
    cards, _, results = matches.compared(everybody, everybody)
    policies = {name: one.policy() for name, one in everybody.items()}
    for row, x in enumerate(policies.values()):
        for column, o in enumerate(policies.values()):
            assert tuple(results[row, column]) == match(x, o)
    assert cards == {name: evaluate(policy) for name, policy in policies.items()}
    assert np.array_equal(policies["Rival 2"], AGENTS[2].policy())
    assert np.array_equal(policies[YOUR_AGENT], AGENTS[0].policy())


def test_the_page_shows_all_pairings_exactly() -> None:
    app = new_app()
    turn_to(app, "compare")
    app.session_state[ABSENT.key] = ()
    run(app)
    known = kept_in(app, matches.Matches)
    names = app.get("button_group")[0].proto.options
    assert len(names) == 8
    assert len(known.results) == 64
    told = "\n".join(words.value for words in app.markdown)
    assert "**Minimax, depth 5** · Beatable as X and O" in told
    assert "**Minimax, depth 6** · Unbeatable" in told
    app.session_state[CHOSEN_DEPTHS.key] = ["Minimax, depth 2"]
    run(app)
    assert len(known.results) == 81


def test_no_match_is_computed_twice_and_only_what_is_needed_is_kept(
    visit: dict[str, object], monkeypatch: pytest.MonkeyPatch
) -> None:
    played, policy_of = [], NamedPlayer.policy

    def counted(one: NamedPlayer) -> ttt.Policy:
        played.append(one)
        return policy_of(one)

    monkeypatch.setattr(NamedPlayer, "policy", counted)
    everybody = {str(number): one for number, one in enumerate(HERE)}
    known = per_visitor(matches.Matches)
    matches.compared(everybody, {"0": HERE[0], "1": HERE[1]})
    assert played == HERE
    assert len(known.results) == 4
    played.clear()
    results = matches.compared(everybody, everybody).results
    assert len(played) == len(HERE)
    assert np.array_equal(results, RESULTS)
    played.clear()
    matches.compared(everybody, everybody)
    assert played == []
    matches.compared({"0": HERE[0]}, {})
    assert (len(known.results), len(known.cards)) == (0, 1)


def test_a_player_that_learns_more_counts_as_another(visit: dict[str, object]) -> None:
    before = {name: one.policy_key for name, one in players().items()}
    visit[key_of(Session)] = Session(AGENTS[1])
    after = {name: one.policy_key for name, one in players().items()}
    changed = {name for name in before if before[name] != after[name]}
    assert changed == {YOUR_AGENT, "Beginner", "Intermediate"}
    assert after[YOUR_AGENT] == after["Rival 1"]


def test_every_player_keeps_a_mark_of_its_own(visit: dict[str, object]) -> None:
    before = {name: one.mark for name, one in players().items()}
    assert len(set(before.values())) == len(before)
    rivals = visit[key_of(Roster)]
    assert isinstance(rivals, Roster)
    rivals["Rival 3"] = AGENTS[0]
    del rivals["Rival 0"]
    rivals.rename("Rival 1", "Ada")
    after = {name: one.mark for name, one in players().items()}
    assert after["Ada"] == before["Rival 1"]
    assert after["Rival 2"] == before["Rival 2"]
    assert after["Random"] == before["Random"]
    assert len(set(after.values())) == len(after)


def test_the_figure_shows_every_pairing() -> None:
    figure = go.Figure(cross_figure(list(PLAYERS), MARKS, RESULTS))
    assert np.shape(figure.data[0].z) == (3, 3)
    assert len(figure.layout.annotations) == 9
    assert figure.layout.annotations[0].text == "<b>58</b><br>13<br>29"
    for note in figure.layout.annotations:
        assert sum(map(int, re.findall(r"\d+", note.text))) == 100
    for heads in (figure.layout.xaxis.ticktext, figure.layout.yaxis.ticktext):
        assert all(name in head for name, head in zip(PLAYERS, heads, strict=True))
    assert list(figure.data[1].customdata[1]) == [0, 1]
    assert "X wins 58.4" in figure.data[1].hovertext[0]


def test_with_many_players_a_cell_shows_one_number_and_its_hover_text_all() -> None:
    names = [f"<b>{number}</b> with a name that has to be broken" for number in range(12)]
    results = np.broadcast_to(RESULTS[0, 0], (12, 12, 3))
    assert len(names) > MOST_IN_FULL
    figure = go.Figure(cross_figure(names, MARKS * 4, results))
    assert {note.text for note in figure.layout.annotations} == {"65"}
    assert "draws 12.6" in figure.data[1].hovertext[-1]
    label = figure.layout.yaxis.ticktext[3]
    assert "&lt;b&gt;3" in label
    assert label.count("<br>") == 2
    assert "…" in label


def test_standings_put_the_strongest_first() -> None:
    wrong = {name: len(mistakes(policy)) for name, policy in PLAYERS.items()}
    table = standings(CARDS, wrong, RESULTS)
    assert table["Player"].tolist() == ["Minimax", "Half", "Random"]
    assert table["Unbeatable"].tolist() == [True, False, False]
    assert table["Worst-case losses as O"].tolist() == [
        evaluate(PLAYERS[name]).worst_case_as_o.loss for name in table["Player"]
    ]
    assert table["Losses vs random as X"].tolist() == [
        evaluate(PLAYERS[name]).vs_random_as_x.loss for name in table["Player"]
    ]
    assert table["Learned"].tolist() == ["XO"] * 3
    assert table["Mistakes"].tolist() == [wrong[name] for name in table["Player"]]
    assert wrong["Minimax"] == 0 < wrong["Random"]
    assert ((table["Points"] >= 0) & (table["Points"] <= 1)).all()


def test_a_side_that_a_player_has_not_learned_is_left_out(visit: dict[str, object]) -> None:
    only_x = ttt.read_any(nine_values(entries_of(AGENTS[0], "X"), Written("XO-", "plain"))).agent
    assert only_x.sides == "X"
    everybody = {"Pia": NamedPlayer("Pia", only_x), RANDOM: HERE[0], MINIMAX: HERE[2]}
    cards, wrong, results = matches.compared(everybody, everybody)
    assert np.isnan(results[:, 0]).all()
    assert np.array_equal(results[1:, 1:], RESULTS[::2, ::2])
    assert tuple(results[0, 1]) == match(only_x, uniform())
    table = standings(cards, wrong, results).set_index("Player")
    assert table.loc["Pia", "Learned"] == "X"
    assert table.loc["Pia", "Points"] == table.loc["Pia", "As X"]
    assert table.loc["Pia", "Losses vs random as X"] == cards["Pia"].vs_random_as_x.loss
    assert table.loc["Pia", "Mistakes"] == len(
        [one for one in mistakes(only_x) if one.reachable and one.side == "X"]
    )
    missing = ["As O", "Losses vs random as O", "Worst-case losses as O"]
    assert table.loc["Pia", missing].isna().all()
    assert table.loc[MINIMAX, "As X"] == points(results)[2, 1:].mean()
    assert len(long_table(list(everybody), results)) == 6
    figure = go.Figure(cross_figure(list(everybody), MARKS, results))
    assert [note.text for note in figure.layout.annotations[::3]] == ["–"] * 3
    assert figure.data[1].hovertext[3].endswith("Not judged: Pia has not learned O")


def test_the_long_table_has_a_row_for_every_pairing() -> None:
    table = long_table(list(PLAYERS), RESULTS)
    assert len(table) == 9
    assert np.allclose(table[["x_wins", "draw", "o_wins"]].sum(axis=1), 1)
