"""A printed page has a sidebar and buttons, and cuts its charts off; the dark theme prints dark.

Streamlit's charts and tables keep their width on the screen. Here, a printed page is as wide as on
the screen, scaled down to the paper, and the dark theme prints in light colours. Of tabs and
choices the chosen one stays; the answers of a question stay, with a box to tick.

Upstream: none found.
Test: tests/browser/test_paper.py::
  test_every_page_prints_whole_and_light
Delete it when the test passes without it.
"""

from pathlib import Path

import streamlit as st

from ttt_ui.streamlit_fixes.component_files import component

_looks = st.components.v2.component(
    "ttt_paper_looks",
    css="""
      @page { margin: 12mm; }
      @media print {
        [data-testid="stSidebar"], [data-testid="stHeader"], [data-testid="stToolbar"],
        [data-testid="stButton"], [data-testid="stDownloadButton"], [data-testid="stPopover"],
        [data-testid="stFileUploader"], [data-testid="stMenuButton"], [data-testid="stPageLink"],
        [data-testid="stTextInput"], [data-testid="stTextArea"], [data-testid="stCheckbox"],
        [data-testid="stTooltipIcon"], [data-testid="stElementToolbar"],
        [data-testid="stExpander"] details:not([open]), .st-key-pages_bar, .st-key-doors,
        [role="tab"][aria-selected="false"],
        [data-testid="stButtonGroup"] button:not([data-selected="true"]) {
          display: none !important;
        }
        [data-testid="stApp"], [data-testid="stAppViewContainer"], [data-testid="stMain"] {
          position: static !important; overflow: visible !important; height: auto !important;
        }
        [data-testid="stMainBlockContainer"][data-testid="stMainBlockContainer"] {
          max-width: none; padding: 0; zoom: var(--paper-zoom, 1);
        }
        [data-testid="stHorizontalBlock"]:has(> [data-testid="stColumn"]) {
          display: flex !important; flex-wrap: nowrap !important;
        }
        [data-testid="stElementContainer"], [data-testid="stMetric"] { break-inside: avoid; }
        [data-testid="stHeading"] { break-after: avoid; }
        [class*="_answer_"] [data-testid="stButton"] { display: block !important; }
        [class*="_answer_"] button { border: none; padding: 0; background: none; }
        [class*="_answer_"] button::before { content: "☐"; margin-right: 0.5em; }
        .from-the-dark, .from-the-dark body { background: white !important; }
        .from-the-dark [data-testid="stApp"] {
          background: black; filter: invert(1) hue-rotate(180deg);
        }
      }
    """,
    isolate_styles=False,
)
_mount = component("ttt_paper", Path(__file__).with_suffix(".js"))


def draw() -> None:
    """Let the browser print every page as for paper."""
    _looks(key="paper_looks")
    _mount(key="paper")
