"""Looks that the theme cannot set.

In the dark theme, the button of an open menu is dark blue on nearly black (2.2 to 1), and a primary
button is white on pale blue (3 to 1): there, it gets the dark theme's background. In a window of
1024 pixels, the sidebar and the margins leave the page half of the width. On a phone, a fifth of a
Markdown table is padding, and the map that a newcomer watches on Train would end below the
window. The uploader speaks English.

Upstream: none found.
Test: tests/browser/test_layout.py::
  test_the_button_of_an_open_menu_is_legible
Test: tests/browser/test_teach.py::
  test_the_welcome_looks_good_in_every_window_and_theme
Test: tests/browser/test_layout.py::
  test_a_projector_sees_the_page
Test: tests/browser/test_first_visit.py::
  test_a_newcomer_on_a_phone_watches_the_curve_and_the_whole_map
Test: tests/browser/test_languages.py::
  test_every_sentence_is_said_and_a_longer_language_fits
Delete it, part by part, when its tests pass without it.
"""

import streamlit as st

_STYLES = """
      [data-testid="stPopoverButton"][aria-expanded="true"]:not([kind="primary"]) {
        color: inherit;
      }
      button[kind="primary"]:not(:disabled):is(:active, :not(:hover, :focus-visible)) {
        color: Canvas;
      }
      [data-testid="stFileUploaderDropzone"] button p,
      [data-testid="stFileUploaderDropzoneInstructions"] span {
        display: none;
      }
      [data-testid="stFileUploaderDropzone"] button [data-testid="stMarkdownContainer"]::after {
        content: var(--upload);
      }
      [data-testid="stFileUploaderDropzoneInstructions"] > div::after {
        content: var(--upload-most);
      }
      @media (width < 640px) {
        [data-testid="stMarkdownContainer"][data-testid="stMarkdownContainer"] :is(th, td) {
          padding-inline: 0.4rem;
        }
        .st-key-train_growth_map { width: 13.5rem; align-self: center; }
      }
      @media (width >= 768px) {
        .st-key-strip_answers { display: none; }
      }
      @media (768px <= width < 1200px) {
        [data-testid="stSidebar"][data-testid="stSidebar"] {
          min-width: 0; width: 230px !important;
        }
        [data-testid="stMainBlockContainer"][data-testid="stMainBlockContainer"] {
          padding-inline: 2rem;
        }
      }
"""
_mount = st.components.v2.component(
    "ttt_looks", css="\n".join(map(str.strip, _STYLES.splitlines())), isolate_styles=False
)


def draw() -> None:
    """Draw the styles, which take no space."""
    _mount(key="looks")
