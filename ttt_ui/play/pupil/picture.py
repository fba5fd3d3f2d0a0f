"""The story of a pupil as a picture: how often the plan, and any opponent, still wins."""

from itertools import accumulate

import plotly.graph_objects as go
import streamlit as st

import ttt_core as ttt
from ttt_ui.drawing.colours import LEGIBLE_AXIS, NEUTRAL, SIDE_COLOURS
from ttt_ui.drawing.picture_button import picture_button
from ttt_ui.language import tr
from ttt_ui.play.pupil import wording
from ttt_ui.play.pupil.story import Story, chance_of_anyone
from ttt_ui.wording import percent, percent_axis

_HEIGHT = 230


def picture(story: Story, agent: ttt.Agent, chance: float | None) -> None:
    """Draw a dot before each game and each practice, and one for now.

    `chance` is how often the visitor's plan wins now; None before the first win.
    """
    lessons = story.lessons
    plan = [*(lesson.plan for lesson in lessons), chance]
    anyone = [*(lesson.anyone for lesson in lessons), chance_of_anyone(agent)]
    games = sum(lesson.ending is not None for lesson in lessons)
    numbers = accumulate(
        (lesson.ending is not None for lesson in lessons), initial=story.games - games
    )
    next(numbers)
    when = [wording.lesson_label(*both) for both in zip(numbers, lessons, strict=True)]
    st.plotly_chart(
        story_figure(plan, anyone, [*when, tr("Now")]),
        key="pupil_story",
        config=picture_button(agent.name),
        alt=wording.picture(plan, anyone),
    )


def story_figure(plan: list[float | None], anyone: list[float], when: list[str]) -> go.Figure:
    """Draw the chances of the plan and of the worst-case opponent, one dot for each of `when`."""
    figure = go.Figure()
    places = list(range(len(when)))
    for name, values, colour, dash in (
        (wording.ANYONE, anyone, NEUTRAL, "dot"),
        (wording.PLAN, plan, SIDE_COLOURS["X"], "solid"),
    ):
        if values[-1] is None:
            continue
        figure.add_trace(
            go.Scatter(
                x=places,
                y=values,
                name=tr(name),
                mode="lines+markers",
                line={"color": colour, "dash": dash, "width": 2},
                marker={"size": 9},
                text=["" if value is None else percent(value) for value in values],
                customdata=when,
                hovertemplate=tr("%{customdata}: %{text}"),
            )
        )
    figure.update_layout(
        height=_HEIGHT,
        margin={"l": 0, "r": 8, "t": 0, "b": 0},
        legend={"orientation": "h", "traceorder": "reversed", "x": 0, "y": 1.04},
        xaxis={
            **LEGIBLE_AXIS,
            "title": tr("Games with you and practices, one after another"),
            "showticklabels": False,
            "fixedrange": True,
            "range": [-0.3, len(when) - 0.7],
        },
        yaxis={
            **LEGIBLE_AXIS,
            **percent_axis(0.5),
            "title": tr("Wins against it"),
            "range": [-0.07, 1.07],
            "fixedrange": True,
        },
    )
    figure.update_layout(legend_yanchor="bottom")
    return figure
