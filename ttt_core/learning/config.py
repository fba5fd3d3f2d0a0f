"""`TrainingConfig`: one dataclass that says everything about a training."""

import math
from dataclasses import dataclass, fields
from typing import Literal, get_args

from ttt_core.evaluation.policy import Ties

RuleName = Literal["minimax-q", "q-learning", "monte-carlo", "reward-memory"]
Exploration = Literal["epsilon", "experience", "least-visited"]
StepSize = Literal["constant", "sample-average"]
Learns = Literal["both", "X", "O"]

MAX_GAMES = 10_000_000
MAX_REPLAY = 1_000
MAX_REPLAY_SIZE = 100_000


@dataclass(frozen=True, kw_only=True)
class TrainingConfig:
    """Everything that decides what a training learns.

    Together with a starting table it fixes the result bit for bit.

    Attributes
    ----------
    games : int
        Number of games (episodes) to play, 1 to 10,000,000.
    seed : int
        Seed of the random numbers, 0 to 2**63 - 1.
    rule : str
        ``"minimax-q"`` (Littman 1994; the two-tables write-up): a move is worth its reward minus
        γ times the best value of the *opponent's* next choice.
        ``"q-learning"`` (Watkins 1989): the opponent belongs to the environment; a move is worth
        γ times the best value at the player's *own* next turn.
        ``"monte-carlo"`` (Sutton and Barto 2018, ch. 5; the adaptive write-up): a move is worth
        the final reward of the game, discounted by γ for each own move in between.
        ``"reward-memory"`` (Kutschera 2018): rewards are added up by result, not averaged by α.
    alpha : float
        Learning rate, over 0 up to 1. Not used by the reward memory and by sample averages.
    step_size : str
        ``"constant"``: α. ``"sample-average"``: one over the number of visits of the move
        (Sutton and Barto 2018, eq. 2.3), which converges where opponents move at random.
    gamma : float
        Discount per step of the rule, 0 to 1.
    epsilon : float
        Chance of an exploring move in the first game, 0 to 1; where the floor is higher, that.
    epsilon_decay : float
        Factor on ε after every game, over 0 up to 1.
    epsilon_floor : float
        ε never falls below it, 0 to 1.
    exploration : str
        ``"epsilon"``: an exploring move is any free cell. ``"experience"``: likewise, but the
        chance follows the number of distinct games seen (Kutschera 2018). ``"least-visited"``:
        the exploring move is the one tried least often.
    initial_value : float
        Q-value of a move never tried, -1000 to 1000; high values are optimistic and make the
        agent try everything (Sutton and Barto 2018, ch. 2.6). Used when a table is begun.
    ties : str
        ``"random"`` or ``"first"``: how a greedy choice among equal values is made.
    symmetry : bool
        Whether moves that a rotation or reflection carries into each other share one value.
    random_share, minimax_share : float
        Shares of games against a random and against a perfect partner; the rest is self-play.
        Against a partner the agent changes sides after each game and learns from its own moves.
    learns : str
        ``"both"``, ``"X"`` or ``"O"``: for which side the agent learns.
    reward_win, reward_draw, reward_loss : float
        Final rewards, -1000 to 1000. Minimax-Q is zero-sum: a loss is minus a win, a draw is 0.
    move_cost : float
        Taken from the reward of every move, 0 to 1; makes quick wins better.
    backward : bool
        Learn from a game from its last move to its first, so that a result reaches the opening
        in one game.
    replay : int
        Number of past transitions learned from again after every game, 0 to 1,000 (Lin 1992).
    replay_size : int
        How many past transitions are kept, 1 to 100,000.

    Raises
    ------
    ValueError
        If a field is out of its range or two fields contradict each other; the message names them.
    """

    games: int = 100_000
    seed: int = 0
    rule: RuleName = "minimax-q"
    alpha: float = 0.5
    step_size: StepSize = "constant"
    gamma: float = 0.9
    epsilon: float = 1.0
    epsilon_decay: float = 0.9999
    epsilon_floor: float = 0.0
    exploration: Exploration = "epsilon"
    initial_value: float = 0.0
    ties: Ties = "random"
    symmetry: bool = True
    random_share: float = 0.0
    minimax_share: float = 0.0
    learns: Learns = "both"
    reward_win: float = 1.0
    reward_draw: float = 0.0
    reward_loss: float = -1.0
    move_cost: float = 0.0
    backward: bool = False
    replay: int = 0
    replay_size: int = 10_000

    def __post_init__(self) -> None:
        for field in fields(self):
            _check_field(field.name, getattr(self, field.name))
        self._check_contradictions()

    def _check_contradictions(self) -> None:
        if self.random_share + self.minimax_share > 1 + 1e-9:
            raise ValueError(
                "random_share and minimax_share are parts of the same games: together at most 1."
            )
        if self.rule == "minimax-q":
            if self.learns != "both":
                raise ValueError(
                    "learns must be 'both' with minimax-q: each side's values rest on the other's."
                )
            if self.reward_loss != -self.reward_win or self.reward_draw != 0:
                raise ValueError(
                    "reward_loss must be minus reward_win, and reward_draw 0, with minimax-q: "
                    "what one side wins the other loses."
                )
        if self.rule == "reward-memory":
            for name in ("replay", "move_cost", "backward"):
                if getattr(self, name):
                    raise ValueError(f"{name} has no meaning with the reward memory.")
            if (self.reward_win, self.reward_draw, self.reward_loss) != (1, 0, -1):
                raise ValueError(
                    "reward_win, reward_draw and reward_loss have no meaning with the reward "
                    "memory: its rewards go by the length of the game."
                )
            if self.step_size != "constant" or self.initial_value != 0:
                raise ValueError(
                    "step_size and initial_value have no meaning with the reward memory: "
                    "leave them as they are."
                )
        if self.replay and self.step_size == "sample-average":
            raise ValueError(
                "replay needs a constant step_size: learning again is not a new sample."
            )
        if self.exploration == "least-visited" and self.epsilon == 0 and self.epsilon_floor == 0:
            raise ValueError("epsilon must be above 0 for least-visited exploration to happen.")


_RANGES: dict[str, tuple[float, float]] = {
    "games": (1, MAX_GAMES),
    "seed": (0, 2**63 - 1),
    "gamma": (0, 1),
    "epsilon": (0, 1),
    "epsilon_floor": (0, 1),
    "initial_value": (-1000, 1000),
    "random_share": (0, 1),
    "minimax_share": (0, 1),
    "reward_win": (-1000, 1000),
    "reward_draw": (-1000, 1000),
    "reward_loss": (-1000, 1000),
    "move_cost": (0, 1),
    "replay": (0, MAX_REPLAY),
    "replay_size": (1, MAX_REPLAY_SIZE),
}
_CHOICES: dict[str, tuple[str, ...]] = {
    "rule": get_args(RuleName),
    "exploration": get_args(Exploration),
    "step_size": get_args(StepSize),
    "ties": get_args(Ties),
    "learns": get_args(Learns),
}
_ABOVE_ZERO = ("alpha", "epsilon_decay")
_WHOLE = ("games", "seed", "replay", "replay_size")


def _check_field(name: str, value: object) -> None:
    if name in _CHOICES:
        if value not in _CHOICES[name]:
            raise ValueError(f"{name} must be one of {', '.join(_CHOICES[name])}, not {value!r}.")
        return
    if name in ("symmetry", "backward"):
        if not isinstance(value, bool):
            raise ValueError(f"{name} must be True or False, not {value!r}.")
        return
    if name in _WHOLE:
        if not isinstance(value, int) or isinstance(value, bool):
            raise ValueError(f"{name} must be a whole number, not {value!r}.")
    elif isinstance(value, bool) or not (
        isinstance(value, int) or (isinstance(value, float) and math.isfinite(value))
    ):
        raise ValueError(f"{name} must be a number, not {value!r}.")
    if name in _ABOVE_ZERO:
        if not 0 < value <= 1:
            raise ValueError(f"{name} must be above 0 and at most 1, not {value}.")
        return
    low, high = _RANGES[name]
    if not low <= value <= high:
        raise ValueError(f"{name} must lie between {low:,} and {high:,}, not at {value}.")
