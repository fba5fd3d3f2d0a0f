"""`train`: a pure function of settings, seed and starting agent that runs the kernels."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any, NamedTuple, Never

import numpy as np
from numpy.typing import NDArray

from ttt_core.evaluation.match import evaluate
from ttt_core.evaluation.mixture import Mixture
from ttt_core.evaluation.policy import Player, Policy
from ttt_core.game.graph import N_OPEN, boards, graph, layout, legal, slots_of, walk
from ttt_core.learning import kernels, textbook_kernels
from ttt_core.learning import network as network_kernels
from ttt_core.learning.agent import UNNAMED, Agent, check_is_agent, policy_by, untaught
from ttt_core.learning.config import (
    MAX_TOTAL_GAMES,
    TrainingConfig,
    check_config,
    config_refusal,
)
from ttt_core.learning.kernel_state import (
    agent_by,
    given_partners,
    make_learner,
    make_trace,
    minimax_choices,
    network_of,
    rule_of,
    shares_values,
)
from ttt_core.learning.kernels import Learner, Rule
from ttt_core.learning.network import Network, network_values
from ttt_core.learning.presets import PRESETS, in_play_of_preset
from ttt_core.learning.rules import RULES, RULES_IN_PLAY, LearningRule
from ttt_core.learning.soundness import check_runs
from ttt_core.learning.textbook_kernels import Trace, is_textbook
from ttt_core.learning.watch import (
    RESIGNS,
    Checks,
    Standing,
    Watch,
    beatable_games_by,
    make_watch,
    standing_by,
)
from ttt_core.pictures import section_html, table_html
from ttt_core.sentences import refusal

CHUNK = 20_000
GAMES_BETWEEN_CHECKS = 500
"""Of a watched network or policy."""

Progress = Callable[[int], bool | None]
"""Called with the number of games played so far; returning False stops the training."""


def train(
    config: TrainingConfig,
    start: Agent | None = None,
    *,
    partner: Player | Policy | Mixture | None = None,
    progress: Progress | None = None,
    chunk: int = CHUNK,
    **settings: Never,
) -> Agent:
    """Train an agent by playing games.

    Parameters
    ----------
    config
        The settings. The same settings, seed and starting agent always give an identical agent.
    start
        Agent to continue from; it does not change. Its kind must be that of the rule.
    partner
        The training partner, used instead of self-play: an agent, a policy matrix, any object with
        `policy()`, which is called once, or a `Mixture` of several, of whom the seed draws one for
        each game. The agent then learns from its own moves only. It changes sides after every game,
        X first, unless ``learns`` names its side. The shares of games against the random and the
        perfect player do not change; the partner gets the rest. Probabilities are rounded to
        2**-32. The same partner gives the same agent, but `Agent.partners` records that there was
        one, because the settings and seed alone do not reproduce the agent.
    progress
        Called after every chunk with the number of games played so far. If it returns False, the
        training ends there and keeps what was learned.
    chunk
        Games between two calls of `progress`; does not affect the result.

    Returns
    -------
    Agent
        Some presets learn from people in a special way. An agent that starts with one of them
        keeps that way (`Agent.in_play`), whatever it is trained with later.

    Raises
    ------
    ValueError
        If `config` is not a configuration, `start` is not an agent of the kind the rule produces,
        the agent would have more than 100 million games, `chunk` is below 1, or `partner` is not a
        player or would get no games.

    Examples
    --------
    >>> import ttt_core as ttt
    >>> agent = ttt.train(ttt.TrainingConfig(games=20_000, seed=1))
    >>> agent
    <Agent 'Agent': q-table, 20,000 games, Unbeatable>
    >>> agent.move_probabilities("XX-|OO-|---").argmax()
    np.int64(2)
    """
    for name in settings:
        raise TypeError(
            f"train() takes no {name}: settings are in the configuration, as in "
            f"train(replace(config, {name}=...))."
        )
    check_chunk(chunk)
    run = TrainingRun(config, start, partner=partner)
    while run.games_played < config.games:
        run.play(min(chunk, config.games - run.games_played))
        if progress is not None and progress(run.games_played) is False:
            break
    return run.agent()


def check_chunk(chunk: object) -> None:
    """Raise `ValueError` if this is not a number of games of at least 1."""
    if not isinstance(chunk, int | np.integer) or chunk < 1:
        raise ValueError(f"chunk must be a whole number of at least 1, not {chunk!r}.")


class TrainingRun:
    """A training run in steps: play some games, look at the agent, continue.

    Parameters
    ----------
    config, start, partner
        As in `train`. Two runs of 500 games, one after the other, are not one of 1,000: the second
        starts with its own random numbers, the initial ε and an empty replay buffer, so that each
        run can be repeated from its settings. To interrupt a run, `play` it in parts.
    watched
        Whether to record `standing`, which makes training a little slower. A network and a policy
        are checked after every 500 games and at the end; other agents after every game.
    epsilon
        The exploration rate as a function of the number of games played in this run, instead of the
        course of the settings (``epsilon_course`` and others). `agent` is then not available,
        because no settings describe the result and no file could save it; `policy`, `q` and
        `visits` are.
    learning
        A rule of the same kind to use instead of the configuration's own. In that case, as after
        `learn`, `agent` is not available, because no configuration describes the result.

    Attributes
    ----------
    config : TrainingConfig
    """

    def __repr__(self) -> str:
        """Return a line with its rule and how far it is."""
        games = f"{self.games_played:,} of {self.config.games:,} games"
        return f"<TrainingRun: {self.config.rule}, {games}>"

    def _repr_html_(self) -> str:
        settings = table_html(("setting", "value"), self.config.changed().items())
        return section_html(repr(self)[1:-1], settings)

    def __init__(
        self,
        config: TrainingConfig,
        start: Agent | None = None,
        *,
        partner: Player | Policy | Mixture | None = None,
        watched: bool = False,
        epsilon: Callable[[int], float] | None = None,
        learning: LearningRule | None = None,
    ) -> None:
        check_config(config)
        given: object = epsilon
        if given is not None and not callable(given):
            raise ValueError(
                f"epsilon must be a function of the number of games played, not {given!r}. "
                "TrainingConfig(epsilon=...) sets a rate."
            )
        if start is not None:
            _check_kind(config, start)
            if start.stats.games + config.games > MAX_TOTAL_GAMES:
                raise refusal(
                    "An agent can be trained for at most {most:,} games.", most=MAX_TOTAL_GAMES
                )
            check_runs((*start.training, config), start.kind)
        self.config = config
        self._start = start or untaught(UNNAMED, config, in_play_of_preset(config))
        self._reproducible = partner is None and (start is None or start.reproducible)
        self._symmetry = shares_values(config)
        self._rule = rule_of(config, learning)
        self._is_on_record = learning is None and epsilon is None
        self._epsilon = epsilon
        self._learner = make_learner(self._start, config)
        self._network = network_of(self._start, config)
        self._trace = make_trace(config) if is_textbook(self._rule) else None
        self._watch: Watch | None = None
        self._given = given_partners(partner, config)
        self._partner = None if partner is None else _name_of(partner)
        self._checks: Checks | None = None
        if watched and self._start.kind in ("network", "policy"):
            self._checks = Checks()
            self._check()
        elif watched:
            self._watch = make_watch(
                self.policy(),
                self._symmetry,
                beads=self._start.kind == "matchboxes",
                first_only=config.ties == "first",
            )

    @property
    def games_played(self) -> int:
        """Games of this run so far."""
        return int(self._learner.tally[kernels.GAMES])

    @property
    def epsilon(self) -> float:
        """Exploration rate in the next game."""
        if self._epsilon is not None:
            return self._epsilon_after(self.games_played)
        return float(self._learner.epsilon[0])

    def _epsilon_after(self, games: int) -> float:
        assert self._epsilon is not None
        rate: object = self._epsilon(games)
        if not isinstance(rate, int | float | np.number) or not 0 <= float(rate) <= 1:
            raise ValueError(
                f"epsilon must return a number from 0 to 1, but after {games:,} games it returns "
                f"{rate!r}."
            )
        return float(rate)

    @property
    def standing(self) -> Standing | None:
        """When in this run the agent was unbeatable; None if the run is not watched."""
        recorder = self._checks or self._watch
        return None if recorder is None else standing_by(recorder.record)

    @property
    def beatable_games(self) -> tuple[int, int] | None:
        """After how many games it was beatable as X and as O; None if the run is not watched."""
        if self._checks is not None:
            return self._checks.beatable_games(self.games_played)
        return None if self._watch is None else beatable_games_by(self._watch)

    def play(self, games: int) -> None:
        """Play this many more games and learn from them.

        Raises
        ------
        ValueError
            If it is not a whole number from 0 to the number of games left, or `epsilon` returns
            something that is not a number from 0 to 1.
        """
        self._check_left(games)
        if self._checks is None:
            self._play(games)
            return
        end = self.games_played + games
        while self.games_played < end:
            next_check = (self.games_played // GAMES_BETWEEN_CHECKS + 1) * GAMES_BETWEEN_CHECKS
            next_check = min(next_check, self.config.games)
            self._play(min(next_check, end) - self.games_played)
            if self.games_played == next_check:
                self._check()

    def _check(self) -> None:
        assert self._checks is not None
        card = evaluate(self.policy())
        self._checks.note(self.games_played, card.beatable_as_x, card.beatable_as_o)

    def _play(self, games: int) -> None:
        epsilons = kernels.NO_RATES
        if self._epsilon is not None:
            played = self.games_played
            epsilons = np.array([self._epsilon_after(played + game) for game in range(games)])
        self._train(games, epsilons)

    def _train(
        self,
        games: int,
        epsilons: NDArray[np.float64] = kernels.NO_RATES,
        position: int = 0,
        wrong: int = 0,
        right: NDArray[np.bool_] = kernels.NOT_NOTED,
    ) -> None:
        loops, minds = _loops_of(self._network, self._watch, self._trace)
        loops.train_games(
            self._rule,
            layout(self._symmetry),
            self._learner,
            *minds,
            minimax_choices(self._symmetry),
            self._given,
            epsilons,
            position,
            wrong,
            right,
            games,
        )

    def learn(self, cells: Sequence[int]) -> None:
        """Learn from a finished game that this run did not play, as from one of its own.

        It learns from the moves of both sides, followed by the usual replay.

        Parameters
        ----------
        cells
            Its moves, X first.

        Raises
        ------
        ValueError
            If they are not the moves of a finished game.
        """
        rule = self._rule._replace(learns=kernels.BOTH)
        moves = _moves_of(self._start, cells)
        minds = self._network, self._watch, self._trace
        _learn(self._learner, *minds, rule, self._symmetry, moves)
        if rule.replay:
            kernels.replay_moves(rule, layout(self._symmetry), self._learner, self._watch)
        self._is_on_record = False

    def last_game(self) -> list[int]:
        """Return the cells of the last game, X first; empty before the first game.

        With symmetry, the game may be rotated or mirrored. A resigned game ends with the last move
        made.
        """
        cells: list[int] = []
        position = 0
        path = self._learner.path.tolist() if self.games_played else [kernels.NO_SLOT]
        while position < N_OPEN and path[len(cells)] != kernels.NO_SLOT:
            (cells_taken,) = np.nonzero(
                legal()[position] & (slots_of(self._symmetry)[position] == path[len(cells)])
            )
            cells.append(int(cells_taken[0]))
            position = int(graph().child[position, cells_taken[0]])
        return cells

    def watch(self, games: int, position: int, wrong: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Play this many more games; return after which of them a position is right, (games,).

        The agent is right there if, without exploring, it may neither make one of the moves marked
        `wrong` (9,) nor resign. `games` is as in `play`. The run must be watched; a given partner
        or a function for ε is not supported.
        """
        self._check_left(games)
        lists = layout(self._symmetry)
        cells = lists.cell[position, : lists.n_moves[position]]
        moves = int(RESIGNS) | sum(1 << move for move in np.flatnonzero(wrong[cells]).tolist())
        right = np.empty(games, np.bool_)
        self._train(games, position=position, wrong=moves, right=right)
        return right

    def _check_left(self, games: Any) -> None:
        left = self.config.games - self.games_played
        is_number = isinstance(games, int | np.integer) and not isinstance(games, bool)
        if not is_number or not 0 <= games <= left:
            raise ValueError(
                f"games must be a whole number from 0 to {left:,}, not {games!r}. This run has "
                f"{left:,} of its {self.config.games:,} games left."
            )

    @property
    def q(self) -> NDArray[np.float64]:
        """The table so far, (4520, 9), nan where not legal."""
        if self._network is not None:
            return network_values(self._network.average)
        q = self._learner.q.take(slots_of(self._symmetry))
        np.putmask(q, ~legal(), np.nan)
        return q

    @property
    def visits(self) -> NDArray[np.int32]:
        """How often each move was learned from, (4520, 9), 0 where not legal."""
        return np.where(legal(), self._learner.visits[slots_of(self._symmetry)], 0).astype(np.int32)

    def policy(self) -> Policy:
        """Return the policy of the agent so far."""
        return policy_by(self._start.kind, self.q, self.config.ties)

    def agent(self) -> Agent:
        """Return the agent so far.

        Raises
        ------
        ValueError
            If no configuration describes how it has learned.
        """
        if self.games_played == 0:
            return self._start
        if not self._is_on_record:
            raise ValueError(
                "The result of this training cannot be stored as an agent, because no "
                "configuration describes it. policy(), q() and visits() return what was learned."
            )
        run = replace(self.config, games=self.games_played)
        training = (*self._start.training, run)
        agent = agent_by(
            self._start,
            training,
            self._learner,
            self._network,
            slots_of(self._symmetry),
            reproducible=self._reproducible,
        )
        if self._partner is None:
            return agent
        earlier = self._start.partners
        unnamed = (None,) * (len(self._start.training) - len(earlier))
        return replace(agent, partners=(*earlier, *unnamed, self._partner))


def _check_kind(config: TrainingConfig, start: Agent) -> None:
    check_is_agent(start)
    kind = RULES[config.rule].kind
    if start.kind != kind:
        raise refusal(
            "The rule {rule} produces a {kind} and cannot continue from a {start}.",
            rule=config.rule,
            kind=kind,
            start=start.kind,
        )
    if kind == "network" and config.hidden_units != start.config.hidden_units:
        raise config_refusal(
            "hidden_units must be {hidden_units}, as in the network to continue from.",
            "hidden_units",
            hidden_units=start.config.hidden_units,
        )


def new_pupil(name: str = "Pupil") -> Agent:
    """Return an untrained agent that is set to learn as much as possible from few games.

    `learn_from_game` makes it go over each game with a person. To let it practise alone, `train` it
    with ``PRESETS["Newborn"]``.
    """
    config = PRESETS["Newborn"]
    return untaught(name, config, in_play_of_preset(config))


def _name_of(partner: Player | Policy | Mixture) -> str:
    if isinstance(partner, Mixture):
        return f"one of {len(partner.parts)} players"
    return partner.name if isinstance(partner, Agent) else "a given policy"


def learn_from_game(
    agent: Agent,
    cells: Sequence[int],
    *,
    config: TrainingConfig | None = None,
    in_play: bool = True,
) -> Agent:
    """Let an agent learn from one finished game; see `learn_from_games`."""
    return learn_from_games(agent, [cells], config=config, in_play=in_play)


def learn_from_games(
    agent: Agent,
    games: Iterable[Sequence[int]],
    *,
    config: TrainingConfig | None = None,
    in_play: bool = True,
) -> Agent:
    """Let an agent learn from finished games that it has played or watched.

    It learns from the moves of both sides, by the rule of its last run (`TrainingConfig()` if it
    has none), unless it has its own rule for games with people (`Agent.in_play`). The original
    adaptive AI learns after each of O's moves. Learning after the game has the same effect, because
    nothing else is learned in between. A pupil (`ttt_core.learning.new_pupil`) goes over each game:
    it plays on alone from the positions of the game, and these games are not counted.

    Parameters
    ----------
    agent
        Not changed.
    games
        The moves of each game as cells, X first.
    config
        Settings to use instead of the agent's own, which do not change. Their rule must produce the
        agent's kind.
    in_play
        Whether these were games with people. If not, the agent learns from them as in training, but
        without replay.

    Returns
    -------
    Agent
        The agent after learning.

    Raises
    ------
    ValueError
        If `agent` is not an agent, if `games` is a single game, if the moves of a game are not
        those of a finished game or of one the agent resigns, if `config` is not a configuration,
        or if its rule produces another kind.
    """
    check_is_agent(agent)
    going_over_games = 0
    if in_play and config is None and agent.in_play:
        learning = RULES_IN_PLAY[agent.in_play.rule]
        rule = rule_of(agent.in_play.config, learning)
        going_over_games = learning.going_over_games
        config = agent.in_play.config if going_over_games else agent.config
    else:
        config = config or agent.config
        check_config(config)
        rule = rule_of(config)
        if rule.method != kernels.MATCHBOXES:  # a machine may have boxes for one side only
            rule = rule._replace(learns=kernels.BOTH)
    _check_kind(config, agent)
    symmetry = shares_values(config)
    slots = slots_of(symmetry)
    learner, network = make_learner(agent, config), network_of(agent, config)
    trace = make_trace(config) if is_textbook(rule) else None
    for cells in games:
        if not isinstance(cells, Iterable):
            raise ValueError("A list of games is needed; learn_from_game learns from one.")
        _learn(learner, network, None, trace, rule, symmetry, _moves_of(agent, cells))
        if going_over_games:
            _go_over(learner, rule, symmetry, cells, going_over_games)
    return agent_by(agent, agent.training, learner, network, slots, reproducible=False)


class _Finished(NamedTuple):
    """A finished game: its positions, cells, result and number, as the kernels have them."""

    positions: list[int]
    cells: list[int]
    result: int
    number: int


def _moves_of(agent: Agent, cells: Sequence[int]) -> _Finished:
    *positions, end = walk(cells)
    if end >= N_OPEN:
        number = int(graph().game_offset[positions, list(cells)].sum())
        return _Finished(positions, list(cells), int(graph().result[end - N_OPEN]), number)
    if agent.resigns(boards()[end]):
        return _Finished(positions, list(cells), 1 - len(cells) % 2, kernels.NO_GAME)
    raise ValueError("The game is not finished, so there is nothing to learn from yet.")


def _loops_of(
    network: Network | None, watch: Watch | None, trace: Trace | None
) -> tuple[Any, tuple[Network | Watch | Trace | None, ...]]:
    """Return the module with the loops of a rule, and what they change next to a `Learner`."""
    if network is not None:
        return network_kernels, (network,)
    return (kernels, (watch,)) if trace is None else (textbook_kernels, (watch, trace))


def _learn(
    learner: Learner,
    network: Network | None,
    watch: Watch | None,
    trace: Trace | None,
    rule: Rule,
    symmetry: bool,
    game: _Finished,
) -> None:
    """Learn from a game; a watch is kept up to date."""
    length = len(game.cells)
    learner.path[:length] = slots_of(symmetry)[game.positions, game.cells]
    loops, minds = _loops_of(network, watch, trace)
    loops.learn_game(rule, layout(symmetry), learner, *minds, length, game.result, game.number)


def _go_over(
    learner: Learner, rule: Rule, symmetry: bool, cells: Sequence[int], games: int
) -> None:
    """Play on from each position of a game in turn, the last first, and learn from that."""
    starts = np.array(walk(cells)[-2::-1], np.int64)
    minimax = minimax_choices(symmetry)
    kernels.follow_up(rule, layout(symmetry), learner, minimax, starts, games)
