"""The settings of a training as a person meets them: which there are, what they do, what fits."""

from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from typing import Any, Literal

import ttt_core as ttt
from ttt_core.learning.config import MAX_GAMES, MAX_REPLAY, MAX_REPLAY_SIZE

LIVE_GAMES = 200_000
"""Up to so many games, a change of a setting trains at once."""

Group = Literal["learning", "exploration", "partner", "rewards", "extras"]

GROUPS: dict[Group, tuple[str, str]] = {
    "learning": ("Learning", ":material/school:"),
    "exploration": ("Exploration", ":material/explore:"),
    "partner": ("Partner", ":material/group:"),
    "rewards": ("Rewards", ":material/trophy:"),
    "extras": ("Extras", ":material/tune:"),
}
"""Label and icon of each group, in order."""

RULES = {
    "minimax-q": "Minimax-Q",
    "q-learning": "Q-learning",
    "monte-carlo": "Monte Carlo",
    "reward-memory": "Reward memory",
}

RULE_NOTES = {
    "minimax-q": "A move is worth what it leaves the opponent, with the opposite sign. Littman, "
    "1994; the rule with two tables.",
    "q-learning": "A move is worth the best that one's own next turn offers; the opponent is part "
    "of the world. Watkins, 1989.",
    "monte-carlo": "Every move of a game is pulled towards the game's final reward. The rule of "
    "the adaptive AI.",
    "reward-memory": "Rewards are added up by result, shorter games counting more, and never "
    "forgotten. Kutschera, 2018.",
}


@dataclass(frozen=True, kw_only=True)
class Slider:
    """A number on an even scale.

    Attributes
    ----------
    label, help
        `help` says what it does, which values are sensible, and what goes wrong outside.
    low, high, step
        The range widens where the present value lies outside of it.
    """

    group: Group
    label: str
    help: str
    low: float
    high: float
    step: float

    def range_with(self, value: float) -> tuple[float, float]:
        """Return the range, widened to hold `value`."""
        return min(self.low, value), max(self.high, value)


@dataclass(frozen=True, kw_only=True)
class Stops:
    """A number on an uneven scale: only some values are offered."""

    group: Group
    label: str
    help: str
    values: tuple[float, ...]

    def values_with(self, value: float) -> list[float]:
        """Return the values offered, `value` among them."""
        return sorted({*self.values, value})


@dataclass(frozen=True, kw_only=True)
class Choice:
    """One of a few words."""

    group: Group
    label: str
    help: str
    options: dict[str, str]


@dataclass(frozen=True, kw_only=True)
class Switch:
    """Yes or no."""

    group: Group
    label: str
    help: str


@dataclass(frozen=True, kw_only=True)
class Whole:
    """Any whole number from 0."""

    group: Group
    label: str
    help: str


Setting = Slider | Stops | Choice | Switch | Whole

GAMES = Stops(
    group="learning",
    label="Games",
    help="How many games the agent plays to learn. 100,000 take a moment and are enough for most "
    "settings. With too few it knows little beyond the openings it happened to try; more do no "
    "harm, they only take longer.",
    values=(
        50,
        100,
        200,
        500,
        1_000,
        2_000,
        5_000,
        10_000,
        20_000,
        50_000,
        100_000,
        200_000,
        500_000,
        1_000_000,
        2_000_000,
        5_000_000,
        MAX_GAMES,
    ),
)

SETTINGS: dict[str, Setting] = {
    "alpha": Slider(
        group="learning",
        label="Learning rate α",
        help="How far a value moves towards what the agent has just seen. 0.1 to 0.5 suits most "
        "trainings; 1 forgets the old value altogether, which is right only where nothing is left "
        "to chance. Below 0.05 it learns too slowly for the games it gets.",
        low=0.01,
        high=1.0,
        step=0.01,
    ),
    "step_size": Choice(
        group="learning",
        label="Step size",
        help="Constant: every update moves the value by the share α. Average: by one over the "
        "number of visits, so that the value becomes the mean of all it has seen. Averages settle "
        "where opponents move at random, but are slow to forget early nonsense.",
        options={"constant": "Constant α", "sample-average": "Average"},
    ),
    "gamma": Slider(
        group="learning",
        label="Discount γ",
        help="How much a reward is worth one step earlier. 0.85 to 0.99 makes quick wins better "
        "than slow ones. At 1 a slow win is as good as a quick one; below 0.5 what lies some moves "
        "ahead hardly counts, and at 0 the agent sees no further than the next move.",
        low=0.0,
        high=1.0,
        step=0.01,
    ),
    "symmetry": Switch(
        group="learning",
        label="Use symmetry",
        help="Boards that a turn or a mirror carries into each other share their values, so that "
        "one game teaches up to eight. Without it the agent needs about ten times the games.",
    ),
    "backward": Switch(
        group="learning",
        label="Learn backwards",
        help="Learns from a game from its last move to its first, so that the result reaches the "
        "opening at once. In the order of play it moves forward by one step per game, which shows "
        "where games are few and no moves are replayed.",
    ),
    "exploration": Choice(
        group="exploration",
        label="Explores",
        help="By chance: with probability ε any free cell. By experience: likewise, but the chance "
        "falls from 1 to 1/10 with the number of distinct games seen. Least tried: with "
        "probability ε the move that was tried least often, which misses nothing.",
        options={
            "epsilon": "By chance",
            "experience": "By experience",
            "least-visited": "Least tried",
        },
    ),
    "epsilon": Slider(
        group="exploration",
        label="ε in the first game",
        help="The chance of a move made to explore instead of the best one known. From 0.5 to 1 "
        "the agent sees all of the game; below 0.1 it repeats the first games that went well, and "
        "at 0 it explores nothing.",
        low=0.0,
        high=1.0,
        step=0.01,
    ),
    "epsilon_decay": Stops(
        group="exploration",
        label="ε decays by",
        help="ε is multiplied by it after every game. 1 keeps ε as it is. At 0.9999 it has fallen "
        "to a third after 10,000 games, at 0.99 after 100: quicker than that, and exploring is "
        "over before the agent has seen much.",
        values=(
            0.9,
            0.95,
            0.98,
            0.99,
            0.995,
            0.998,
            0.999,
            0.9995,
            0.9998,
            0.9999,
            0.99995,
            0.99998,
            0.99999,
            1.0,
        ),
    ),
    "epsilon_floor": Slider(
        group="exploration",
        label="ε at least",
        help="ε never falls below it. 0.01 to 0.2 keeps the agent looking for what it has missed; "
        "at 0 a decaying ε ends all exploring, and an error made until then stays.",
        low=0.0,
        high=1.0,
        step=0.01,
    ),
    "initial_value": Slider(
        group="exploration",
        label="Value of an untried move",
        help="What the table holds before a move is tried. 0 is neutral. Optimistic values, 0.5 to "
        "1, make the agent try every move until it knows better, even without ε. Far above the "
        "reward of a win it takes very long to be disappointed everywhere. Used when a table is "
        "begun, not when a training goes on.",
        low=-1.0,
        high=1.0,
        step=0.05,
    ),
    "ties": Choice(
        group="exploration",
        label="Equal moves",
        help="How the agent chooses among moves of equal value, in training and in play. At "
        "random it sees more of the game. The first free cell makes it predictable, and leaves "
        "whole regions unseen.",
        options={"random": "At random", "first": "The first"},
    ),
    "random_share": Slider(
        group="partner",
        label="Games against random moves",
        help="The share of games against a partner that moves at random; the rest is against "
        "itself. 0 to 0.5 shows the agent how to punish mistakes. At 1 it learns to hope for them, "
        "unless a loss costs far more than a win brings.",
        low=0.0,
        high=1.0,
        step=0.05,
    ),
    "minimax_share": Slider(
        group="partner",
        label="Games against perfect play",
        help="The share of games against a partner that plays perfectly. A little, up to 0.3, "
        "shows how not to lose. At 1 the agent never sees a win, so it cannot learn to take one.",
        low=0.0,
        high=1.0,
        step=0.05,
    ),
    "learns": Choice(
        group="partner",
        label="Learns the moves of",
        help="For which side the agent learns. A side it does not learn for stays as it was: "
        "beginners' play, if it never learned.",
        options={"both": "Both", "X": "X", "O": "O"},
    ),
    "reward_win": Slider(
        group="rewards",
        label="Win",
        help="The reward for winning; 1 is usual. Only its size beside the other rewards matters: "
        "at or below that of a draw, the agent no longer cares to win. Minimax-Q counts a loss as "
        "much the other way, and a draw as nothing.",
        low=-2.0,
        high=2.0,
        step=0.05,
    ),
    "reward_draw": Slider(
        group="rewards",
        label="Draw",
        help="The reward for a draw, in the middle between loss and win: 0 is usual. Near that of "
        "a win the agent is content with drawing, near that of a loss it risks losing for a win.",
        low=-2.0,
        high=2.0,
        step=0.05,
    ),
    "reward_loss": Slider(
        group="rewards",
        label="Loss",
        help="The reward for losing; −1 is usual. Close to that of a draw it makes the agent "
        "careless. Far below, the agent takes no risk, however much there is to win.",
        low=-2.0,
        high=2.0,
        step=0.05,
    ),
    "move_cost": Slider(
        group="rewards",
        label="Cost of a move",
        help="Taken from the reward of every move, so that quick wins are better. 0 to 0.05 is "
        "plenty. Above 0.5 losing quickly can look better than holding out for a draw.",
        low=0.0,
        high=1.0,
        step=0.01,
    ),
    "seed": Whole(
        group="extras",
        label="Seed",
        help="Starts the random numbers. The same settings with the same seed give the same agent, "
        "bit for bit; another seed shows how much of a result was luck.",
    ),
    "replay": Stops(
        group="extras",
        label="Moves replayed after each game",
        help="So many past moves are learned from once more after every game. 5 to 50 gets more "
        "out of few games. Every one costs time: 1,000 make training over a hundred times slower.",
        values=(0, 1, 2, 5, 10, 20, 50, 100, 200, 500, MAX_REPLAY),
    ),
    "replay_size": Stops(
        group="extras",
        label="Past moves kept",
        help="How many past moves are kept for replaying; the oldest are forgotten. A few thousand "
        "do. With very few the agent keeps chewing over its last games.",
        values=(100, 200, 500, 1_000, 2_000, 5_000, 10_000, 20_000, 50_000, MAX_REPLAY_SIZE),
    ),
}
"""Every setting but rule and games, by field of `TrainingConfig`, in the order of appearance."""

_DEFAULTS = {field.name: field.default for field in fields(ttt.TrainingConfig)}

_MATTERS: dict[str, Callable[[ttt.TrainingConfig], bool]] = {
    "alpha": lambda c: c.rule != "reward-memory" and c.step_size == "constant",
    "step_size": lambda c: c.rule != "reward-memory",
    "gamma": lambda c: c.rule != "reward-memory",
    "backward": lambda c: c.rule in ("minimax-q", "q-learning"),
    "epsilon": lambda c: c.exploration != "experience",
    "epsilon_decay": lambda c: c.exploration != "experience",
    "epsilon_floor": lambda c: c.exploration != "experience",
    "initial_value": lambda c: c.rule != "reward-memory",
    "learns": lambda c: c.rule != "minimax-q",
    "reward_win": lambda c: c.rule != "reward-memory",
    "reward_draw": lambda c: c.rule in ("q-learning", "monte-carlo"),
    "reward_loss": lambda c: c.rule in ("q-learning", "monte-carlo"),
    "move_cost": lambda c: c.rule != "reward-memory",
    "replay": lambda c: c.rule != "reward-memory" and c.step_size == "constant",
    "replay_size": lambda c: c.replay > 0,
}


def matters(name: str, config: ttt.TrainingConfig) -> bool:
    """Say whether a field has any influence on what a training with this configuration learns."""
    return name not in _MATTERS or _MATTERS[name](config)


def changed(config: ttt.TrainingConfig, name: str, value: Any) -> ttt.TrainingConfig:
    """Return `config` with one field set, and others moved where they would contradict it."""
    values = {field.name: getattr(config, field.name) for field in fields(config)}
    values[name] = value
    match name:
        case "rule":
            _forget_what_does_not_matter(values)
        case "step_size" if value == "sample-average":
            values["replay"] = 0
        case "replay" if value:
            values["step_size"] = "constant"
        case "epsilon":
            values["epsilon_floor"] = min(config.epsilon_floor, value)
        case "epsilon_floor":
            values["epsilon"] = max(config.epsilon, value)
        case "random_share":
            values["minimax_share"] = min(config.minimax_share, 1 - value)
        case "minimax_share":
            values["random_share"] = min(config.random_share, 1 - value)
    if values["rule"] == "minimax-q":
        values["reward_loss"] = -values["reward_win"]
    never_explores = values["epsilon"] == values["epsilon_floor"] == 0
    if values["exploration"] == "least-visited" and never_explores:
        if name == "exploration":
            values["epsilon"] = _DEFAULTS["epsilon"]
        else:
            values["exploration"] = "epsilon"
    return ttt.TrainingConfig(**values)


def _forget_what_does_not_matter(values: dict[str, Any]) -> None:
    """Set the fields that the new rule has no use for back to their defaults."""
    rule_alone = replace(ttt.TrainingConfig(), rule=values["rule"])
    for name in _MATTERS:
        if not matters(name, rule_alone) and name != "replay_size":
            values[name] = _DEFAULTS[name]


def preset_of(config: ttt.TrainingConfig) -> str | None:
    """Return the name of the preset that `config` is, whatever its seed and games, or None."""
    for name, preset in ttt.PRESETS.items():
        if replace(preset, seed=config.seed, games=config.games) == config:
            return name
    return None


def name_for(config: ttt.TrainingConfig) -> str:
    """Return a name for an agent that is trained from scratch with this configuration."""
    return preset_of(config) or f"{RULES[config.rule]} learner"


def summary(config: ttt.TrainingConfig) -> str:
    """Say the most important settings in one line."""
    parts = [RULES[config.rule]]
    if matters("alpha", config):
        parts.append(f"α {config.alpha:g}")
    if matters("gamma", config):
        parts.append(f"γ {config.gamma:g}")
    if config.exploration == "experience":
        parts.append("ε by experience")
    elif config.epsilon_decay < 1 and config.epsilon_floor < config.epsilon:
        parts.append(f"ε {config.epsilon:g} to {config.epsilon_floor:g}")
    else:
        parts.append(f"ε {max(config.epsilon, config.epsilon_floor):g}")
    parts += [f"{config.games:,} games", f"seed {config.seed}"]
    return " · ".join(parts)
