"""The verdict on an agent: first how good it is, then why, how it was read, and what to try."""

from dataclasses import replace
from typing import Any

import streamlit as st

import ttt_core as ttt
from ttt_core.evaluation import Mistake, how_often
from ttt_core.game import SIDES, position_of
from ttt_core.game import board as rules
from ttt_core.pictures import data_frame
from ttt_core.sentences import Sentence, tr_noop
from ttt_core.study import advice
from ttt_ui.drawing.board_tables import boards_table
from ttt_ui.drawing.verdict_badge import how_it_was_read, open_question
from ttt_ui.frame.agent_upload import keep_how_read, read_upload
from ttt_ui.frame.field import Field
from ttt_ui.inspect.state import POSITION, VERDICT, VIEW, trail
from ttt_ui.language import reason, tr
from ttt_ui.moves.insights import CHANGES, Insights, in_short
from ttt_ui.play.actions import play_against, put_in_place
from ttt_ui.train.why import findings, game_that_beats_it, side_to_show, what_repairs_it
from ttt_ui.visit import messages
from ttt_ui.visit.attached import HowRead
from ttt_ui.visit.limits import LimitError
from ttt_ui.visit.session import Message, fresh_keys, session
from ttt_ui.wording import never_quite_sure, percent, plain, table

_MISTAKES_SHOWN = 7
JUDGE = "judge"


def whole_view(insights: Insights) -> None:
    how = session().attached.get(HowRead)
    card = _forfeiting(how) or ttt.evaluate(insights.agent)
    if how is not None:
        open_question(how)
    _sides(card)
    if insights.agent.kind == "policy" and not card.unbeatable:
        st.caption(never_quite_sure(card))
    _why(insights)
    if how is not None:
        _how_read(how)
    if insights.agent.trained_elsewhere is not None:
        if remarks := session().about(advice if how is None else _more_advice):
            st.header(tr("What to try"), anchor=False)
            st.markdown("\n".join(f"- {tr(remark)}" for remark in remarks))
        what_repairs_it()
    with st.container(horizontal=True, vertical_alignment="center"):
        st.button(
            tr("Play it"),
            icon=":material/sports_esports:",
            on_click=play_against,
            args=(session().agent,),
        )
        st.button(
            tr("Look inside"),
            icon=":material/search_insights:",
            on_click=VIEW.set,
            args=(POSITION,),
        )
        st.page_link("pages/compare.py", label=tr("Compare it"), icon=":material/balance:")
    with st.expander(tr("Judge another agent"), icon=":material/gavel:"):
        uploader()


def _more_advice(agent: ttt.Agent) -> list[Sentence]:
    """Return advice without what the notes on how a file was read say."""
    return advice(agent, knows_reversed=True)


def uploader() -> None:
    """Let the visitor upload an agent of any program."""
    st.file_uploader(
        tr("A file with its table or network"),
        help=tr(
            "JSON, CSV, a pickle, a NumPy file, Keras, PyTorch, ONNX and more, up to 12 MB. "
            "Nothing in a file is run. The agent becomes yours; **Earlier agents**, under "
            "**File**, keeps the present one."
        ),
        **fresh_keys().control("judge_upload", judge_upload),
    )
    messages.answer_in(JUDGE)


def _forfeiting(how: HowRead | None) -> ttt.ReportCard | None:
    """Let the visitor count the choice of a taken cell as a loss, where that changes the verdict.

    Return the verdict if they do.
    """
    if how is None or how.forfeiting is None or how.chosen != 0:
        return None
    wanted = st.toggle(
        tr("Choosing a taken cell is a loss"),
        key="verdict_forfeits",
        help=tr(
            "On some boards, the file prefers a cell that is taken. Here, the agent then plays the "
            "best free cell. Some programs let it lose instead. This changes the verdict below, "
            "and not how your agent plays."
        ),
    )
    return how.forfeiting if wanted else None


def _sides(card: ttt.ReportCard) -> None:
    """Show the verdict and the results for each side."""
    for side, column in zip(SIDES, st.columns(2, gap="medium"), strict=True):
        with column:
            st.subheader(tr("As {side}", side=side), anchor=False)
            if side not in card.sides:
                st.markdown(f":gray-badge[:material/help: {tr('Not learned')}]")
                st.markdown(
                    tr(
                        "Its file has hardly any values other than 0 for this side, so it is not "
                        "judged."
                    )
                )
                continue
            random, worst = card.against_random(side), card.worst_case(side)
            if side in card.beatable_as:
                st.markdown(f":violet-badge[:material/trending_down: {tr('Beatable')}]")
            else:
                st.markdown(f":green-badge[:material/verified: {tr('Unbeatable')}]")
            results = (tr("wins"), tr("draws"), tr("losses"))
            rows = zip(results, map(percent, random), map(percent, worst), strict=True)
            heads = (tr("against"), tr("random player"), tr("worst-case opponent"))
            st.markdown(table(heads, rows, aligned="lrr"))


def _why(insights: Insights) -> None:
    """Show the game that beats it next to the mistakes that cost most."""
    sides = insights.agent.sides
    beatable = {side: finding for side, finding in findings().items() if side in sides}
    mistakes = [
        mistake for mistake in insights.mistakes if mistake.reachable and mistake.side in sides
    ]
    if not beatable and not mistakes:
        return
    left, right = st.columns([2, 5], gap="medium")
    if beatable:
        with left:
            st.subheader(tr("The game that beats it"), anchor=False)
            finding = beatable[side_to_show(list(beatable), "verdict_side")]
            game_that_beats_it(finding.refutation, finding.place, name="verdict")
    if mistakes:
        with right:
            st.subheader(tr("Mistakes that cost most"), anchor=False)
            _mistakes(mistakes, insights)


def _mistakes(mistakes: list[Mistake], insights: Insights) -> None:
    often = session().about(how_often)

    def chance(mistake: Mistake) -> float:
        return float(often[position_of(mistake.board)] * mistake.probability)

    costliest = sorted(mistakes, key=lambda mistake: -mistake.cost * chance(mistake))[
        :_MISTAKES_SHOWN
    ]
    boards_table(
        data_frame(
            {
                "Position": [rules.pattern(mistake.board) for mistake in costliest],
                "Side": [mistake.side for mistake in costliest],
                "Move": [in_short(list(mistake.cells)) for mistake in costliest],
                "Mistake": [tr(CHANGES[mistake.before, mistake.after]) for mistake in costliest],
                "Games": [chance(mistake) for mistake in costliest],
            },
            index=[mistake.board for mistake in costliest],
        ),
        key="verdict_mistakes",
        alt=tr("The mistakes that cost most in games with the random player"),
        show_board=trail().show_board,
        config={
            "Position": tr("Position"),
            "Side": tr("As"),
            "Move": tr("Agent's move"),
            "Mistake": tr("Mistake"),
            "Games": st.column_config.NumberColumn(
                tr("Games"),
                format="percent",
                help=tr("In how many games with the random player it makes this mistake."),
            ),
        },
    )
    rest = len(mistakes) - len(costliest)
    if rest:
        st.caption(tr("And {n:,} more that can occur in its games.", n=rest))


def _how_read(how: HowRead) -> None:
    """Say how the file was read; let the visitor choose another reading that fits."""
    st.header(tr("How it was read"), anchor=False)
    how_it_was_read(how)
    if how.others and not how.readings:
        st.caption(
            tr(
                "The file can be read in other ways, too. The app has saved only this one: upload "
                "the file again to choose another."
            )
        )
    if how.readings:
        with st.expander(tr("Other readings of this file"), icon=":material/alt_route:"):
            Field(
                "agent_reading",
                0,
                lambda number: type(number) is int and 0 <= number < len(how.readings),
                widget=st.radio,
                offers=lambda: [range(len(how.readings))],
                label=tr_noop("These fit too. The first gives the strongest agent."),
                look={"format_func": lambda number: plain(tr(how.readings[number][0]))},
            ).ask(how.chosen, choose_reading)


def judge_upload(upload: Any) -> None:
    """Make an uploaded agent the visitor's own, and open its verdict."""
    if upload is None:
        return
    fresh_keys().renew("judge_upload")
    try:
        readings = read_upload(upload)
    except (ttt.AgentFileError, LimitError) as error:
        messages.answer(JUDGE, Message("error", plain(reason(error))))
        return
    with session().lock:
        put_in_place(readings[0].agent)
        keep_how_read(upload, readings)
    VIEW.set(VERDICT)
    st.switch_page("pages/inspect.py")


def choose_reading(number: object) -> None:
    """Take another reading of the file."""
    visitor = session()
    with visitor.lock:
        kept = visitor.attached.get(HowRead)
        if kept is None or not isinstance(number, int) or not 0 <= number < len(kept.readings):
            return
        how, packed = kept.readings[number]
        if number != kept.chosen:
            visitor.adopt(packed.agent, message_if="never")
            visitor.attached.put(replace(kept, chosen=number, how=how))
