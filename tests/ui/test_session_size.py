"""Whatever a visitor does, the server keeps at most 4 MB for them."""

import gc
import sys
from collections.abc import Iterable, Iterator
from dataclasses import replace
from types import BuiltinFunctionType, FunctionType, ModuleType
from typing import Any

import numpy as np
import pandas as pd
import pytest
from streamlit.testing.v1 import AppTest

import ttt_core as ttt
from tests.ui.support import go_to, new_app, press, run, slide, turn_to, until, visitor
from ttt_core.learning import ready_made
from ttt_ui.compare.measuring.plan import opening
from ttt_ui.compare.measuring.state import MAX_SEEDS, SEEDS, Comparison, SweepState
from ttt_ui.compare.state import LEARNING_CURVES, SIDE_BY_SIDE
from ttt_ui.compare.state import VIEW as COMPARE_VIEW
from ttt_ui.inspect.state import VIEW, VIEWS
from ttt_ui.learn.state import CHAPTERS
from ttt_ui.play.story import Story
from ttt_ui.runs import kept_results
from ttt_ui.train.state import BAND, TAB, TABS, known_training
from ttt_ui.visit.limits import MAX_AGENTS
from ttt_ui.visit.players import preset_agent
from ttt_ui.visit.session import default_agent, key_of

MOST = 4 * 2**20
_NOBODYS = (type, ModuleType, BuiltinFunctionType)
_KINDS = (
    ttt.TrainingConfig(games=100_000),
    ttt.TrainingConfig(games=100_000, rule="reward-memory", random_share=0.5),
    ttt.TrainingConfig(games=100_000, rule="q-learning", symmetry=False, random_share=0.5),
    ttt.TrainingConfig(games=10_000, rule="matchboxes", random_share=1.0),
)


def session_bytes(app: AppTest) -> int:
    """Return the size in bytes of a tested app's session.

    What all sessions share does not count: modules, what functions keep, the agents that everybody
    meets.
    """
    state = app.session_state._state._state
    return _size([*state.filtered_state.values(), state], _shared())


def _shared() -> dict[int, object]:
    seen: dict[int, object] = {}
    ours = [
        m for name, m in sys.modules.items() if name.partition(".")[0] in ("ttt_core", "ttt_ui")
    ]
    roots = [vars(module) for module in ours]
    reward_memory = preset_agent("Reward memory (Kutschera 2018)")
    everybodys = [default_agent(), reward_memory, ready_made("Trap setter")]
    _size([*roots, *everybodys], seen)
    # The server's results are nobody's; those that a visit shows count, whether kept there or not.
    seen[id(kept_results())] = kept_results()
    return seen


def _size(roots: Iterable[Any], seen: dict[int, object]) -> int:
    """Return the size of all objects reachable from `roots` that are not yet in `seen`."""
    total, waiting = 0, list(roots)
    while waiting:
        found = waiting.pop()
        if id(found) in seen or isinstance(found, _NOBODYS):
            continue
        seen[id(found)] = found
        if isinstance(found, FunctionType):
            waiting += [found.__closure__, found.__defaults__, found.__kwdefaults__]
            continue
        of_pandas = isinstance(found, pd.DataFrame | pd.Series | pd.Index)
        total += object.__sizeof__(found) if of_pandas else sys.getsizeof(found)
        waiting += gc.get_referents(found)
        if isinstance(found, np.ndarray) and found.base is not None:
            waiting.append(found.base)
    return total


def rivals() -> list[ttt.Agent]:
    """Return eight agents of all kinds that know many positions."""
    made = [replace(_KINDS[number % len(_KINDS)], seed=number) for number in range(MAX_AGENTS)]
    return [replace(ttt.train(config), name=f"Rival {config.seed}") for config in made]


def heavy_visit() -> Iterator[tuple[str, AppTest]]:
    """Visit every page and use everything on it; yield the name of each stop."""
    app = new_app()
    run(app)
    press(app, "Teach an agent from scratch")
    press(app, "1,000 games")
    story = visitor(app).attached.get(Story)
    until(lambda: story.practice is None)
    run(app)
    yield "Play, with a pupil", app
    for where, use in (
        ("Compare", _compare),
        ("Train", _train),
        ("Inspect", _inspect),
        ("Play", _play),
        ("Learn", _learn),
    ):
        use(app)
        yield where, app
    turn_to(app, "compare")
    yield "Compare again", app
    turn_to(app, "train")
    yield "Train again", app


def _compare(app: AppTest) -> None:
    turn_to(app, "compare")
    files = [(f"{a.name}.json", ttt.dump_agent(a).encode(), "application/json") for a in rivals()]
    next(u for u in app.file_uploader if u.label.startswith("Agent files")).set_value(files)
    run(app)
    app.session_state[COMPARE_VIEW.key] = SIDE_BY_SIDE
    run(app)
    app.session_state[COMPARE_VIEW.key] = LEARNING_CURVES
    app.session_state[SEEDS.key] = MAX_SEEDS // 3
    comparison = app.session_state[key_of(Comparison)]
    configs = zip((*_KINDS, *opening()), range(300, 306), strict=True)
    comparison.replace_all(tuple(replace(config, games=games) for config, games in configs))
    run(app)  # which measures so little at once
    until(lambda: comparison.runs.finished)
    run(app)
    turn_to(app, "play")
    large = {"across": "alpha:0.1:1:30", "up": "gamma:0.1:1:30", "seeds": "5", "base.games": "50"}
    go_to(app, "compare", view="sweep", **large)
    app.query_params.clear()
    press(app, "Start the sweep")
    press(app, "Stop", key="sweep_stop")
    sweep = app.session_state[key_of(SweepState)].measuring
    until(sweep.job._ended.is_set)


def _train(app: AppTest) -> None:
    app.session_state["group_advanced"] = app.session_state["group_partner"] = True
    turn_to(app, "train")
    for gamma in (0.5, 0.6, 0.7, 0.8, 0.95):
        slide(app, "setting_gamma", gamma)
    run(app)
    press(app, "", key="experiment_answer_epsilon-0_0")
    next(box for box in app.selectbox if box.label == "Rule").set_value("reward-memory")
    run(app)
    slide(app, "setting_random_share", 0.5)
    app.session_state[BAND.key] = True
    run(app)
    band = known_training(visitor(app))._band
    until(lambda: not band.running)  # a run under way is kept, too
    for tab in (*TABS[1:], TAB.default):
        app.session_state[TAB.key] = tab
        run(app)
    press(app, "Animate", key="train_replay")
    run(app)
    run(app)
    press(app, "Pause", key="train_replay")


def _inspect(app: AppTest) -> None:
    turn_to(app, "inspect")
    for view in (*VIEWS, VIEWS[0]):
        app.session_state[VIEW.key] = view
        for number in range(5):
            app.session_state[f"inspect_question_{number}"] = True
        run(app)


def _play(app: AppTest) -> None:
    turn_to(app, "play")
    choose(app, "Mode", "Watch it play")
    speed = next(slider for slider in app.select_slider if slider.label == "Speed")
    speed.set_value(speed.options[-1])
    run(app)
    press(app, "", key="show_play")
    for _ in range(5):
        run(app)
    press(app, "", key="show_pause")
    choose(app, "Mode", "Play the agent")
    choose(app, "Level", "Custom")
    next(box for box in app.selectbox if box.label == "Other moves by").set_value("Rival 1")
    run(app)


def _learn(app: AppTest) -> None:
    turn_to(app, "learn")
    for name, chapter in CHAPTERS.items():
        next(box for box in app.selectbox if box.label == "Chapter").set_value(name)
        run(app)
        press(app, chapter.ANSWERS[0])
        for label in ("Run", "Next update", "Use an example", "Play 1,000"):
            if any(button.label.startswith(label) for button in app.button):
                press(app, label)


def choose(app: AppTest, label: str, option: str) -> None:
    next(c for c in app.button_group if c.label == label).set_value(option)
    run(app)


@pytest.mark.thorough
def test_a_heavy_visit_with_eight_rivals() -> None:
    sizes = {}
    for where, app in heavy_visit():
        sizes[where] = session_bytes(app)
    assert max(sizes.values()) < MOST
    assert min(sizes.values()) > 2**19  # so that the measure misses nothing large
