"""Processes for heavy work. Nothing here imports Streamlit, and no worker may."""
