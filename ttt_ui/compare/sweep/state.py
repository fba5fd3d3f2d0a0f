"""What the sweep keeps for a visitor: the form and the results."""

from collections import Counter
from dataclasses import dataclass, field, replace
from typing import Literal, get_args

import ttt_core as ttt
from ttt_ui.compare.sweep.measuring import Measuring
from ttt_ui.compare.sweep.plan import Plan, first_plan
from ttt_ui.train.state import train_state
from ttt_ui.visit.limits import LimitError
from ttt_ui.visit.session import per_visitor, session
from ttt_ui.widgets import GENERATIONS

Source = Literal["As on Train", "As in your agent", "As in the link"]
SOURCES: tuple[Source, ...] = get_args(Source)


@dataclass
class SweepState:
    """What the sweep keeps for a visitor.

    Attributes
    ----------
    form
        What the controls show. Its base is used only if `source` is the link; see `plan`.
    source
        Where all other settings come from.
    has_link
        Whether a link has set them.
    untouched
        Whether a link has filled in the form and no sweep was started since.
    measuring
        The last sweep started; None before the first.
    number
        The number of sweeps started.
    picked
        The cell described in words: its places across and up.
    """

    form: Plan
    source: Source = "As on Train"
    has_link: bool = False
    untouched: bool = False
    measuring: Measuring | None = None
    number: int = 0
    picked: tuple[int, int] = (0, 0)
    _generations: Counter[str] = field(default_factory=Counter)
    _checked: tuple[Plan, ttt.Sweep | str] | None = None

    @property
    def plan(self) -> Plan:
        """The form with the settings that all runs share."""
        match self.source:
            case "As on Train":
                base = train_state().settings
            case "As in your agent":
                base = session().agent.config
            case _:
                base = self.form.base
        return replace(self.form, base=base)

    def checked(self, plan: Plan) -> ttt.Sweep | str:
        """Return the sweep of a plan, or a sentence that says why it is not valid."""
        if self._checked is None or self._checked[0] != plan:
            try:
                self._checked = plan, plan.sweep()
            except (ttt.ConfigError, LimitError) as error:
                self._checked = plan, str(error)
        return self._checked[1]

    def take(self, form: Plan, by: str = "") -> None:
        """Set the form; `by` names the control that changed it, if one did."""
        before, self.form = self.form, form
        for which in ("across", "up"):
            if getattr(form, which).setting != getattr(before, which).setting or not by:
                self._generations[which] += 1
        if not by:
            self._generations[""] += 1

    def key(self, name: str) -> str:
        """Return the key of a control; it changes whenever the program changes the control.

        Choosing another setting for an axis changes the numbers of that axis.
        """
        which, _, part = name.partition(".")
        number = self._generations[which if part not in ("", "setting") else ""]
        return f"sweep_{name.replace('.', '_')}_{number % GENERATIONS}"

    @property
    def chart_key(self) -> str:
        """The key of the chart, different for each sweep."""
        return f"sweep_chart_{self.number % GENERATIONS}"

    def pick_key(self, which: str) -> str:
        """Return the key of the control for a cell's place across or up."""
        return f"sweep_pick_{which}_{self.number % GENERATIONS}"


def sweep_state() -> SweepState:
    """Return what the sweep keeps for the visitor."""
    visitor, train = session(), train_state()
    train.follow_agent(visitor)
    return per_visitor(SweepState, lambda: SweepState(first_plan(train.settings)))
