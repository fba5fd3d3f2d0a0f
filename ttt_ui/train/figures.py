"""The figures of an agent's training, each with its difference from the previous run."""

from collections.abc import Callable, Iterator
from typing import Any

import ttt_core as ttt
from ttt_core.game import N_GAMES
from ttt_core.learning import RULES, LearningCurve, Standing
from ttt_core.sentences import tr_noop
from ttt_ui.glossary import meaning
from ttt_ui.language import localised, tr
from ttt_ui.train.training import PreviousRun, Training
from ttt_ui.wording import counted, knowledge, percent, shortened

Figure = dict[str, Any]
"""A figure, by the names of what `st.metric` takes."""
Words = tuple[str, str, str]
"""The words for more and less of something, and the colour of more."""

_CHECKED = tr_noop(
    "From this game to the end of its training, no opponent could win. Checked after every game."
)
_CHECKED_NOW_AND_THEN = tr_noop(
    "From this game to the end of its training, no opponent could win. Checked after every 500 "
    "games."
)
_SMALLEST_SHOWN = 0.005
_GOOD = tr_noop("better"), tr_noop("worse"), "green"
_BAD = tr_noop("worse"), tr_noop("better"), "violet"
_LATE = tr_noop("later"), tr_noop("sooner"), "violet"
_MORE = tr_noop("more"), tr_noop("fewer"), "off"
_FAST = tr_noop("faster"), tr_noop("slower"), "off"
_OTHER_COLOUR = {"green": "violet", "violet": "green", "off": "off"}


def figures_of(
    agent: ttt.Agent, training: Training | None, previous_run: PreviousRun | None
) -> Iterator[Figure]:
    """Yield the figures of an agent, next to those of a previous run, if any.

    Without a `training` (how it was trained is not known), some are left out.
    """
    stats, was = agent.stats, previous_run.stats if previous_run else None
    if training is not None:
        curve, then = training.curve, previous_run.curve if previous_run else None

        def share(
            label: str, last: Callable[[LearningCurve], float], words: Words, help_: str
        ) -> Figure:
            before = float(last(then)) if then else None
            return _share(label, float(last(curve)), before, words, help_)

        yield share(
            tr("X loses vs random"),
            lambda curve: curve.vs_random_as_x[-1, 2],
            _BAD,
            tr("The share of its games as X that the agent loses to a random player. Exact."),
        )
        yield share(
            tr("O loses vs random"),
            lambda curve: curve.vs_random_as_o[-1, 2],
            _BAD,
            tr("The share of its games as O that the agent loses to a random player. Exact."),
        )
        yield share(
            tr("Optimal moves"),
            lambda curve: curve.optimal_share[-1],
            _GOOD,
            meaning("Optimal moves"),
        )
        yield _unbeatable_since(
            training.standing,
            previous_run.standing if previous_run else None,
            tr(_CHECKED_NOW_AND_THEN) if agent.kind in ("network", "policy") else tr(_CHECKED),
        )

    def count(label: str, of: str, help_: str) -> Figure:
        before = getattr(was, of) if was else None
        return _count(label, getattr(stats, of), before, _MORE, help_)

    yield count(tr("Games"), "games", tr("All games this agent has learned from."))
    known = knowledge(agent)
    known_before = None
    if previous_run is not None:
        had_boxes = RULES[previous_run.settings.rule].kind == "matchboxes"
        known_before = previous_run.known if had_boxes == (agent.kind == "matchboxes") else None
    yield _count(known.label, known.number, known_before, _MORE, known.help)
    yield count(
        tr("Distinct games"), "distinct_games", tr("Out of {n:,} possible games.", n=N_GAMES)
    )
    yield count(
        tr("Exploratory moves"), "explorations", tr("Made in training to learn something new.")
    )
    for label, of in (
        (tr("X wins in training"), "x_wins"),
        (tr("O wins in training"), "o_wins"),
        (tr("Draws in training"), "draws"),
    ):
        number = getattr(stats, of)
        yield _share(
            label,
            number / stats.games if stats.games else None,
            getattr(was, of) / was.games if was else None,
            _MORE,
            f"{counted(number, 'game', 'games')}.",
        )
    speed = training.games_per_second if training else 0.0
    yield _figure(
        tr("Games per second per core"),
        shortened(speed) if speed else "–",
        tr(
            "Measured over the whole last run, without the time for measuring, drawing and waiting "
            "for a free core. Training is slower while the table is still changing."
        ),
        speed - previous_run.games_per_second if previous_run and speed else None,
        _FAST,
        shortened,
    )


def _unbeatable_since(now: Standing, then: Standing | None, help_: str) -> Figure:
    label = tr("Unbeatable since game")
    value = "–" if now.since is None else localised(f"{now.since:,}")
    figure = {"label": label, "value": value, "help": help_}
    if then is None or now.since is then.since is None:
        return figure
    if now.since is not None and then.since is not None:
        return _count(label, now.since, then.since, _LATE, help_)
    if then.since is None:
        before, colour = tr("before: beatable"), "green"
    else:
        before, colour = tr("before: {game:,}", game=then.since), "violet"
    return figure | {"delta": before, "delta_color": colour, "delta_arrow": "off"}


def _count(label: str, now: int, then: int | None, words: Words, help_: str) -> Figure:
    difference = None if then is None else now - then
    return _figure(
        label,
        localised(f"{now:,}"),
        help_,
        difference,
        words,
        lambda number: localised(f"{number:,.0f}"),
    )


def _share(label: str, now: float | None, then: float | None, words: Words, help_: str) -> Figure:
    """Return the figure of a share; the difference is in percentage points."""
    value = "–" if now is None else percent(now)
    difference = None if now is None or then is None else 100 * (now - then)
    return _figure(label, value, help_, difference, words, _points)


def _points(number: float) -> str:
    if number >= 0.1:
        return tr("{number:.1f} points", number=number)
    return tr("{number:.2f} points", number=number)


def _figure(
    label: str,
    value: str,
    help_: str,
    difference: float | None,
    words: Words,
    in_text: Callable[[float], str],
) -> Figure:
    figure = {"label": label, "value": value, "help": help_}
    if difference is None:
        return figure
    if abs(difference) < _SMALLEST_SHOWN:
        word = tr("almost") if difference else None
        same = {"delta": 0, "delta_color": "off", "delta_arrow": "off"}
        return figure | same | {"delta_description": word}
    is_more, (more, less, colour) = difference > 0, words
    return figure | {
        "delta": f"{'+' if is_more else '−'}{in_text(abs(difference))}",
        "delta_color": colour if is_more else _OTHER_COLOUR[colour],
        "delta_arrow": "up" if is_more else "down",
        "delta_description": tr(more if is_more else less),  # so that colour is not the only sign
    }
