"""An uploaded agent: the sentence about its settings, and what that means for links."""

import json
from dataclasses import replace

import pytest
from streamlit.testing.v1 import AppTest

import ttt_core as ttt
from tests.ui.support import address, new_app, run, turn_to, visitor
from ttt_core.learning.agent import reproducing_config
from ttt_ui.frame import agent_upload
from ttt_ui.frame.links import config_to_query

pytestmark = pytest.mark.slow

CONFIG = ttt.TrainingConfig(games=700, seed=5, gamma=0.8)
AGENT = ttt.train(CONFIG)


@pytest.fixture
def app() -> AppTest:
    return turn_to(new_app(), "inspect")


def upload(app: AppTest, text: str) -> AppTest:
    app.sidebar.file_uploader[0].set_value(("agent.json", text.encode(), "application/json"))
    return run(app)


def test_an_upload_that_its_settings_reproduce_is_linked_by_them(app: AppTest) -> None:
    upload(app, ttt.dump_agent(AGENT))
    assert "is now your agent." in app.success[0].value
    assert "Checked: retraining with its settings gives exactly the same agent." in (
        app.success[0].value
    )
    assert reproducing_config(visitor(app).agent) == CONFIG
    assert config_to_query(CONFIG).items() <= address(app).items()
    visitor(app).relabel(name="Zoë", level="Expert")
    assert reproducing_config(visitor(app).agent) == CONFIG


def test_an_upload_that_its_settings_do_not_reproduce_is_not_linked_by_them(app: AppTest) -> None:
    q = AGENT.q.copy()
    q[0, 4] += 0.25
    claims = {"reproducible": True, "checked": True}  # are not believed
    upload(app, json.dumps(json.loads(ttt.dump_agent(replace(AGENT, q=q))) | claims))
    assert app.warning[0].value.endswith("gives **a different agent**.")
    assert reproducing_config(visitor(app).agent) is None
    assert set(address(app)) == {"board"}
    turn_to(app, "train")
    assert "games" not in address(app)
    assert "download it as a file" in "\n".join(words.value for words in app.markdown)


def test_the_reason_why_an_upload_cannot_be_checked_is_said(app: AppTest) -> None:
    for agent, why in (
        (ttt.learn_from_game(AGENT, (0, 3, 1, 4, 2)), "It has also learned outside its training"),
        (ttt.train(CONFIG, partner=AGENT), "It was trained against an agent"),
        (replace(AGENT, trained_elsewhere=CONFIG), "It was trained in another program"),
    ):
        upload(app, ttt.dump_agent(agent))
        assert f"It cannot be checked. {why}" in app.success[0].value
        assert reproducing_config(visitor(app).agent) is None


def test_an_untrained_agent_is_loaded_without_a_result(app: AppTest) -> None:
    upload(app, ttt.dump_agent(ttt.untrained("Ada")))
    assert app.success[0].value == (
        "Ada is now your agent. The previous one is under **Earlier agents**, in **File**."
    )


def test_a_check_that_would_take_too_long_is_not_made(
    app: AppTest, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(agent_upload, "MAX_UPDATES_AT_ONCE", 1)
    upload(app, ttt.dump_agent(AGENT))
    assert "Replaying its 700 games would take too long." in app.success[0].value
    assert reproducing_config(visitor(app).agent) is None


def test_another_origin_is_named(app: AppTest) -> None:
    for origin, words in (
        ({"program": "Else *where*", "version": "9"}, r"Else \*where\*, version 9"),
        (None, "does not say which program"),
    ):
        upload(app, json.dumps(json.loads(ttt.dump_agent(AGENT)) | {"origin": origin}))
        assert words in app.sidebar.markdown[0].help
