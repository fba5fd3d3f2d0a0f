"""A server of the dashboard that never gets ready; for test_starting.py."""

import asyncio

import streamlit as st
from starlette.middleware import Middleware

from ttt_ui.frame.starting import Start, StartingAnswers

if __name__ == "starting_app":
    start = Start(asyncio.Event().wait, asyncio.Event().wait)
    app = st.App(
        __file__,
        lifespan=start.lifespan,
        middleware=[Middleware(StartingAnswers, start=start)],
    )
