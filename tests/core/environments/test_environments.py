"""The game in PettingZoo and Gymnasium: their own checks, and the same rules as here."""

import builtins
import warnings
from collections.abc import Callable, Mapping, Sequence
from types import ModuleType
from typing import Any

import numpy as np
import pytest

import ttt_core as ttt
from ttt_core import environments
from ttt_core.game.graph import N_OPEN, walk

gymnasium = pytest.importorskip("gymnasium")
pettingzoo_checks = pytest.importorskip("pettingzoo.test")
gymnasium_checks = pytest.importorskip("gymnasium.utils.env_checker")

SAME_IN_TICTACTOE_V3 = "Observation numpy array is all zeros."
"""PettingZoo's check says so of its own tictactoe_v3 too: the board is empty at first."""


def test_pettingzoo_accepts_it() -> None:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        pettingzoo_checks.api_test(environments.pettingzoo(), num_cycles=200)
    assert {str(one.message) for one in caught} <= {SAME_IN_TICTACTOE_V3}


@pytest.mark.parametrize("side", ["X", "O", "random"])
def test_gymnasium_accepts_it(side: Any) -> None:
    gymnasium_checks.check_env(environments.gymnasium(ttt.minimax(), side))
    gymnasium_checks.check_env(environments.gymnasium(side=side))


def test_the_libraries_check_seeds_and_pictures_too(capsys: pytest.CaptureFixture[str]) -> None:
    pettingzoo_checks.seed_test(environments.pettingzoo, 50)
    pettingzoo_checks.render_test(environments.pettingzoo)
    assert capsys.readouterr().out.startswith("---\n---\n---\n\n")
    made = gymnasium.make(f"{environments.__name__}.against_opponent:TicTacToe-v0", side="O")
    gymnasium_checks.check_env(made.unwrapped)
    with pytest.raises(ValueError, match="render_mode must be 'ansi', 'human' or None, not 'rgb"):
        environments.gymnasium(render_mode="rgb_array")  # type: ignore[arg-type]
    with pytest.warns(UserWarning, match="shows nothing without a render_mode"):
        assert environments.gymnasium().render() is None


@pytest.fixture
def env() -> Any:
    env = environments.gymnasium(render_mode="ansi")
    env.reset(seed=1)
    return env


@pytest.mark.parametrize("action", [-1, 9, 1.7, None, "4", np.array([4])])
def test_an_action_outside_the_space_is_refused(env: Any, action: Any) -> None:
    with pytest.raises(gymnasium.error.InvalidAction, match="must be a whole number from 0 to 8"):
        env.step(action)
    assert not env.step(4)[2]


def test_an_illegal_move_loses_and_no_step_is_made_before_a_game_or_after_its_end(env: Any) -> None:
    with pytest.raises(gymnasium.error.ResetNeeded):
        environments.gymnasium().step(4)
    env.step(np.int64(4))
    _, reward, over, _, _ = env.step(np.int64(4))
    assert (reward, over) == (-1.0, True)
    assert env.render().count("\n") == 2
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step(0)
    assert env.reset()[0].tolist() == [0.0] * 9


def test_the_masks_are_the_free_cells_until_the_game_is_over(env: Any) -> None:
    env.reset(options={"board": "XX-|OO-|---"})
    assert np.flatnonzero(env.action_masks()).tolist() == [2, 5, 6, 7, 8]
    _, reward, over, _, info = env.step(2)
    assert (reward, over) == (1.0, True)
    assert not env.action_masks().any()
    assert not info["action_mask"].any()


def test_a_game_begins_on_a_board() -> None:
    env = environments.gymnasium(side="random")
    assert env.reset(options={"board": "X--|-O-|---"})[0].tolist() == [1, 0, 0, 0, -1, 0, 0, 0, 0]
    assert env.reset(options={"board": "X--|---|---"})[0].tolist() == [-1] + [0] * 8
    both = environments.pettingzoo(render_mode="ansi")
    both.reset(options={"board": "X--|---|---"})
    assert both.agent_selection == "player_2"
    assert both.render() == "X--\n---\n---"
    for make, board, match in (
        (environments.gymnasium, "X--|---|---", "O is to move, but the learner is X"),
        (environments.gymnasium, "XXX|OO-|---", "The game is over on the board"),
        (environments.pettingzoo, "XXX", "A board has 9 cells"),
    ):
        with pytest.raises(ValueError, match=match):
            make().reset(options={"board": board})


def boards_as(reads: str) -> Sequence[tuple[Any, ...]]:
    seen: list[tuple[Any, ...]] = []

    def first_free(*given: Any) -> int:
        seen.append(given)
        return ttt.boards()[(len(seen) - 1) // 2].index("-")

    ttt.policy_from(first_free, reads=reads)  # type: ignore[arg-type]
    return seen[::2]


def test_two_players_in_pettingzoo_play_the_game_of_this_package() -> None:
    env, random = environments.pettingzoo("ansi"), np.random.default_rng(1)
    results, functions_see = set(), boards_as("pettingzoo")
    for seed in range(100):
        env.reset(seed=seed)
        board = "---------"
        while ttt.outcome(board) is None:
            seen, reward, over, cut_off, _ = env.last()
            assert (reward, over, cut_off) == (0, False, False)
            assert np.flatnonzero(seen["action_mask"]).tolist() == ttt.legal_moves(board)
            own = "XO"[env.possible_agents.index(env.agent_selection)]
            marks = seen["observation"].reshape(9, 2)
            assert [mark == own for mark in board] == marks[:, 0].tolist()
            observation, mask = functions_see[ttt.position_of(board)]
            assert observation.dtype == seen["observation"].dtype
            assert (observation == seen["observation"]).all()
            assert (mask == seen["action_mask"]).all()
            cell = int(random.choice(ttt.legal_moves(board)))
            env.step(cell)
            board = ttt.play(board, cell)
        expected = {"X": (1, -1), "O": (-1, 1), "draw": (0, 0)}[str(ttt.outcome(board))]
        assert tuple(env.unwrapped.rewards[name] for name in env.possible_agents) == expected
        assert env.unwrapped.render().replace("\n", "") == board
        results.add(ttt.outcome(board))
    assert results == {"X", "O", "draw"}


def test_observations_are_those_of_open_spiel() -> None:
    game = pytest.importorskip("pyspiel").load_game("tic_tac_toe")
    functions_see = boards_as("open_spiel")
    for cells in ([], [4], [4, 0], [4, 0, 5], [8, 2, 1, 3, 0, 4, 6]):
        state = game.new_initial_state()
        for cell in cells:
            state.apply_action(cell)
        planes, actions = functions_see[walk(cells)[-1]]
        assert planes.tolist() == state.observation_tensor()
        assert actions == state.legal_actions()


def test_an_illegal_move_ends_a_game_in_pettingzoo() -> None:
    env = environments.pettingzoo()
    env.reset()
    env.step(4)
    env.step(4)
    assert env.rewards == {"player_1": 0, "player_2": -1}
    assert all(env.terminations.values())


def played(seed: int, side: Any, opponent: np.ndarray) -> tuple[list[list[float]], float]:
    """Take the first free cell until the game is over."""
    env = environments.gymnasium(opponent, side)
    board, info = env.reset(seed=seed)
    boards, reward, over = [board.tolist()], 0.0, False
    while not over:
        board, reward, over, _, info = env.step(np.int64(info["action_mask"].argmax()))
        boards.append(board.tolist())
    return boards, reward


@pytest.mark.parametrize("side", ["X", "O"])
def test_a_seed_gives_the_same_game_and_the_rewards_follow_the_exact_result(side: Any) -> None:
    opponent, first_free = ttt.win_or_block(), ttt.greedy(np.zeros((N_OPEN, 9)), "first")
    pair = (first_free, opponent) if side == "X" else (opponent, first_free)
    x_wins, _, o_wins = ttt.match(*pair)
    games = [played(seed, side, opponent) for seed in range(300)]
    assert games[:20] == [played(seed, side, opponent) for seed in range(20)]
    mean = np.mean([reward for _, reward in games])
    assert mean == pytest.approx((x_wins - o_wins) * (1 if side == "X" else -1), abs=0.12)
    assert all(sum(boards[0]) == (0 if side == "X" else -1) for boards, _ in games)


@pytest.mark.parametrize("side", ["X", "O"])
def test_an_opponent_may_resign(side: Any) -> None:
    resigns = np.zeros((N_OPEN, 10))
    resigns[:, 9] = 1.0
    env = environments.gymnasium(resigns, side)
    env.reset(seed=1)
    assert env.step(np.int64(0))[1:3] == (1.0, True)


def test_what_is_wrong_is_said() -> None:
    with pytest.raises(ValueError, match="The side must be 'X', 'O' or 'random', not 'x'"):
        environments.gymnasium(side="x")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="A player must be a policy"):
        environments.gymnasium("random")  # type: ignore[arg-type]


@pytest.mark.parametrize("library", ["pettingzoo", "gymnasium"])
def test_without_the_library_it_says_which_to_install(
    library: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    real: Callable[..., ModuleType] = builtins.__import__

    def without(name: str, *rest: Any, **more: Any) -> ModuleType:
        if name.startswith(("ttt_core.environments.turn", "ttt_core.environments.against")):
            raise ImportError(f"No module named {library!r}", name=library)
        return real(name, *rest, **more)

    monkeypatch.setattr(builtins, "__import__", without)
    make: Mapping[str, Callable[[], object]] = vars(environments)
    with pytest.raises(ImportError, match=f"pip install {library} "):
        make[library]()
