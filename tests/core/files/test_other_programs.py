"""Files of the adaptive AI and of Kutschera's reward memory are read as their programs do it."""

import datetime as dt
import json
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import ttt_core as ttt
from tests.core.files.bad_files import put
from tests.core.files.sample_files import (
    ADAPTIVE_EXPORT,
    ADAPTIVE_SAVE,
    ENDED,
    KUTSCHERA_ARTICLE,
    KUTSCHERA_MODEL,
    OPENING,
    assert_same,
    assert_sentence,
    assert_sound,
    reward,
    spoil,
)
from ttt_core.game import board as rules
from ttt_core.game.board import SYMMETRIES, equivalents, transform
from ttt_core.game.graph import N_OPEN, boards
from ttt_core.learning.agent import InPlay
from ttt_core.learning.presets import ADAPTIVE
from ttt_core.sentences import Sentence

ADAPTIVE_NOTES = {
    "ended": "Finished boards were ignored: 1.",
    "shared": "The file keeps one board for each set of equivalent boards, so each entry was "
    "applied to all of them.",
    "visits": "It has no visit counts. Moves with a value other than 0 count as visited once; "
    "positions without such a move count as unknown.",
}


def read(content: Any) -> tuple[ttt.Agent, tuple[str, ...]]:
    loaded = ttt.read_any(json.dumps(content))
    assert_sound(loaded.agent)
    assert_same(ttt.load_agent(ttt.dump_agent(loaded.agent)), loaded.agent)
    for note in loaded.notes:
        assert_sentence(note)
        assert isinstance(note, Sentence)  # for other languages
    return loaded.agent, loaded.notes


def refusal(content: Any) -> str:
    with pytest.raises(ttt.AgentFileError) as caught:
        ttt.load_agent(content if isinstance(content, str) else json.dumps(content))
    assert_sentence(str(caught.value))
    return str(caught.value)


@pytest.mark.parametrize(
    ("shared", "turned"), [(False, False), (True, True), (True, False)], ids=str
)
def test_a_table_of_the_adaptive_ai_plays_as_in_its_program(shared: bool, turned: bool) -> None:
    """Write any values as that program does, and look them up in its way.

    If `shared`, equivalent boards share an entry. Its cells are those of the board itself or, if
    `turned`, those of the board rotated to the entry's.
    """
    table: dict[str, list[float]] = {}
    values = np.random.default_rng(1).normal(size=(N_OPEN, 9))
    places = []
    for board, row in zip(boards(), [*values, *np.zeros((len(boards()) - N_OPEN, 9))], strict=True):
        key = equivalents(board)[0] if shared else board
        turn = next(t for t in range(8) if transform(board, t) == key) if turned else 0
        place = {cell: SYMMETRIES[turn].tolist().index(cell) for cell in rules.legal_moves(board)}
        entry = table.setdefault(key, [0.0] * 9)
        for cell, at in place.items():
            entry[at] = float(row[cell])
        places.append((table[key], place))
    agent, notes = read({"q": list(table.items())})
    assert (ADAPTIVE_NOTES["shared"] in notes) == turned
    said = any("as the original program reads them" in note for note in notes)
    assert said == (shared and not turned)
    for position, (entry, place) in enumerate(places[:N_OPEN]):
        if not shared or len(equivalents(boards()[position])) == 8:
            for cell, at in place.items():
                assert agent.q[position, cell] == entry[at]


def test_an_export_of_the_adaptive_ai() -> None:
    agent, notes = read(ADAPTIVE_EXPORT)
    assert agent.kind == "q-table"
    assert agent.q_values("X--------").tolist()[1:] == [-0.2, 0, 0, 0.3, 0, 0, 0, 0]
    assert np.isnan(agent.q_values("X--------")[0])
    assert agent.q_values("--X------")[4] == 0
    assert agent.level == "Expert"
    assert agent.created == dt.datetime(2025, 10, 9, 8, 53, 20, 123_000, dt.UTC)
    assert agent.stats == ttt.Stats(games=10, x_wins=5, o_wins=2, draws=3)
    assert agent.positions_known == 2
    assert agent.visit_counts(OPENING).tolist() == [1, 0, 0, 0, 1, 0, 0, 0, 0]
    assert agent.training == ()
    assert agent.config == agent.trained_elsewhere == ttt.PRESETS[ADAPTIVE]
    assert agent.in_play == InPlay(alpha=0.1, gamma=0.9, epsilon=0.1)
    assert ADAPTIVE_NOTES["ended"] in notes
    assert ADAPTIVE_NOTES["visits"] in notes
    assert ADAPTIVE_NOTES["shared"] not in notes
    assert any("person plays X" in note for note in notes)


def test_a_browser_save_of_the_adaptive_ai() -> None:
    agent, notes = read(ADAPTIVE_SAVE)
    assert agent.level == "Beginner"
    assert agent.config == replace(ttt.PRESETS[ADAPTIVE], alpha=0.2)
    assert agent.in_play == InPlay(alpha=0.2, gamma=0.9, epsilon=0.05)
    assert agent.stats == ttt.Stats()
    assert "It has no game counts, so they start at 0." in notes
    assert not any("γ" in note for note in notes)
    assert read(ADAPTIVE_SAVE | {"gamma": 0.6})[0].in_play == replace(agent.in_play, gamma=0.6)
    assert agent.policy()[boards().index("XO-------"), 2] == 1  # the first of equal moves
    as_object = ADAPTIVE_SAVE | {"q": dict(ADAPTIVE_SAVE["q"])}
    assert read(as_object)[0].q.tobytes() == agent.q.tobytes()


def test_shared_entries_apply_to_all_equivalent_boards() -> None:
    corner, centre = "--------X", "----X----"
    agent, notes = read({"q": [[corner, [1, 2, 3, 4, 5, 6, 7, 8, 0]], [centre, [9] * 4 + [0] * 5]]})
    assert agent.q_values("X--|---|---").tolist()[1:] == [8, 7, 6, 5, 4, 3, 2, 1]
    assert agent.q_values(corner).tolist()[:8] == [1, 2, 3, 4, 5, 6, 7, 8]
    assert agent.q_values(centre).tolist()[:4] == [9] * 4
    assert agent.q_values(centre).tolist()[5:] == [0] * 4
    assert agent.config.symmetry
    assert agent.positions_known == 5
    assert ADAPTIVE_NOTES["shared"] in notes


def test_a_file_without_equivalent_boards_is_read_unchanged() -> None:
    agent, notes = read({"q": [["---------", [1] + [0] * 8], ["----X----", [0.5] + [0] * 8]]})
    assert ADAPTIVE_NOTES["shared"] not in notes
    assert not agent.config.symmetry


def test_an_imported_table_continues_learning_with_its_own_rule() -> None:
    agent = read(ADAPTIVE_SAVE)[0]
    learned = ttt.learn_from_game(agent, [0, 4, 1, 3, 2], in_play=False)
    assert learned.q_values("X--------")[4] == pytest.approx(0.3 + 0.2 * (-1 - 0.3))
    assert learned.q_values(OPENING)[0] == pytest.approx(0.1 + 0.2 * (1 - 0.1))


@pytest.mark.parametrize(
    ("change", "level", "alpha", "epsilon"),
    [
        ({"difficulty": "godlike"}, "Intermediate", 0.2, 0.05),
        ({"difficulty": None}, "Intermediate", 0.2, 0.05),
        ({"lr": 0}, "Beginner", 0.1, 0.05),
        ({"lr": 3.5}, "Beginner", 0.1, 0.05),
        ({"epsilon": -1}, "Beginner", 0.2, 0.1),
        ({"lr": None, "epsilon": None}, "Beginner", 0.1, 0.1),
        ({"gamma": 1.5}, "Beginner", 0.2, 0.05),
        ({"timestamp": 1e300}, "Beginner", 0.2, 0.05),
        ({"timestamp": -5}, "Beginner", 0.2, 0.05),
    ],
)
def test_unusable_fields_of_the_adaptive_ai_are_filled_in_and_noted(
    change: dict[str, Any], level: str, alpha: float, epsilon: float
) -> None:
    agent, notes = read({"timestamp": 1} | ADAPTIVE_SAVE | change)
    assert (agent.level, agent.config.alpha, agent.in_play.epsilon) == (level, alpha, epsilon)
    assert agent.in_play.alpha == alpha
    assert sum("usable" in note or "known level" in note for note in notes) == len(change)


@pytest.mark.parametrize(
    ("stats", "expected"),
    [
        ({"played": 10}, ttt.Stats()),
        ({"aiWins": 1, "playerWins": 2, "draws": 3}, ttt.Stats(6, 2, 1, 3)),
        ({"played": 20, "aiWins": 2, "playerWins": 5, "draws": 3}, ttt.Stats(20, 10, 4, 6)),
        ({"played": 5, "aiWins": 2, "playerWins": 5, "draws": 3}, ttt.Stats(5, 2, 1, 2)),
    ],
)
def test_results_always_add_up(stats: dict[str, int], expected: ttt.Stats) -> None:
    assert read(ADAPTIVE_EXPORT | {"stats": stats})[0].stats == expected


ROW = [0] * 9
BAD_TABLES: list[tuple[Any, str]] = [
    (7, "At “q”: expected an object, not 7."),
    ([["X--------"]], "At “q”: Entry 1 must be a board with nine values."),
    ([["---------", ROW], [3, ROW]], "At “q”: Entry 2 must be a board"),
    ([["X--------", ROW], ["X--------", ROW]], "At “q”: The board “X--------” appears twice."),
    ([["X--------", ROW], ["X--|---|---", ROW]], "X--|---|--- appears twice in the file."),
    ([["---------", ROW]] * 5_479, "“q” has 5,479 positions, but the game has only 5,478."),
    ([["X--------", [0.5, *ROW[1:]]]], "has a value other than 0 on the occupied cell 0."),
    (
        [["--------X", ROW], ["----X----", [*ROW[:4], 3, *ROW[5:]]]],
        "on a cell that is occupied in every rotation, cell 4.",
    ),
    ([["XXXOO----", [*ROW[1:], 1]]], f"{ENDED} has values, but the game is over there."),
    ([["X--------", [None] * 9]], "position “X--------”, cell 0: expected a number, not null."),
    ([["X--------", ROW[1:]]], "at least 9 entries, not a list of 8"),
    ([["X--------", [*ROW[1:], 1e7]]], "cell 8: expected a number of at most 1,000,000"),
]
BAD_FIELDS: list[tuple[Any, str]] = [
    ({"stats": 7}, "At “stats”: expected an object, not 7."),
    ({"stats": {"playerWins": -1}}, "At “stats”, “playerWins”: expected a number of at least 0"),
    ({"lr": "0.1"}, "At “lr”: expected a number, not the text “0.1”."),
    ({"difficulty": 1}, "At “difficulty”: expected a text, not 1."),
]


def test_a_saved_reward_memory() -> None:
    agent, notes = read(KUTSCHERA_MODEL)
    assert agent.kind == "reward-memory"
    assert agent.memory[0, 4].tolist() == [20, 0, 3]
    assert agent.q_values(OPENING)[4] == (100 * 20 + 10 * 3) / 23
    assert agent.q_values(OPENING)[0] == -1
    assert agent.visit_counts(OPENING).tolist() == [2, 0, 0, 0, 5, 0, 0, 0, 0]
    assert agent.stats == ttt.Stats(4, 3, 1, 0, 7, 2)
    assert (agent.config.rule, agent.config.exploration) == ("reward-memory", "experience")
    assert agent.config.games == 4
    assert notes == (
        "Positions without moves were ignored: 1.",
        "It has no visit counts, so the smallest that fit its rewards were used.",
        "Wins and draws were counted from its list of games.",
    )
    assert ttt.learn_from_game(agent, [4, 7, 3, 6, 5]).stats.distinct_games == 2  # seen before
    assert ttt.learn_from_game(agent, [4, 7, 3, 6, 0, 8]).stats.distinct_games == 3


@pytest.mark.parametrize("bar", ["", "|"])
@pytest.mark.parametrize("nested", [False, True])
@pytest.mark.parametrize("bare", [False, True])
def test_every_spelling_of_a_reward_memory_is_read(bar: str, nested: bool, bare: bool) -> None:
    patterns = {
        pattern + bar: {"possibleNextMoves": moves} if nested else moves
        for pattern, moves in KUTSCHERA_ARTICLE.items()
    }
    agent, notes = read(patterns if bare else {"patterns": patterns})
    assert agent.q_values(OPENING)[4] == pytest.approx(72.0, abs=0.05)
    assert agent.stats == ttt.Stats()
    assert agent.games_seen.sum() == 0
    assert "It has no list of games seen, so distinct games are counted from 0." in notes


def test_results_that_were_reset_are_scaled_up() -> None:
    agent, notes = read(
        KUTSCHERA_ARTICLE | {"totalGames": 100, "stats": {"xWins": 5, "oWins": 3, "draws": 2}}
    )
    assert agent.stats == ttt.Stats(100, 50, 30, 20)
    assert agent.config.games == 100
    assert (
        "Its number of games is 100, but it has results for 10; the same shares were assumed for "
        "all games."
    ) in notes
    agent, notes = read(KUTSCHERA_ARTICLE | {"totalGames": 100})
    assert agent.stats == ttt.Stats()
    assert "It has no results for its games (100), so none are counted." in notes


def test_entries_that_are_not_finished_games_are_ignored() -> None:
    games = KUTSCHERA_MODEL["uniqueGames"] | {
        "": 1,
        "11X|": 6,
        "11X|11O|": 1,
        "33X|": 1,
        "11X|21O|10X|20O|12X|22O|": 1,
        "00X|11O|01X|02O|10X|20O": 1,
        "hello": 1,
        "00X|11O|01X|02O|10X|12O|22X|20O|": "often",
    }
    agent, notes = read(KUTSCHERA_MODEL | {"uniqueGames": games})
    expected = read(KUTSCHERA_MODEL)[0]
    assert agent.q.tobytes() == expected.q.tobytes()
    assert agent.games_seen.tobytes() == expected.games_seen.tobytes()
    assert agent.stats == expected.stats
    assert "Entries in its list of games that are not finished games were ignored: 8." in notes


@pytest.mark.parametrize("games", [None, 7, [], {}, {"hello": 1}])
def test_an_invalid_list_of_games_is_ignored(games: Any) -> None:
    agent, notes = read(KUTSCHERA_MODEL | {"uniqueGames": games})
    assert agent.stats == ttt.Stats(4, 2, 2, 0, 7, 0)
    assert "It has no list of games seen, so distinct games are counted from 0." in notes


BAD_MEMORIES: list[tuple[Any, str]] = [
    ({"patterns": None}, "At “patterns”: expected an object, not null."),
    ({"patterns": {str(n): [] for n in range(5_479)}}, "“patterns” has 5,479 positions, but the"),
    ({OPENING: [], OPENING + "|": []}, f"The position {OPENING} appears twice in the file."),
    ({OPENING: {}}, f"At “patterns”, position “{OPENING}”: expected a list, not null."),
    ({OPENING: [reward(0, 1, 1_900_000_000)]}, "on cell 1 that cannot come from 0 games."),
    (KUTSCHERA_MODEL | {"totalGames": "4"}, "expected a whole number, not the text “4”."),
    (KUTSCHERA_MODEL | {"stats": {"xWins": -1}}, "“xWins”: expected a number of at least 0"),
]


BAD = [
    *(({"q": table}, part) for table, part in BAD_TABLES),
    *((ADAPTIVE_EXPORT | change, part) for change, part in BAD_FIELDS),
    *BAD_MEMORIES,
]


@pytest.mark.parametrize(("content", "part"), BAD, ids=[part for _, part in BAD])
def test_an_invalid_file_is_refused(content: Any, part: str) -> None:
    assert part in refusal(content)


def test_a_trained_memory_survives_the_format_of_its_original_program() -> None:
    trained = ttt.train(
        ttt.TrainingConfig(
            games=20_000, seed=5, rule="reward-memory", exploration="experience", symmetry=False
        )
    )
    ours, stats = json.loads(ttt.dump_agent(trained)), trained.stats
    patterns = {
        name + "|": {"possibleNextMoves": [entry | {"visits": None} for entry in entries]}
        for name, entries in ours["memory"].items()
    }
    agent, _ = read(
        {
            "patterns": patterns | {ENDED + "|": {"possibleNextMoves": []}},
            "totalGames": stats.games,
            "numExplorations": stats.explorations,
            "stats": {"xWins": stats.x_wins, "oWins": stats.o_wins, "draws": stats.draws},
        }
    )
    assert agent.memory.tobytes() == trained.memory.tobytes()
    assert agent.q.tobytes() == trained.q.tobytes()
    assert agent.stats == replace(stats, distinct_games=0)
    assert (agent.visits <= trained.visits).all()
    assert ((agent.visits > 0) == (trained.visits > 0)).all()


def test_nan_and_names_that_appear_twice_are_refused_in_these_files_too() -> None:
    assert "NaN" in refusal(spoil(ADAPTIVE_EXPORT, put("q", 0, 1, 0, float("nan"))))
    twice = json.dumps(KUTSCHERA_ARTICLE).replace('"---|-X-|---"', f'"{OPENING}"')
    assert "appears twice" in refusal(twice)
