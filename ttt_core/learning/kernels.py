"""The numba loops of training: playing and learning.

The best moves of a position are found when one of its values changes, not when a move is played
(`Choices`). In a settled table, a move then costs a handful of array reads, and one core plays ten
million games a second.

The loops of exact evaluation are in `ttt_core.evaluation.loops`.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ttt_core.compiling import compiled, compiled_if_there, inlined
from ttt_core.game.graph import DRAWN, N_OPEN, Layout
from ttt_core.learning.reward_memory import game_reward, score
from ttt_core.learning.schedule import next_epsilon
from ttt_core.learning.watch import note_game, note_row
from ttt_core.random_numbers import below, random_bits, unit

LOOK_AHEAD, FINAL_REWARD, REWARD_MEMORY, MATCHBOXES, NETWORK = range(5)
SARSA, EXPECTED_SARSA, AFTERSTATES, REINFORCE = range(5, 9)
SELF, RANDOM, MINIMAX, GIVEN = range(4)
BOTH = -1
LESSONS_PER_SIDE = 100
RESIGN = -1
NO_GAME = -1
NO_SLOT = 2**16 - 1
NOWHERE = -1

GAMES, X_WINS, O_WINS, DRAWS, EXPLORATIONS, DISTINCT_GAMES, STORED = range(7)
N_TALLIES = 7

N_CELLS = 9

TRANSITION = np.dtype(
    (np.record, [("slot", np.int32), ("row_ahead", np.int32), ("reward", np.float64)])
)
"""A stored move for replay: the result of `reward_and_row_ahead`."""


class Rule(NamedTuple):
    """A `TrainingConfig` as plain numbers; the codes are the constants above and in `schedule`.

    `method` and `plies_ahead` are those of its `LearningRule`; `discount` is γ with its sign.
    `rewards`, an array (3,), are those of a win, a loss and a draw, for the mover
    (`rewards_for_mover` 1) or for X (0); for matchboxes, the beads. `returns`, an array (3, 5),
    contains the return of each for a move 0 to 4 own moves before the last one, discounted and less
    the move costs.
    """

    method: int
    plies_ahead: int
    alpha: float
    sample_average: bool
    best_ever: bool
    discount: float
    least_visited: bool
    course: int
    experience_games: int
    epsilon: float
    epsilon_decay: float
    epsilon_floor: float
    random_ties: bool
    backward: bool
    random_share: float
    minimax_share: float
    learns: int
    rewards: NDArray[np.float64]
    rewards_for_mover: int
    returns: NDArray[np.float64]
    move_cost: float
    trace_decay: float
    explore_learns: bool
    replay: int
    weights: tuple[float, float, float]
    absolute: bool
    reward_base: float
    lessons: int


class Given(NamedTuple):
    """The training partners used instead of self-play; none if n is 0.

    Attributes
    ----------
    until : float64 array (n,)
        Ascending, the last one 1: a partner plays if the number drawn for its game is below its own
        entry and not below the one before.
    chances : float64 array (n, 4520, 9)
        For each partner and position, the cumulative probabilities of the moves of the `Layout`,
        exactly 1 from the last possible move onwards. With lessons, (n + 1, 4520, 9): the last is
        the player that gives them.
    """

    until: NDArray[np.float64]
    chances: NDArray[np.float64]


NOBODY = Given(np.zeros(0), np.zeros((0, N_OPEN, N_CELLS)))
NO_RATES = np.zeros(0)
NOT_NOTED = np.zeros(0, np.bool_)


class Choices(NamedTuple):
    """The best moves of every row of values.

    Attributes
    ----------
    value : float64 array (4520,)
        The highest value.
    n_tied : uint8 array (4520,)
        How many moves have it.
    tied : uint8 array (4520, 9)
        These moves, as places in the lists of the `Layout`, ascending; further entries have no
        meaning.
    """

    value: NDArray[np.float64]
    n_tied: NDArray[np.uint8]
    tied: NDArray[np.uint8]


class Learner(NamedTuple):
    """Everything that games change, in place. Slots and rows are those of a `Layout`.

    Attributes
    ----------
    q : float64 array (40680,)
        Values; for matchboxes, beads; for a network, those last computed.
    choices : Choices
        The choices by `q`; code that changes one must update the other.
    visits : int32 array (40680,)
    memory : int32 array (40680, 3)
        Rewards by result (X won, O won, draw); (0, 3) if the rule has no memory.
    games_seen : uint8 array (31896,)
        One bit for each of the 255,168 possible games.
    tally : int64 array (N_TALLIES,)
    epsilon : float64 array (1,)
    random : uint64 array (1,)
        State of the random numbers.
    ring : TRANSITION array (size,)
        Replay buffer; (0,) without replay.
    path : uint16 array (9,)
        The slots of the moves in the current game; NO_SLOT if a player resigned.
    """

    q: NDArray[np.float64]
    choices: Choices
    visits: NDArray[np.int32]
    memory: NDArray[np.int32]
    games_seen: NDArray[np.uint8]
    tally: NDArray[np.int64]
    epsilon: NDArray[np.float64]
    random: NDArray[np.uint64]
    ring: NDArray[np.void]
    path: NDArray[np.uint16]


# Values and the choices based on them


@inlined
def row_of(slot: Any) -> Any:
    """Return the row of a slot."""
    return slot // N_CELLS


@inlined
def update_choice(layout: Layout, q: Any, choices: Choices, row: Any, n_moves: Any) -> None:
    """Update the best moves of one row. Branch-free: the branches would be unpredictable."""
    best = q[layout.slot[row, 0]]
    for move in range(1, n_moves):
        best = max(best, q[layout.slot[row, move]])
    count = 0
    for move in range(n_moves):
        choices.tied[row, count] = move
        count += q[layout.slot[row, move]] == best
    choices.value[row] = best
    choices.n_tied[row] = count


@compiled_if_there
def fill_choices(layout: Layout, q: Any, choices: Choices) -> None:
    """Find the best moves of every row by the values `q`."""
    for row in range(N_OPEN):
        update_choice(layout, q, choices, row, layout.n_moves[row])


@inlined
def set_value(
    layout: Layout, learner: Learner, watch: Any, slot: Any, value: Any, n_moves: Any
) -> None:
    """Set the value of a slot and, if it changes, update the best moves of its row."""
    changed = value != learner.q[slot]
    learner.q[slot] = value
    if changed:
        update_choice(layout, learner.q, learner.choices, row_of(slot), n_moves)
        note_row(layout, watch, learner.q, learner.choices, row_of(slot), n_moves)


# Playing


@inlined
def draw_partner(rule: Rule, given: Given, games: Any, state: Any) -> Any:
    """Return the partner of the next game, the agent's side (or BOTH), and the next state.

    Against a partner the agent changes sides after every game, unless it learns for one side only.
    In lessons it changes sides after `LESSONS_PER_SIDE`. Partner number n of those given is
    GIVEN + n.
    """
    if games < rule.lessons:
        return GIVEN + given.chances.shape[0] - 1, 1 - (games // LESSONS_PER_SIDE & 1), state
    if given.until.size == 0 and rule.random_share + rule.minimax_share == 0.0:
        return SELF, BOTH, state
    bits, state = random_bits(state)
    side = games & 1 if rule.learns == BOTH else rule.learns
    if unit(bits) < rule.random_share:
        return RANDOM, side, state
    if unit(bits) < rule.random_share + rule.minimax_share:
        return MINIMAX, side, state
    if given.until.size > 0:
        partner = GIVEN
        while unit(bits) >= given.until[partner - GIVEN]:
            partner += 1
        return partner, side, state
    return SELF, BOTH, state


@inlined
def learning_side(rule: Rule, games: Any, side: Any) -> Any:
    """Return the side whose moves teach the agent, which plays `side`: in lessons, both."""
    return rule.learns if side == BOTH or games < rule.lessons else side


@inlined
def pick_best(choices: Choices, row: Any, bits: Any) -> Any:
    """Return one of the best moves, all equally likely."""
    return np.int64(choices.tied[row, below(bits, choices.n_tied[row])])


@inlined
def pick_given(given: Given, partner: Any, position: Any, bits: Any) -> Any:
    """Return a move of a given partner by its probability."""
    move = 0
    while unit(bits) >= given.chances[partner - GIVEN, position, move]:
        move += 1
    return move


@inlined
def pick_partner_move(
    partner: Any, minimax: Choices, given: Given, position: Any, row: Any, n_moves: Any, bits: Any
) -> Any:
    """Return the move of a partner of the agent."""
    if partner == RANDOM:
        return below(bits, n_moves)
    if partner >= GIVEN:
        return pick_given(given, partner, position, bits)
    return pick_best(minimax, row, bits)


@inlined
def pick_first_best(layout: Layout, choices: Choices, position: Any, row: Any) -> Any:
    """Return the best move with the lowest cell, which is not always the first in the list."""
    first = np.int64(choices.tied[row, 0])
    for tie in range(1, choices.n_tied[row]):
        move = np.int64(choices.tied[row, tie])
        if layout.cell[position, move] < layout.cell[position, first]:
            first = move
    return first


@inlined
def pick_least_visited(layout: Layout, visits: Any, row: Any, n_moves: Any, bits: Any) -> Any:
    """Return one of the moves tried least often, all equally likely."""
    least = visits[layout.slot[row, 0]]
    for move in range(1, n_moves):
        least = min(least, visits[layout.slot[row, move]])
    count = 0
    for move in range(n_moves):
        count += visits[layout.slot[row, move]] == least
    to_skip = below(bits, count)
    move = 0
    while to_skip > 0 or visits[layout.slot[row, move]] != least:
        to_skip -= visits[layout.slot[row, move]] == least
        move += 1
    return move


@inlined
def has_box(layout: Layout, row: Any, n_moves: Any) -> Any:
    """Return whether there is a choice between moves that are not equivalent (of one slot)."""
    return layout.slot[row, 0] != layout.slot[row, n_moves - 1]


@inlined
def draw_bead(layout: Layout, beads: Any, row: Any, n_moves: Any, bits: Any) -> Any:
    """Return a move by its share of beads, or RESIGN if the box is empty.

    The upper half of the bits draws the bead, the lower half one of the equivalent cells. Without
    a box, all moves are equally likely.
    """
    if not has_box(layout, row, n_moves):
        return below(bits, n_moves)
    total = np.int64(0)
    for move in range(n_moves):
        if move == 0 or layout.slot[row, move] != layout.slot[row, move - 1]:
            total += np.int64(beads[layout.slot[row, move]])
    if total == 0:
        return RESIGN
    to_skip = below(bits >> np.uint64(32), total)
    first = 0
    while to_skip >= beads[layout.slot[row, first]]:
        to_skip -= np.int64(beads[layout.slot[row, first]])
        first += equivalent_moves(layout, row, first, n_moves)
    return first + below(bits, equivalent_moves(layout, row, first, n_moves))


@inlined
def equivalent_moves(layout: Layout, row: Any, first: Any, n_moves: Any) -> Any:
    """Return how many moves of a row, starting with `first`, share its slot."""
    count = 1
    while first + count < n_moves and layout.slot[row, first + count] == layout.slot[row, first]:
        count += 1
    return count


@inlined
def explore(rule: Rule, layout: Layout, learner: Learner, row: Any, n_moves: Any, bits: Any) -> Any:
    """Return an exploratory move."""
    learner.tally[EXPLORATIONS] += 1
    if rule.least_visited:
        return pick_least_visited(layout, learner.visits, row, n_moves, bits)
    return below(bits, n_moves)


@inlined
def choose(rule: Rule, layout: Layout, learner: Learner, position: Any, row: Any, bits: Any) -> Any:
    """Return one of the best moves, as ties are decided."""
    if rule.random_ties:
        return pick_best(learner.choices, row, bits)
    return pick_first_best(layout, learner.choices, position, row)


@inlined
def pick_move(
    mind: None,
    rule: Rule,
    layout: Layout,
    learner: Learner,
    position: Any,
    row: Any,
    n_moves: Any,
    epsilon: Any,
    bits: Any,
) -> Any:
    """Return the agent's move: a best one or, with probability `epsilon`, an exploratory one.

    Matchboxes draw their moves and may RESIGN.
    """
    if rule.method == MATCHBOXES:
        return draw_bead(layout, learner.q, row, n_moves, bits)
    if unit(bits) < epsilon:
        return explore(rule, layout, learner, row, n_moves, bits)
    return choose(rule, layout, learner, position, row, bits)


@inlined
def first_ply(layout: Layout, start: Any) -> Any:
    """Return the ply of a position. None is the empty board and costs nothing."""
    if start is None:
        return 0
    return N_CELLS - np.int64(layout.n_moves[start])


@inlined
def play_game(
    pick: Any,
    mind: Any,
    rule: Rule,
    layout: Layout,
    learner: Learner,
    minimax: Choices,
    given: Given,
    partner: Any,
    side: Any,
    epsilon: Any,
    start: Any,
    state: Any,
) -> Any:
    """Play one game from the position `start` and leave its moves in `learner.path`.

    Here and in `learn_path`, a `start` of None is the empty board and is compiled separately.

    Parameters
    ----------
    pick, mind
        The function by which the agent moves, called like `pick_move`, and its first argument.

    Returns
    -------
    length, result
        The number of moves, and 0 (X won), 1 (O won) or 2 (draw).
    number
        Which of the 255,168 games it was, if it started from the empty board; NO_GAME if a player
        resigned.
    state
        The next state of the random numbers.
    """
    position = np.int64(0)
    row = np.int64(0)
    if start is not None:
        position = np.int64(start)
        row = row_of(np.int64(layout.slot[start, 0]))
    number = np.int64(0)
    length = first_ply(layout, start)
    while position < N_OPEN:
        n_moves = N_CELLS - length
        bits, state = random_bits(state)
        if side != 1 - (length & 1):
            move = pick(mind, rule, layout, learner, position, row, n_moves, epsilon, bits)
            if move == RESIGN:
                learner.path[length] = NO_SLOT
                return length, 1 - (length & 1), NO_GAME, state
        else:
            move = pick_partner_move(partner, minimax, given, position, row, n_moves, bits)
        learner.path[length] = layout.slot[row, move]
        number += layout.game_offset[position, move]
        row = np.int64(layout.child_row[position, move])
        position = np.int64(layout.child[position, move])
        length += 1
    return length, layout.result[position - N_OPEN], number, state


@inlined
def count_game(learner: Learner, result: Any, number: Any) -> None:
    """Count a finished game and, unless a player resigned, mark it as seen."""
    learner.tally[GAMES] += 1
    learner.tally[X_WINS + result] += 1
    if number == NO_GAME:
        return
    bit = np.uint8(1 << (number & 7))
    if not learner.games_seen[number >> 3] & bit:
        learner.games_seen[number >> 3] |= bit
        learner.tally[DISTINCT_GAMES] += 1


@inlined
def play_next(
    pick: Any,
    mind: Any,
    rule: Rule,
    layout: Layout,
    learner: Learner,
    minimax: Choices,
    given: Given,
    epsilon: Any,
    state: Any,
) -> Any:
    """Play the next game of a training and count it, with the parameters of `play_game`.

    Returns its length, its result, the side whose moves teach the agent, and the next state.
    """
    before = learner.tally[GAMES]
    partner, side, state = draw_partner(rule, given, before, state)
    length, result, number, state = play_game(
        pick, mind, rule, layout, learner, minimax, given, partner, side, epsilon, None, state
    )
    count_game(learner, result, number)
    return length, result, learning_side(rule, before, side), state


# Learning


@inlined
def ended(rule: Rule, ply: Any, result: Any) -> Any:
    """Return how a game ended for the player whose rewards the mover at `ply` gets.

    0 won, 1 lost, 2 drawn.
    """
    return DRAWN if result == DRAWN else (result ^ (ply & rule.rewards_for_mover)) & 1


@inlined
def final_reward(rule: Rule, ply: Any, result: Any) -> Any:
    """Return the reward of a result, or the beads, for the player who moved at `ply`."""
    return rule.rewards[ended(rule, ply, result)]


@inlined
def reward_and_row_ahead(rule: Rule, path: Any, ply: Any, length: Any, result: Any) -> Any:
    """Return a move's reward, and the row whose best value is added to it, or NOWHERE.

    If the rule does not look ahead, the final reward is discounted for every further own move.
    """
    ahead = ply + rule.plies_ahead
    if rule.method != FINAL_REWARD and ahead < length:
        return -rule.move_cost, row_of(np.int64(path[ahead]))
    return rule.returns[ended(rule, ply, result), (length - 1 - ply) // 2], NOWHERE


@inlined
def target_of(rule: Rule, learner: Learner, reward: Any, row_ahead: Any) -> Any:
    """Return the target of an update."""
    if row_ahead == NOWHERE:
        return reward
    return reward + rule.discount * learner.choices.value[row_ahead]


@inlined
def step_of(rule: Rule, learner: Learner, slot: Any) -> Any:
    """Return the fraction by which the value of a move just visited moves towards its target."""
    return 1.0 / learner.visits[slot] if rule.sample_average else rule.alpha


@inlined
def moved(rule: Rule, learner: Learner, slot: Any, target: Any, step: Any) -> Any:
    """Return the value of a slot after a step towards a target, or the better of the two."""
    if rule.best_ever:
        return max(learner.q[slot], target)
    return learner.q[slot] + step * (target - learner.q[slot])


@inlined
def remember(rule: Rule, memory: Any, slot: Any, mover: Any, result: Any, length: Any) -> Any:
    """Add the reward of a finished game to the reward memory, and return the move's new score."""
    memory[slot, result] += game_reward(rule.reward_base, length)
    win = np.int64(memory[slot, mover])
    loss = np.int64(memory[slot, 1 - mover])
    return score(rule.weights, rule.absolute, win, np.int64(memory[slot, DRAWN]), loss)


@inlined
def store(learner: Learner, slot: Any, reward: Any, row_ahead: Any) -> None:
    """Store a move for replay, in place of the oldest."""
    transition = learner.ring[learner.tally[STORED] % learner.ring.size]
    transition.slot = slot
    transition.reward = reward
    transition.row_ahead = row_ahead
    learner.tally[STORED] += 1


@inlined
def learn_move(
    rule: Rule,
    layout: Layout,
    learner: Learner,
    watch: Any,
    ply: Any,
    length: Any,
    result: Any,
    side: Any,
) -> None:
    """Learn from the move at `ply` of the game in `learner.path`, if `side` made it or is BOTH."""
    mover = ply & 1
    if side == 1 - mover:
        return
    slot = np.int64(learner.path[ply])
    if rule.method == MATCHBOXES and not has_box(layout, row_of(slot), N_CELLS - ply):
        return
    learner.visits[slot] += 1
    if rule.method == MATCHBOXES:
        value = max(0.0, learner.q[slot] + final_reward(rule, ply, result))
    elif rule.method == REWARD_MEMORY:
        value = remember(rule, learner.memory, slot, mover, result, length)
    else:
        reward, row_ahead = reward_and_row_ahead(rule, learner.path, ply, length, result)
        if rule.replay > 0:
            store(learner, slot, reward, row_ahead)
        target = target_of(rule, learner, reward, row_ahead)
        value = moved(rule, learner, slot, target, step_of(rule, learner, slot))
    set_value(layout, learner, watch, slot, value, N_CELLS - ply)


@inlined
def learn_path(
    rule: Rule,
    layout: Layout,
    learner: Learner,
    watch: Any,
    start: Any,
    length: Any,
    result: Any,
    side: Any,
) -> None:
    """Learn from the game in `learner.path` that started at `start`, for one side or for BOTH.

    An update changes only values of its own ply. Learning after the game in forward order is
    therefore the same as learning after every move; in backward order each target is up to date.
    """
    first = first_ply(layout, start)
    if rule.backward:
        for ply in range(length - 1, first - 1, -1):
            learn_move(rule, layout, learner, watch, ply, length, result, side)
    else:
        for ply in range(first, length):
            learn_move(rule, layout, learner, watch, ply, length, result, side)


@inlined
def replay(rule: Rule, layout: Layout, learner: Learner, watch: Any, state: Any) -> Any:
    """Learn again from `rule.replay` stored moves, drawn at random (Lin 1992).

    Returns the next state of the random numbers.
    """
    for _ in range(rule.replay):
        bits, state = random_bits(state)
        stored = min(learner.tally[STORED], learner.ring.size)
        transition = learner.ring[below(bits, stored)]
        slot = np.int64(transition.slot)
        target = target_of(rule, learner, transition.reward, transition.row_ahead)
        value = moved(rule, learner, slot, target, rule.alpha)
        set_value(layout, learner, watch, slot, value, layout.n_moves[row_of(slot)])
    return state


@compiled_if_there
def learn_game(
    rule: Rule, layout: Layout, learner: Learner, watch: Any, length: int, result: int, number: int
) -> None:
    """Count the game in `learner.path`, which was not played here, and learn from it."""
    count_game(learner, result, number)
    learn_path(rule, layout, learner, watch, None, length, result, rule.learns)


@compiled_if_there
def replay_moves(rule: Rule, layout: Layout, learner: Learner, watch: Any) -> None:
    """Replay stored moves, as after every training game."""
    learner.random[0] = replay(rule, layout, learner, watch, learner.random[0])


@compiled
def train_games(
    rule: Rule,
    layout: Layout,
    learner: Learner,
    watch: Any,
    minimax: Choices,
    given: Given,
    epsilons: Any,
    position: int,
    wrong: int,
    right: Any,
    games: int,
) -> None:
    """Play games and learn from them. All state is in `learner`, so chunks add up to one run.

    Parameters
    ----------
    layout
        With or without symmetry; `learner` and `minimax` must use the same one.
    watch : Watch or None
        Updated with the values. None costs nothing, because it is compiled separately.
    minimax
        The choices of a perfect partner.
    epsilons : float64 array (games,) or NO_RATES
        The exploration rate of each game, instead of the one by the rule.
    position, wrong
        A position, and its mistakes, one bit for each move, as in `Watch.may_make`.
    right : boolean array (games,) or NOT_NOTED
        Filled with whether the position is right after each game, if there is a watch.
    """
    epsilon = learner.epsilon[0]
    state = learner.random[0]
    for game in range(games):
        if epsilons.size > 0:
            epsilon = epsilons[game]
        length, result, taught, state = play_next(
            pick_move, None, rule, layout, learner, minimax, given, epsilon, state
        )
        learn_path(rule, layout, learner, watch, None, length, result, taught)
        state = replay(rule, layout, learner, watch, state)
        if watch is not None:
            note_game(watch, learner.tally[GAMES])
            if right.size > 0:
                right[game] = np.int64(watch.may_make[position]) & wrong == 0
        epsilon = next_epsilon(rule, learner.tally[GAMES], learner.tally[DISTINCT_GAMES], epsilon)
    learner.epsilon[0] = epsilon
    learner.random[0] = state


@compiled_if_there
def follow_up(
    rule: Rule, layout: Layout, learner: Learner, minimax: Choices, starts: Any, games: int
) -> None:
    """Play games of self-play from given positions, and learn from them.

    They do not count as games and do not change ε.

    Parameters
    ----------
    starts : int64 array (n,)
        Open positions; the games start from each in turn.
    minimax
        As in `train_games`.
    """
    state = learner.random[0]
    explorations = learner.tally[EXPLORATIONS]
    for game in range(games):
        start = starts[game % starts.size]
        length, result, _, state = play_game(
            pick_move,
            None,
            rule,
            layout,
            learner,
            minimax,
            NOBODY,
            SELF,
            BOTH,
            learner.epsilon[0],
            start,
            state,
        )
        learn_path(rule, layout, learner, None, start, length, result, BOTH)
        state = replay(rule, layout, learner, None, state)
    learner.tally[EXPLORATIONS] = explorations
    learner.random[0] = state
