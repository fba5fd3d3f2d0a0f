from dataclasses import replace

import numpy as np
import pytest

import ttt_core as ttt
from ttt_core.evaluation.mistakes import optimal_moves, optimal_share
from ttt_core.learning.curve import MeasuredRun, checkpoints
from ttt_core.learning.training import TrainingRun

CONFIGS = [
    ttt.TrainingConfig(games=1_000, seed=1, epsilon_decay=0.999),
    ttt.TrainingConfig(games=1_000, seed=2, rule="q-learning", random_share=0.5, ties="first"),
    ttt.TrainingConfig(games=1_000, seed=3, rule="monte-carlo", symmetry=False),
    ttt.TrainingConfig(games=1_000, seed=4, rule="reward-memory", exploration="experience"),
    ttt.TrainingConfig(games=1_000, seed=6, rule="matchboxes", beads="simulation"),
    ttt.TrainingConfig(games=1_000, seed=5, replay=10, backward=True),
]


@pytest.mark.parametrize("config", CONFIGS, ids=lambda config: config.rule)
@pytest.mark.parametrize("start_games", [0, 300])
def test_every_point_equals_a_run_of_that_length(
    config: ttt.TrainingConfig, start_games: int
) -> None:
    start = ttt.train(replace(config, games=start_games, seed=9)) if start_games else None
    points = [0, 1, 40, 1_000]
    curve = ttt.learning_curve(config, points, start, chunk=33)
    assert curve.games.tolist() == points
    for index, games in enumerate(points):
        run = TrainingRun(config, start)
        run.play(games)
        player = run.agent() if games else run.policy()
        card = ttt.evaluate(player)
        for side in "xo":
            for measure in ("vs_random", "worst_case", "beatable"):
                name = f"{measure}_as_{side}"
                assert (getattr(curve, name)[index] == getattr(card, name)).all()
        assert curve.unbeatable[index] == card.unbeatable
        assert curve.optimal_share[index] == optimal_share(player)
        assert curve.played_right[index].tolist() == optimal_moves(player)[1].tolist()
        assert curve.epsilon[index] == run.epsilon


@pytest.mark.slow
def test_seeds_in_parallel_equal_seeds_one_by_one() -> None:
    told: list[int] = []
    config = CONFIGS[0]
    curves = ttt.learning_curves(config, range(3), progress=told.append)
    assert told[-1] == 3 * config.games
    for seed, curve in enumerate(curves):
        assert curve == ttt.learning_curve(replace(config, seed=seed))


def test_the_curve_of_any_learner_equals_that_of_its_settings() -> None:
    config, points = CONFIGS[1], [0, 3, 500, 1_000]
    expected = ttt.learning_curve(config, points)
    player_after: dict[int, ttt.Policy] = {}

    def trained(games: int) -> ttt.Policy:
        run = TrainingRun(config)
        run.play(games)
        return player_after.setdefault(games, run.policy())

    for learner in (TrainingRun(config), trained):
        told: list[int] = []
        curve = ttt.learning_curve(learner, points[::-1], progress=told.append)
        assert told == points
        for name in ("games", "vs_random_as_x", "worst_case_as_o", "beatable_as_x"):
            np.testing.assert_array_equal(getattr(curve, name), getattr(expected, name))
        assert np.isnan(curve.epsilon).all()
        assert np.isnan(curve.beatable_games).all()
    assert list(player_after) == points


def test_a_curve_takes_a_partner_and_a_function_for_epsilon() -> None:
    def rate(games: int) -> float:
        return 0.5 if games < 100 else 0.25

    config = replace(CONFIGS[1], random_share=0.0)
    given = {"partner": ttt.uniform(), "epsilon": rate}
    curve = ttt.learning_curve(config, [0, 100, 1_000], **given)
    (other,) = ttt.learning_curves(config, [config.seed], [0, 100, 1_000], **given)
    assert curve == other
    assert curve.epsilon.tolist() == [0.5, 0.25, 0.25]
    run = TrainingRun(config, **given)
    run.play(1_000)
    assert tuple(curve.worst_case_as_o[-1]) == ttt.evaluate(run.policy()).worst_case_as_o


def test_a_curve_a_report_card_and_a_result_as_tables() -> None:
    curve = ttt.learning_curve(CONFIGS[0], [1_000, 0, 500])
    frame = curve.to_frame()
    assert list(frame.games) == [0, 500, 1_000]
    assert list(frame.vs_random_as_o_loss) == curve.vs_random_as_o[:, 2].tolist()
    assert list(frame.beatable_games_as_o) == curve.beatable_games[:, 1].tolist()
    assert list(frame.unbeatable) == curve.unbeatable.tolist()
    card = ttt.evaluate(ttt.train(CONFIGS[0]))
    rows = card.to_frame().set_index(["side", "opponent"])
    assert tuple(rows.loc[("O", "worst case")]) == (*card.worst_case_as_o, card.beatable_as_o)
    assert card.vs_random_as_x.to_frame().to_dict("records") == [card.vs_random_as_x._asdict()]


def test_an_error_in_progress_abandons_the_runs() -> None:
    class Interruption(BaseException):
        pass

    told: list[int] = []

    def interrupt(games: int) -> None:
        told.append(games)
        raise Interruption

    config = ttt.TrainingConfig(games=10_000_000)
    with pytest.raises(Interruption):
        ttt.learning_curves(config, range(8), points=2, progress=interrupt)
    assert max(told) < config.games


def test_stopping_ends_the_curve_there() -> None:
    curve = ttt.learning_curve(CONFIGS[0], 10, progress=lambda games: games < 500, chunk=100)
    assert curve.games[-1] == 500
    assert (np.diff(curve.games) > 0).all()
    card = ttt.evaluate(ttt.train(replace(CONFIGS[0], games=500)))
    assert tuple(curve.vs_random_as_x[-1]) == card.vs_random_as_x


def test_curve_of_an_unfinished_run() -> None:
    run = MeasuredRun(CONFIGS[0], points=[500])
    for games, measured in ((0, [0]), (300, [300]), (400, [500, 700]), (5_000, [500, 1_000])):
        assert not run.finished
        run.play(games)
        assert run.curve().games.tolist() == measured
    assert run.finished
    assert run.agent() == ttt.train(CONFIGS[0])
    assert run.seconds > 0


@pytest.mark.parametrize(
    ("beatable", "since"),
    [([1, 0, 1, 0, 0], 30), ([0, 0, 0], 0), ([0, 0, 1], None), ([1, 1, 0], 20)],
)
def test_unbeatable_from_is_the_last_time_it_became_unbeatable(
    beatable: list[int], since: int | None
) -> None:
    as_o, never = np.array(beatable, np.bool_), np.zeros(len(beatable), np.bool_)
    curve = replace(
        ttt.learning_curve(CONFIGS[0], [0]),
        games=10 * np.arange(len(beatable)),
        beatable_as_x=never,
        beatable_as_o=as_o,
    )
    assert curve.unbeatable_from == since


def test_followed_by_continues_the_count_of_games() -> None:
    first, agent = ttt.learning_curve(CONFIGS[0], [0, 100, 1_000]), ttt.train(CONFIGS[0])
    then = ttt.learning_curve(replace(CONFIGS[0], games=50, seed=8), [0, 20, 50], agent)
    joined = first.followed_by(then)
    assert joined.games.tolist() == [0, 100, 1_000, 1_020, 1_050]
    np.testing.assert_array_equal(joined.vs_random_as_x[:3], first.vs_random_as_x)
    np.testing.assert_array_equal(joined.vs_random_as_x[3:], then.vs_random_as_x[1:])


@pytest.mark.parametrize("games", [1, 2, 49, 50, 1_000, 20_000, 10_000_000])
def test_checkpoints_suit_a_linear_and_a_logarithmic_axis(games: int) -> None:
    points = checkpoints(games)
    assert points == sorted(set(points))
    assert {0, 1, games} <= set(points)
    assert len(points) <= 47
    gaps = np.diff(points)
    assert gaps.max() <= max(1, 0.15 * games)  # no long straight segment on a linear axis
    if games >= 10_000:
        # Nor on a logarithmic one: most points lie where most happens.
        assert sum(1_000 <= point < 10_000 for point in points) >= (8 if games <= 200_000 else 5)
        later = np.array([point for point in points if point >= 1_000])
        assert (later[1:] / later[:-1]).max() < 1.6


def test_fronts_are_those_of_curves_averaged_over_seeds() -> None:
    config = ttt.TrainingConfig(games=3_000, seed=5)
    found = ttt.fronts(config)
    assert found.games.tolist() == checkpoints(3_000)
    curve = ttt.learning_curve(config, checkpoints(3_000))
    assert found.played_right.tobytes() == curve.fronts.tobytes()
    half = [int(np.argmax(share >= 0.5)) for share in found.played_right.T]
    assert 0 < half[6] < half[4] < half[2] < half[0]  # knowledge rises
    several = ttt.fronts(config, [0, 3_000], seeds=range(3))
    alone = [ttt.fronts(replace(config, seed=seed), [0, 3_000]).played_right for seed in range(3)]
    assert several.played_right == pytest.approx(np.mean(alone, axis=0))
