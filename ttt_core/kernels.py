"""The numba loops, and nothing else: exact sweeps over the game graph, and games of self-play.

Every kernel releases the GIL and is cached on disk. Inside the loops arrays are plain arguments
and locals, not fields of a tuple: numba counts references at every access to such a field, which
made self-play four times slower.
"""

from typing import Any, NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from ttt_core.graph import N_OPEN, N_POSITIONS, Graph

MINIMAX_Q, Q_LEARNING, MONTE_CARLO, REWARD_MEMORY = range(4)
EPSILON, EXPERIENCE, LEAST_VISITED = range(3)
SELF, RANDOM, MINIMAX = range(3)
BOTH = -1

GAMES, X_WINS, O_WINS, DRAWS, EXPLORATIONS, DISTINCT_GAMES, STORED = range(7)
N_TALLIES = 7

MAX_MOVES = 9
N_MOVES = 9  # the column of Graph.moves that holds their number
TIE_TOLERANCE = 1e-12


class Rule(NamedTuple):
    """A `TrainingConfig` as plain numbers; the codes are the constants above."""

    rule: int
    alpha: float
    sample_average: bool
    gamma: float
    exploration: int
    epsilon_decay: float
    epsilon_floor: float
    random_ties: bool
    backward: bool
    random_share: float
    minimax_share: float
    learns: int
    reward_win: float
    reward_draw: float
    reward_loss: float
    move_cost: float
    replay: int


class Learner(NamedTuple):
    """What games change, in place. Slots are those of `Graph.own_slot` or `Graph.class_slot`.

    Attributes
    ----------
    q : float64 array (40680,)
    visits : int32 array (40680,)
    memory : int32 array (40680, 3)
        Rewards by result (X won, O won, draw); (0, 3) where the rule keeps none.
    games_seen : uint8 array (31896,)
        One bit for each of the 255,168 games.
    tally : int64 array (N_TALLIES,)
    epsilon : float64 array (1,)
    random : uint64 array (1,)
        State of the random numbers.
    ring : float64 array (size, 3)
        Past transitions to replay: 9 × position + cell, the position whose best value the target
        looks at (-1 where there is none), and the reward. (0, 3) without replay.
    """

    q: NDArray[np.float64]
    visits: NDArray[np.int32]
    memory: NDArray[np.int32]
    games_seen: NDArray[np.uint8]
    tally: NDArray[np.int64]
    epsilon: NDArray[np.float64]
    random: NDArray[np.uint64]
    ring: NDArray[np.float64]


@njit(nogil=True, cache=True)
def random_bits(state: Any) -> Any:
    """Return 64 random bits and the next state (SplitMix64; Steele, Lea and Flood 2014).

    The state is handed on by value, so that it can stay in a register.
    """
    state += np.uint64(0x9E3779B97F4A7C15)
    z = state
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return z ^ (z >> np.uint64(31)), state


@njit(nogil=True, cache=True)
def random_unit(state: Any) -> Any:
    """Return a random float in [0, 1) and the next state."""
    bits, state = random_bits(state)
    return np.float64(bits >> np.uint64(11)) * 2.0**-53, state


@njit(nogil=True, cache=True)
def random_below(state: Any, n: Any) -> Any:
    """Return a random integer from 0 to n - 1, for n far below 2**32, and the next state."""
    bits, state = random_bits(state)
    return np.int64(((bits >> np.uint64(32)) * np.uint64(n)) >> np.uint64(32)), state


@njit(nogil=True, cache=True)
def outcome_sweep(graph: Graph, policy_x: Any, policy_o: Any) -> NDArray[np.float64]:
    """Return an array (5478, 3): chances that X wins, O wins, the game is drawn, per position."""
    chances = np.zeros((N_POSITIONS, 3))
    for ended in range(N_POSITIONS - N_OPEN):
        chances[N_OPEN + ended, graph.result[ended]] = 1.0
    for position in range(N_OPEN - 1, -1, -1):
        policy = policy_x if graph.side[position] == 0 else policy_o
        for order in range(graph.moves[position, N_MOVES]):
            cell = graph.moves[position, order]
            share = policy[position, cell]
            if share > 0.0:
                child = graph.child[position, cell]
                for result in range(3):
                    chances[position, result] += share * chances[child, result]
    return chances


@njit(nogil=True, cache=True)
def response_sweep(graph: Graph, policy: Any, responder: int, safety_first: bool) -> Any:
    """Best response of side `responder` to `policy`, by backward induction.

    It maximises its chance to win, then minimises that to lose; with `safety_first` the other way
    round. Among equals the lowest cell is taken.

    Returns
    -------
    chances : float64 array (5478, 3)
    reply : int8 array (4520,)
        The cell it plays where it is to move, -1 elsewhere.
    """
    chances = np.zeros((N_POSITIONS, 3))
    reply = np.full(N_OPEN, -1, np.int8)
    for ended in range(N_POSITIONS - N_OPEN):
        chances[N_OPEN + ended, graph.result[ended]] = 1.0
    for position in range(N_OPEN - 1, -1, -1):
        if graph.side[position] != responder:
            for order in range(graph.moves[position, N_MOVES]):
                cell = graph.moves[position, order]
                share = policy[position, cell]
                if share > 0.0:
                    child = graph.child[position, cell]
                    for result in range(3):
                        chances[position, result] += share * chances[child, result]
            continue
        best = -1
        for order in range(graph.moves[position, N_MOVES]):
            child = graph.child[position, graph.moves[position, order]]
            win_gain = 1.0
            loss_gain = 1.0
            if best >= 0:
                win_gain = chances[child, responder] - chances[best, responder]
                loss_gain = chances[best, 1 - responder] - chances[child, 1 - responder]
            first, second = (loss_gain, win_gain) if safety_first else (win_gain, loss_gain)
            if first > TIE_TOLERANCE or (first > -TIE_TOLERANCE and second > TIE_TOLERANCE):
                best = child
                reply[position] = graph.moves[position, order]
        chances[position] = chances[best]
    return chances, reply


@njit(nogil=True, cache=True)
def best_value(moves: Any, slots: Any, q: Any, position: Any) -> Any:
    """Return the highest Q-value of an open position."""
    best = -np.inf
    for order in range(moves[position, N_MOVES]):
        best = max(best, q[slots[position, moves[position, order]]])
    return best


@njit(nogil=True, cache=True)
def pick_greedy(
    moves: Any, slots: Any, q: Any, position: Any, random_ties: bool, state: Any
) -> Any:
    """Return the best cell by `q`, its value, and the next state of the random numbers.

    Ties are broken at random, or the first of them is taken.

    The tied cells are gathered as hexadecimal digits of one number.
    """
    best = -np.inf
    tied = np.int64(0)
    count = 0
    for order in range(moves[position, N_MOVES]):
        cell = np.int64(moves[position, order])
        value = q[slots[position, cell]]
        if value > best:
            best = value
            tied = cell
            count = 1
        elif value == best:
            tied |= cell << (4 * count)
            count += 1
    if random_ties and count > 1:
        choice, state = random_below(state, count)
        tied >>= 4 * choice
    return tied & 15, best, state


@njit(nogil=True, cache=True)
def pick_least_visited(moves: Any, slots: Any, visits: Any, position: Any, state: Any) -> Any:
    """Return the cell tried least often, ties at random, and the next state."""
    least = np.iinfo(np.int32).max
    tied = np.int64(0)
    count = 0
    for order in range(moves[position, N_MOVES]):
        cell = np.int64(moves[position, order])
        tries = visits[slots[position, cell]]
        if tries < least:
            least = tries
            tied = cell
            count = 1
        elif tries == least:
            tied |= cell << (4 * count)
            count += 1
    choice, state = random_below(state, count)
    return (tied >> (4 * choice)) & 15, state


@njit(nogil=True, cache=True)
def pick_uniform(moves: Any, position: Any, state: Any) -> Any:
    """Return any legal cell and the next state of the random numbers."""
    order, state = random_below(state, moves[position, N_MOVES])
    return np.int64(moves[position, order]), state


@njit(nogil=True, cache=True)
def exploration_by_experience(distinct_games: Any) -> Any:
    """Return the chance to explore after so many distinct games (system D)."""
    if distinct_games > 3000:
        return 1 / 10
    if distinct_games > 2000:
        return 1 / 5
    if distinct_games > 1000:
        return 1 / 3
    if distinct_games > 500:
        return 1 / 2
    return 1.0


@njit(nogil=True, cache=True)
def final_reward(rule: Rule, result: Any, mover: Any) -> Any:
    """Return the reward of a finished game for the side that made a move in it."""
    if result == 2:
        return rule.reward_draw
    return rule.reward_win if result == mover else rule.reward_loss


@njit(nogil=True, cache=True)
def learn_by_bootstrap(
    moves: Any,
    slots: Any,
    rule: Rule,
    q: Any,
    visits: Any,
    ring: Any,
    tally: Any,
    positions: Any,
    cells: Any,
    best: Any,
    length: Any,
    result: Any,
    learner_side: Any,
) -> None:
    """Learn by minimax-Q or Q-learning: the target rests on the best value further on.

    Minimax-Q (Littman 1994) looks one ply ahead, where a value is the opponent's and counts
    against the mover; Q-learning (Watkins 1989) looks two plies ahead, at the mover's next turn.
    """
    ahead_by = 1 if rule.rule == MINIMAX_Q else 2
    factor = -rule.gamma if rule.rule == MINIMAX_Q else rule.gamma
    for index in range(length):
        ply = length - 1 - index if rule.backward else index
        mover = ply & 1
        if learner_side == 1 - mover:
            continue
        ahead = ply + ahead_by
        target = -rule.move_cost
        if ahead >= length:
            target += final_reward(rule, result, mover)
        if rule.replay > 0:
            place = tally[STORED] % ring.shape[0]
            ring[place, 0] = positions[ply] * 9 + cells[ply]
            ring[place, 1] = positions[ahead] if ahead < length else -1
            ring[place, 2] = target
            tally[STORED] += 1
        if ahead < length:
            if rule.backward:
                target += factor * best_value(moves, slots, q, positions[ahead])
            else:
                target += factor * best[ahead]
        slot = slots[positions[ply], cells[ply]]
        visits[slot] += 1
        step = rule.alpha
        if rule.sample_average:
            step = 1.0 / visits[slot]
        q[slot] += step * (target - q[slot])


@njit(nogil=True, cache=True)
def learn_by_return(
    slots: Any,
    rule: Rule,
    q: Any,
    visits: Any,
    ring: Any,
    tally: Any,
    positions: Any,
    cells: Any,
    length: Any,
    result: Any,
    learner_side: Any,
) -> None:
    """Learn by Monte Carlo: the target is the final reward, discounted per own move."""
    for ply in range(length):
        mover = ply & 1
        if learner_side == 1 - mover:
            continue
        target = final_reward(rule, result, mover) - rule.move_cost
        for _ in range((length - 1 - ply) // 2):
            target = rule.gamma * target - rule.move_cost
        if rule.replay > 0:
            place = tally[STORED] % ring.shape[0]
            ring[place, 0] = positions[ply] * 9 + cells[ply]
            ring[place, 1] = -1
            ring[place, 2] = target
            tally[STORED] += 1
        slot = slots[positions[ply], cells[ply]]
        visits[slot] += 1
        step = rule.alpha
        if rule.sample_average:
            step = 1.0 / visits[slot]
        q[slot] += step * (target - q[slot])


@njit(nogil=True, cache=True)
def learn_by_memory(
    slots: Any,
    q: Any,
    visits: Any,
    memory: Any,
    positions: Any,
    cells: Any,
    length: Any,
    result: Any,
    learner_side: Any,
) -> None:
    """Add the reward of a finished game to the memory, and refresh the scores of its moves.

    System D: 1 for a game of 9 moves, 2 for 8, … 16 for 5; the score of a move is
    (100 · win + 10 · draw - loss) / (win + draw + loss).
    """
    for ply in range(length):
        mover = ply & 1
        if learner_side == 1 - mover:
            continue
        slot = slots[positions[ply], cells[ply]]
        visits[slot] += 1
        memory[slot, result] += 1 << (MAX_MOVES - length)
        win = np.int64(memory[slot, mover])
        loss = np.int64(memory[slot, 1 - mover])
        draw = np.int64(memory[slot, 2])
        q[slot] = (100.0 * win + 10.0 * draw - loss) / (win + draw + loss)


@njit(nogil=True, cache=True)
def learn_game(
    moves: Any,
    slots: Any,
    rule: Rule,
    q: Any,
    visits: Any,
    memory: Any,
    ring: Any,
    tally: Any,
    positions: Any,
    cells: Any,
    best: Any,
    length: Any,
    result: Any,
    learner_side: Any,
) -> None:
    """Learn from one finished game, from the moves of one side (0 or 1), or of both (-1).

    An update changes only values of its own ply, so learning after the game in forward order is
    the same as learning after every move; in backward order each target is already up to date.

    Parameters
    ----------
    positions, cells, best
        The game: the position at each ply, the cell played there, the best value it had.
    length, result
        Number of moves, and 0 (X won), 1 (O won) or 2 (draw).
    """
    if rule.rule == REWARD_MEMORY:
        learn_by_memory(slots, q, visits, memory, positions, cells, length, result, learner_side)
    elif rule.rule == MONTE_CARLO:
        learn_by_return(
            slots, rule, q, visits, ring, tally, positions, cells, length, result, learner_side
        )
    else:
        learn_by_bootstrap(
            moves, slots, rule, q, visits, ring, tally,
            positions, cells, best, length, result, learner_side,
        )  # fmt: skip


@njit(nogil=True, cache=True)
def learn_again(
    moves: Any, slots: Any, rule: Rule, q: Any, ring: Any, tally: Any, state: Any
) -> Any:
    """Learn again from `rule.replay` past transitions, drawn at random (Lin 1992).

    Returns the next state of the random numbers.
    """
    sign = -1.0 if rule.rule == MINIMAX_Q else 1.0
    for _ in range(rule.replay):
        place, state = random_below(state, min(tally[STORED], ring.shape[0]))
        pair = np.int64(ring[place, 0])
        ahead = np.int64(ring[place, 1])
        target = ring[place, 2]
        if ahead >= 0:
            target += sign * rule.gamma * best_value(moves, slots, q, ahead)
        slot = slots[pair // 9, pair % 9]
        q[slot] += rule.alpha * (target - q[slot])
    return state


@njit(nogil=True, cache=True)
def train_games(
    graph: Graph, slots: Any, minimax_scores: Any, rule: Rule, learner: Learner, games: int
) -> None:
    """Play and learn `games` games. All state is in `learner`: chunks add up to one run."""
    child, moves, own_slot = graph.child, graph.moves, graph.own_slot
    results, game_offset = graph.result, graph.game_offset
    q, visits, memory, ring = learner.q, learner.visits, learner.memory, learner.ring
    games_seen, tally = learner.games_seen, learner.tally
    random_ties = rule.random_ties
    positions = np.empty(MAX_MOVES + 1, np.int64)
    cells = np.empty(MAX_MOVES, np.int64)
    best = np.empty(MAX_MOVES + 1, np.float64)
    epsilon = learner.epsilon[0]
    state = learner.random[0]
    for _ in range(games):
        if rule.exploration == EXPERIENCE:
            epsilon = exploration_by_experience(tally[DISTINCT_GAMES])

        partner = SELF
        if rule.random_share + rule.minimax_share > 0.0:
            draw, state = random_unit(state)
            if draw < rule.random_share:
                partner = RANDOM
            elif draw < rule.random_share + rule.minimax_share:
                partner = MINIMAX
        agent_side = BOTH if partner == SELF else tally[GAMES] & 1
        if partner != SELF and rule.learns != BOTH:
            agent_side = rule.learns

        position = np.int64(0)
        game = np.int64(0)
        length = 0
        while position < N_OPEN:
            if agent_side == 1 - (length & 1):
                value = best_value(moves, slots, q, position)
                if partner == RANDOM:
                    cell, state = pick_uniform(moves, position, state)
                else:
                    cell, _, state = pick_greedy(
                        moves, own_slot, minimax_scores, position, True, state
                    )
            else:
                cell, value, state = pick_greedy(moves, slots, q, position, random_ties, state)
                chance, state = random_unit(state)
                if chance < epsilon:
                    tally[EXPLORATIONS] += 1
                    if rule.exploration == LEAST_VISITED:
                        cell, state = pick_least_visited(moves, slots, visits, position, state)
                    else:
                        cell, state = pick_uniform(moves, position, state)
            positions[length] = position
            cells[length] = cell
            best[length] = value
            game += game_offset[position, cell]
            position = np.int64(child[position, cell])
            length += 1

        result = results[position - N_OPEN]
        tally[GAMES] += 1
        tally[X_WINS + result] += 1
        bit = np.uint8(1 << (game & 7))
        if not games_seen[game >> 3] & bit:
            games_seen[game >> 3] |= bit
            tally[DISTINCT_GAMES] += 1

        learn_game(
            moves, slots, rule, q, visits, memory, ring, tally,
            positions, cells, best, length, result,
            rule.learns if agent_side == BOTH else agent_side,
        )  # fmt: skip
        if ring.shape[0] > 0:
            state = learn_again(moves, slots, rule, q, ring, tally, state)
        if rule.exploration != EXPERIENCE:
            epsilon = max(rule.epsilon_floor, epsilon * rule.epsilon_decay)
    learner.epsilon[0] = epsilon
    learner.random[0] = state
