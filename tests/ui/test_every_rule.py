"""An agent of every learning rule has each tab of Train, each view of Inspect, and games."""

import pytest

import ttt_core as ttt
from tests.ui.support import come_by_link, run, turn_to, visitor
from ttt_core.learning import RULES
from ttt_ui.inspect.state import VIEW, VIEWS
from ttt_ui.train.state import TAB, TABS


@pytest.mark.thorough
@pytest.mark.parametrize("rule", ["afterstates", "reinforce"])
def test_a_textbook_learner_is_everywhere(rule: str) -> None:
    app = come_by_link("train", games="300", seed="1", rule=rule)
    agent = visitor(app).agent
    assert agent.training[0].rule == rule
    for page, field, names in (("train", TAB, TABS), ("inspect", VIEW, VIEWS)):
        turn_to(app, page)
        for name in names:
            app.session_state[field.key] = name
            run(app)
    for page in ("play", "compare", "learn"):
        turn_to(app, page)
    assert visitor(app).agent.fingerprint == agent.fingerprint


@pytest.mark.parametrize("rule", RULES)
def test_an_agent_of_every_rule_learns_from_a_game_with_a_person(rule: str) -> None:
    agent = ttt.train(ttt.TrainingConfig(games=20, seed=1, rule=rule))
    after = ttt.learn_from_game(agent, (0, 3, 1, 4, 2))
    assert after.stats.games == agent.stats.games + 1
    assert after.fingerprint != agent.fingerprint
    assert ttt.load_agent(ttt.dump_agent(after)) == after
