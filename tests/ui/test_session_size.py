"""Whatever a visitor does, the server keeps at most 4 MB for them."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from streamlit.testing.v1 import AppTest

import ttt_core as ttt
from tests.ui.session_size import session_bytes
from tests.ui.support import go_to, new_app, press, run, slide, turn_to, until, visitor
from ttt_ui.compare.measuring.plan import opening
from ttt_ui.compare.measuring.state import MAX_SEEDS, SEEDS, Comparison, SweepState
from ttt_ui.compare.state import LEARNING_CURVES, SIDE_BY_SIDE
from ttt_ui.compare.state import VIEW as COMPARE_VIEW
from ttt_ui.inspect.state import VIEW, VIEWS
from ttt_ui.learn.state import CHAPTERS
from ttt_ui.play.story import Story
from ttt_ui.train.state import BAND, TAB, TABS, known_training
from ttt_ui.visit.limits import MAX_AGENTS
from ttt_ui.visit.session import key_of

MOST = 4 * 2**20
_KINDS = (
    ttt.TrainingConfig(games=100_000),
    ttt.TrainingConfig(games=100_000, rule="reward-memory", random_share=0.5),
    ttt.TrainingConfig(games=100_000, rule="q-learning", symmetry=False, random_share=0.5),
    ttt.TrainingConfig(games=10_000, rule="matchboxes", random_share=1.0),
)


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
    take_rule(app, "reward-memory")
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


def take_rule(app: AppTest, rule: str) -> None:
    next(box for box in app.selectbox if box.label == "Rule").set_value(rule)
    run(app)


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
        sizes[where] = sum(session_bytes(app).values())
    assert max(sizes.values()) < MOST
    assert min(sizes.values()) > 2**19  # so that the measure misses nothing large
