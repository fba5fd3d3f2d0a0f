"""A server of the dashboard that never gets ready."""

import asyncio

import streamlit as st
from starlette.middleware import Middleware

from ttt_ui.frame.server import Start

if __name__ == "starting_app":
    start = Start(asyncio.Event().wait, asyncio.Event().wait)
    middleware = [Middleware(start.until_done)]
    app = st.App(__file__, lifespan=start.lifespan, middleware=middleware)
