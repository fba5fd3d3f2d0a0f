"""The agent's learning curve while the visitor watches it play."""

import plotly.graph_objects as go

from ttt_core.learning import Agent, LearningCurve, Measurement, curve_of, measurement
from ttt_ui.drawing.colours import LEGIBLE_AXIS, SIDE_COLOURS
from ttt_ui.language import tr
from ttt_ui.play.exhibition.exploration import training_epsilon
from ttt_ui.wording import percent, percent_axis

_HEIGHT = 200


class GrowingCurve:
    """Exact results of an agent from now on, while it learns; at most `POINTS` are kept."""

    POINTS = 120

    def __init__(self, agent: Agent) -> None:
        self._origin = agent.stats.games
        self._games: list[int] = []
        self._measured: list[Measurement] = []
        self._spacing = 0.0
        self._measure(agent)

    def follow(self, agent: Agent) -> None:
        """Measure the agent, if it has learned from a game since the last time."""
        games = agent.stats.games - self._origin
        if games == self._games[-1]:
            return
        if self.begun and games - self._games[-2] < self._spacing:
            del self._games[-1], self._measured[-1]
        self._measure(agent)
        if len(self._games) > self.POINTS:
            del self._games[1:-1:2], self._measured[1:-1:2]
            self._spacing = games / len(self._games)

    def _measure(self, agent: Agent) -> None:
        self._games.append(agent.stats.games - self._origin)
        self._measured.append(measurement(agent.policy(), training_epsilon(agent)))

    @property
    def begun(self) -> bool:
        """Whether there is more than one point."""
        return len(self._games) > 1

    @property
    def curve(self) -> LearningCurve:
        return curve_of(self._games, self._measured)


def curve_figure(curve: LearningCurve) -> go.Figure:
    """Draw the share of games the agent loses to its worst-case opponent and a random player."""
    figure = go.Figure()
    for side, name, losses, dash in (
        ("X", tr("X, worst-case opponent"), curve.worst_case_as_x, "solid"),
        ("O", tr("O, worst-case opponent"), curve.worst_case_as_o, "solid"),
        ("X", tr("X, random player"), curve.vs_random_as_x, "dot"),
        ("O", tr("O, random player"), curve.vs_random_as_o, "dot"),
    ):
        figure.add_trace(
            go.Scatter(
                x=curve.games,
                y=losses[:, 2],
                name=name,
                mode="lines",
                line={"color": SIDE_COLOURS[side], "dash": dash, "width": 2},
                text=[percent(share) for share in losses[:, 2]],
                hovertemplate="%{text}",
            )
        )
    figure.update_layout(
        height=_HEIGHT,
        margin={"l": 0, "r": 8, "t": 0, "b": 0},
        hovermode="x unified",
        legend={
            "orientation": "h",
            "traceorder": "normal",
            "entrywidthmode": "fraction",
            "entrywidth": 0.48,
            "x": 0,
            "y": 1.04,
            "yanchor": "bottom",
        },
        xaxis={**LEGIBLE_AXIS, "tickformat": ",", "nticks": 5, "fixedrange": True},
        yaxis={**LEGIBLE_AXIS, **percent_axis(0.5), "range": [-0.03, 1.03], "fixedrange": True},
        uirevision="one",
    )
    return figure
