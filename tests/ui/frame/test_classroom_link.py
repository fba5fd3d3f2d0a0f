"""Classroom links: what they hide, how to show it again, and how to make one."""

import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from streamlit.testing.v1 import AppTest

import ttt_core as ttt
from tests.docs.test_french import text_of
from tests.languages import fr
from tests.ui.support import (
    address,
    all_cores_busy,
    click,
    come_by_link,
    go_to,
    has_slider,
    kept_in,
    new_app,
    offered_link,
    run,
    said,
    slide,
    trail,
    train_state,
    until,
    visitor,
)
from ttt_ui.compare.state import PARTS as COMPARE_PARTS
from ttt_ui.compare.state import VIEWS as COMPARE_VIEWS
from ttt_ui.frame.address import Address
from ttt_ui.frame.field import Field
from ttt_ui.frame.links import Link, config_to_query, slug
from ttt_ui.inspect.state import PARTS as INSPECT_PARTS
from ttt_ui.inspect.state import VIEW, VIEWS
from ttt_ui.learn.state import CHAPTERS, LearnState
from ttt_ui.learn.state import PARTS as LEARN_PARTS
from ttt_ui.play.state import MODE, MODE_LABELS
from ttt_ui.play.state import PARTS as PLAY_PARTS
from ttt_ui.train import actions as train_actions
from ttt_ui.train.experiments import EXPERIMENTS
from ttt_ui.train.state import PARTS, TAB, TABS

pytestmark = pytest.mark.slow

ALL_PARTS = (PLAY_PARTS, PARTS, INSPECT_PARTS, COMPARE_PARTS, LEARN_PARTS)
CONFIG = ttt.TrainingConfig(games=300, seed=5)


def labels(app: AppTest) -> set[str]:
    """Return the labels of what the visitor can press, choose or open."""
    kinds = (app.button, app.toggle, app.selectbox, app.tabs, app.expander, app.button_group)
    return {element.label for kind in kinds for element in kind}


def tabs(app: AppTest) -> list[str]:
    return [tab.label for tab in app.tabs]


@given(st.sets(st.sampled_from(sorted(PARTS.labels))))
def test_a_link_hides_the_same_parts_again(hidden: set[str]) -> None:
    query = PARTS.to_query(hidden)
    link = Link(dict(query))
    assert PARTS.read_hidden(link) == frozenset(hidden)
    assert link == Link()
    assert bool(query) == bool(hidden)


@given(st.text())
def test_any_text_hides_something_or_is_reported(text: str) -> None:
    link = Link({"hide": text})
    hidden = PARTS.read_hidden(link)
    assert hidden <= PARTS.labels.keys()
    names = {name.strip() for name in text.split(",")} - {""}
    assert bool(link.dropped) == bool(names - PARTS.labels.keys())
    link = Link({"view": text})
    assert (TAB.read(link) is None) == bool(link.dropped)


@pytest.mark.parametrize("field", [TAB, VIEW, MODE])
def test_views_come_back_from_their_links(field: Field[str]) -> None:
    (offered,) = field.offers()
    for view in offered:
        link = Link(field.to_query(view) or {"view": slug(view)})
        assert field.read(link) == view
        assert link == Link()
    assert field.to_query(offered[0]) == {}
    assert field.to_query("nonsense") == {}


def test_earlier_names_of_views_are_still_understood() -> None:
    for earlier, view in (
        ("why-it-is-beatable", "Weak spots"),
        ("what-the-numbers-mean", "Update rule"),
        ("time-machine", "Experiments"),
    ):
        assert TAB.read(Link({"view": earlier})) == view
    assert PARTS.read_hidden(Link({"hide": "what-the-numbers-mean"})) == {"update-rule"}


def test_a_link_hides_what_it_names_until_everything_is_shown_again() -> None:
    query = {"hide": "partner,rewards,experiments,figures,why,slow-motion,preset,rule"}
    app = come_by_link("train", **query, view="five-questions", **config_to_query(CONFIG))
    slide(app, "setting_alpha", 0.3)
    go_to(app, "inspect")
    assert "hide" not in address(app)
    go_to(app, "train")
    assert (address(app)["alpha"], address(app)["view"]) == ("0.3", "five-questions")
    assert set(address(app)["hide"].split(",")) == set(query["hide"].split(","))
    app.session_state["group_advanced"] = True
    run(app)
    assert not {"Training partner", "Rewards", "Preset", "Rule"} & labels(app)
    assert {"Learning", "Exploration", "Other settings"} <= labels(app)
    assert tabs(app) == ["Five questions", "Update rule"]
    assert not app.metric
    assert "This link hides 8 parts of the page." in said(app)
    assert "Show all wrong answers" in labels(app)
    click(app, "Show all")
    assert "hide" not in address(app)
    assert kept_in(app, Address).pushed
    assert {"Training partner", "Rewards"} <= labels(app)
    assert tabs(app) == list(TABS)
    assert app.session_state[TAB.key] == "Five questions"
    assert app.metric
    assert "This link hides" not in said(app)


def test_the_strip_omits_the_numbers_of_a_hidden_group() -> None:
    app = come_by_link("train", hide="learning,curve")
    assert has_slider(app, "strip_games")
    assert not has_slider(app, "strip_alpha")
    assert not has_slider(app, "setting_gamma")
    assert has_slider(app, "setting_epsilon")
    assert "Games axis" not in labels(app)


def test_everything_at_once_can_be_hidden_and_the_settings_stay() -> None:
    app = come_by_link("train", hide=",".join(PARTS.labels))
    assert not app.tabs
    assert not app.metric
    assert train_state(app).settings == ttt.PRESETS["Default"]
    assert visitor(app).agent_before is None
    assert tabs(click(app, "Show all")) == list(TABS)


def test_a_long_training_does_not_forget_the_view(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(train_actions, "STEP_SECONDS", 0.0)
    settings = config_to_query(replace(CONFIG, games=50_000))
    app = run(new_app())
    with all_cores_busy():
        go_to(app, "train", hide="partner", view="slow-motion", **settings)
        assert not app.tabs
        assert address(app)["view"] == "slow-motion"
    until(lambda: not visitor(app).training_under_way)
    run(app)
    assert app.tabs
    assert address(app)["view"] == "slow-motion"
    assert app.session_state[TAB.key] == "Slow motion"


def test_a_link_to_inspect_opens_a_view() -> None:
    app = come_by_link("inspect", view="all-positions", board="X--|-O-|---")
    assert app.session_state[VIEW.key] == "All positions"
    assert address(app) == {"board": "X--|-O-|---", "view": "all-positions"}
    assert trail(app).board == "X---O----"
    assert offered_link(app)["view"] == "all-positions"
    app.session_state[VIEW.key] = VIEWS[0]
    run(app)
    assert address(app) == {"board": "X--|-O-|---"}
    assert not kept_in(app, Address).pushed


def test_a_teacher_makes_a_link() -> None:
    app = come_by_link("train", **config_to_query(CONFIG))
    assert {"hide", "view"}.isdisjoint(offered_link(app))
    for label, chosen in (("Hide", ["partner", "experiments"]), ("Open with", "Update rule")):
        (pills,) = [group for group in app.get("button_group") if group.label == label]
        pills.set_value(chosen)
        run(app)
    assert offered_link(app) == config_to_query(CONFIG) | {
        "hide": "partner,experiments",
        "view": "update-rule",
    }
    assert "hide" not in address(app)
    app.session_state["group_advanced"] = True
    assert "Training partner" in labels(run(app))
    expect_link_shown_large(app)
    opened = come_by_link("train", **offered_link(app))
    assert offered_link(opened) == offered_link(app) == address(opened)


@pytest.mark.parametrize("page", ["docs/classroom.md", "docs/classroom.fr.md"])
def test_the_page_for_teachers_has_every_name(page: str) -> None:
    rows = re.findall(r"^\| `(\w+)` \| (\w+) \| (.+) \|$", text_of(page), re.M)
    said = fr if page.endswith(".fr.md") else str
    told = {(parameter, of): re.findall("`([^`]+)`", names) for parameter, of, names in rows}
    names = {
        **{("hide", parts.page.capitalize()): list(parts.labels) for parts in ALL_PARTS},
        ("only", "Train"): list(EXPERIMENTS),
        ("only", "Learn"): list(CHAPTERS),
        ("view", "Train"): [slug(tab) for tab in TABS],
        ("view", "Inspect"): [slug(view) for view in VIEWS],
        ("view", "Play"): [slug(mode) for mode in MODE_LABELS],
        ("view", "Compare"): [slug(view) for view in COMPARE_VIEWS],
        ("experiment", "Train"): list(EXPERIMENTS),
        ("chapter", "Learn"): list(CHAPTERS),
    }
    assert told == {(parameter, said(of)): known for (parameter, of), known in names.items()}


@pytest.mark.parametrize(
    ("page", "hidden", "gone"),
    [
        ("inspect", "verdict,symmetry", {"Symmetry", "Verdict"}),
        ("compare", "sweep,standings,judge", {"Sweep", "Judge files", "All figures"}),
        ("learn", "chapters,sources", {"Chapter", "Sources"}),
        ("play", "mode,why,hint", {"Mode", "Hint"}),
    ],
)
def test_every_page_hides_what_a_link_names_and_shows_its_link_large(
    page: str, hidden: str, gone: set[str]
) -> None:
    query = {"view": "against-the-agent"} if page == "play" else {}
    app = come_by_link(page, hide=hidden, **query)
    assert not gone & labels(app)
    assert address(app)["hide"] == hidden
    assert offered_link(app)["hide"] == hidden
    click(app, "Show all")
    assert "hide" not in address(app)
    assert gone <= labels(app)
    expect_link_shown_large(app)


def expect_link_shown_large(app: AppTest) -> None:
    (dialog,) = click(app, "QR code").get("dialog")
    assert dialog.title[0].value
    assert not dialog.warning


def test_one_experiment_is_shown_alone_and_leaves_the_agent_as_it_is() -> None:
    app = come_by_link("train", only="epsilon-0", **config_to_query(CONFIG))
    assert f"games={CONFIG.games}\\: this has no effect next to only" in said(app)
    assert [title.value for title in app.title] == ["Experiment: Never explore"]
    assert not app.tabs
    assert not has_slider(app, "setting_games")
    assert not has_slider(app, "strip_games")
    assert "Experiment" not in labels(app)
    assert address(app) == {"only": "epsilon-0"}
    click(app, EXPERIMENTS["epsilon-0"].answers[0])
    assert address(app) == {"only": "epsilon-0"}
    assert visitor(app).agent.training == (ttt.PRESETS["Default"],)
    assert visitor(app).agent_before is None


def test_one_chapter_is_shown_alone_also_after_another_page_and_a_teacher_links_to_it() -> None:
    app = come_by_link("learn", only="exploring", **config_to_query(CONFIG))
    assert f"games={CONFIG.games}\\: this has no effect next to only" in said(app)
    assert visitor(app).agent.training == (ttt.PRESETS["Default"],)
    for _ in range(2):
        assert [title.value for title in app.title] == [CHAPTERS["exploring"].TITLE]
        assert not {"Chapter", "Glossary", "Sources"} & labels(app)
        assert not [button for button in app.button if str(button.key).startswith("learn_step")]
        assert address(app) == {"only": "exploring"}
        assert offered_link(app) == {"only": "exploring"}
        go_to(app, "inspect")
        go_to(app, "learn")
    go_to(app, "inspect")
    go_to(app, "learn", chapter="minus-sign")
    assert kept_in(app, LearnState).chapter == "minus-sign"
    assert {"Chapter", "Glossary", "Sources"} <= labels(app)
    next(toggle for toggle in app.toggle if toggle.label == "Only this chapter").set_value(True)
    assert offered_link(run(app)) == {"only": "minus-sign"}
    assert address(app) == {"chapter": "minus-sign"}
