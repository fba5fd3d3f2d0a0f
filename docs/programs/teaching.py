"""How many games a person needs to teach a pupil: ``python -m docs.programs.teaching``.

The simulated person has a plan: take cells in a certain order, but complete or block lines first
(`player_with_plan`). ``docs/presets.md`` lists the figures.
"""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from ttt_core.evaluation.games import play_games
from ttt_core.evaluation.match import evaluate, match
from ttt_core.evaluation.policy import Policy, player_with_plan
from ttt_core.game.board import SIDES, Side, outcome
from ttt_core.game.graph import boards, walk
from ttt_core.learning.agent import Agent
from ttt_core.learning.presets import PRESETS
from ttt_core.learning.training import learn_from_game, new_pupil, train
from ttt_core.tools.arguments import command_over_seeds

PATIENCE = 20
"""Games after which a person gives up a plan that still wins, and games before the practice."""

PRACTICE = 1_000


def chance_of(plan: Policy, side: Side, agent: Agent) -> float:
    """Return how often a plan wins against an agent."""
    return match(plan, agent).win if side == "X" else match(agent, plan).loss


def games_until_it_fails(plan: Policy, side: Side, random: np.random.Generator) -> int:
    """Return how many games it takes until a plan can no longer win against a pupil."""
    agent, games = new_pupil(), 0
    while games < PATIENCE and chance_of(plan, side, agent) > 0:
        agent, _ = _taught(agent, plan, side, random)
        games += 1
    return games


def chance_after_its_first_win(
    plan: Policy, side: Side, random: np.random.Generator
) -> float | None:
    """Return how often a plan wins once more, after the pupil has learned from its first win.

    None if it has not won after `PATIENCE` games.
    """
    agent = new_pupil()
    for _ in range(PATIENCE):
        agent, game = _taught(agent, plan, side, random)
        if outcome(boards()[walk(game)[-1]]) == side:
            return chance_of(plan, side, agent)
    return None


def taught_and_practised(random: np.random.Generator, seed: int) -> tuple[Agent, Agent]:
    """Return a pupil after `PATIENCE` games against as many plans, and again after practice."""
    agent = new_pupil()
    for game in range(PATIENCE):
        side = SIDES[game % 2]
        agent, _ = _taught(agent, random_plan(random), side, random)
    return agent, train(replace(PRESETS["Newborn"], games=PRACTICE, seed=seed), start=agent)


def random_plan(random: np.random.Generator) -> Policy:
    """Return the plan of a person who prefers the cells in a random order."""
    return player_with_plan(random.permutation(9).tolist())


def _taught(
    agent: Agent, plan: Policy, side: Side, random: np.random.Generator
) -> tuple[Agent, list[int]]:
    player_x, player_o = (plan, agent) if side == "X" else (agent, plan)
    (game,) = play_games(player_x, player_o, 1, random)
    return learn_from_game(agent, game), game


def report(seeds: int) -> Iterator[str]:
    """Yield the lines of the report, over `seeds` seeds from 0."""
    for side in SIDES:
        randoms = [np.random.default_rng(seed) for seed in range(seeds)]
        games = [games_until_it_fails(random_plan(random), side, random) for random in randoms]
        low, median, high = np.quantile(games, [0.05, 0.5, 0.95], method="inverted_cdf")
        yield (
            f"A plan as {side} stops winning after {median} games "
            f"(median of {seeds} seeds; 5% to 95%: {low} to {high})."
        )
    for side in SIDES:
        randoms = [np.random.default_rng(seed) for seed in range(seeds)]
        chances = [chance_after_its_first_win(random_plan(one), side, one) for one in randoms]
        again = [chance for chance in chances if chance is not None]
        yield (
            f"After its first win, a plan as {side} wins {np.mean(again):.0%} of second games "
            f"(mean of {len(again)} plans that have won)."
        )
    taught = [taught_and_practised(np.random.default_rng(seed), seed) for seed in range(seeds)]
    before, after = (
        sum(evaluate(agent).unbeatable for agent in agents) for agents in zip(*taught, strict=True)
    )
    yield f"After {PATIENCE} games with a person, {before} of {seeds} are unbeatable."
    yield (
        f"After {PATIENCE} games with a person and {PRACTICE:,} games of practice on its own, "
        f"{after} of {seeds} are unbeatable."
    )


main = command_over_seeds(
    report,
    program="docs.programs.teaching",
    description="Print how many games a person needs to teach an untrained agent.",
    seeds=50,
    of_what="the number of simulated people, each with a plan",
)

if __name__ == "__main__":
    main()
