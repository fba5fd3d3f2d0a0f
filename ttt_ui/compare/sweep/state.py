"""What the sweep keeps for a visitor: the form and the results."""

from dataclasses import dataclass, field, replace

import ttt_core as ttt
from ttt_core.sentences import tr_noop
from ttt_ui.compare.sweep.measuring import Measuring
from ttt_ui.compare.sweep.plan import Plan, first_plan
from ttt_ui.train.state import train_state
from ttt_ui.visit.limits import LimitError
from ttt_ui.visit.session import key_of, per_visitor, session
from ttt_ui.widgets import FreshKeys, held

AS_ON_TRAIN = tr_noop("As on Train")
AS_IN_YOUR_AGENT = tr_noop("As in your agent")
AS_IN_THE_LINK = tr_noop("As in the link")


_NUMBERS_OF_AN_AXIS = ("low", "high", "count", "by_factor")


@dataclass
class SweepState:
    # What the controls show. Its base is used only if `source` is the link; see `plan`.
    form: Plan
    source: str = AS_ON_TRAIN  # where all other settings come from
    has_link: bool = False  # whether a link has set them
    untouched: bool = False  # whether a link has filled in the form and no sweep was started since
    measuring: Measuring | None = None  # the last sweep started; None before the first
    # The cell described in words: its places across and up.
    picked: dict[str, int] = field(default_factory=lambda: {"across": 0, "up": 0})
    key: FreshKeys = field(default_factory=lambda: FreshKeys("sweep"))
    result_key: FreshKeys = field(default_factory=lambda: FreshKeys("sweep_result"))
    _checked: tuple[Plan, ttt.Sweep | ValueError] | None = None

    @property
    def plan(self) -> Plan:
        """The form with the settings that all runs share."""
        if self.source == AS_ON_TRAIN:
            return replace(self.form, base=train_state().settings)
        if self.source == AS_IN_YOUR_AGENT:
            return replace(self.form, base=session().agent.config)
        return self.form

    def checked(self, plan: Plan) -> ttt.Sweep | ValueError:
        """Return the sweep of a plan, or the error that says why it is not valid."""
        if self._checked is None or self._checked[0] != plan:
            try:
                self._checked = plan, plan.sweep()
            except (ttt.ConfigError, LimitError) as error:
                self._checked = plan, error
        return self._checked[1]

    def take(self, form: Plan, by: str = "") -> None:
        """Set the form; `by` names the control that changed it, if one did.

        Another setting for an axis changes the numbers of that axis.
        """
        before, self.form = self.form, form
        if not by:
            self.key.renew()
            return
        for which in ("across", "up"):
            if getattr(form, which).setting != getattr(before, which).setting:
                self.key.renew(*(f"{which}.{part}" for part in _NUMBERS_OF_AN_AXIS))

    @property
    def sources(self) -> tuple[str, ...]:
        """Where all other settings can come from."""
        own = AS_ON_TRAIN, AS_IN_YOUR_AGENT
        return (*own, AS_IN_THE_LINK) if self.has_link else own

    def fill_in(self, plan: Plan) -> None:
        """Fill in the form with a plan; this measures nothing."""
        self.has_link = plan.base != train_state().settings
        self.source = AS_IN_THE_LINK if self.has_link else AS_ON_TRAIN
        self.take(plan)
        self.untouched = self.measuring is None or self.measuring.plan != plan


def last_measuring() -> Measuring | None:
    """Return the visitor's last sweep; None before the first."""
    state = held(key_of(SweepState))
    return state.measuring if isinstance(state, SweepState) else None


def sweep_state() -> SweepState:
    visitor, train = session(), train_state()
    train.follow_agent(visitor)
    return per_visitor(SweepState, lambda: SweepState(first_plan(train.settings)))
