"""A chart is never empty, whatever has become of the Plotly that Streamlit brings along."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.support import on, wait_idle

# The component has no patience, so that the test need not wait until it is over.
_HAS_NO_PLOTLY = """
  Object.defineProperty(window, "Plotly", { get() {}, set() {} });
  const begin = window.setTimeout;
  window.setTimeout = (act, delay, ...given) => begin(act, delay === 20_000 ? 0 : delay, ...given);
"""
_CLEAN_UP_LATE = """
  async () => {
    const files = performance.getEntriesByType("resource").map(({ name }) => name);
    const { default: draw } = await import(files.find((name) => name.includes("lasting_chart")));
    const drawn = (name) => {
      const data = [{ x: [1, 2], y: [0, 1], name, showlegend: true, meta: "line" }];
      const figure = JSON.stringify({ data, layout: {} });
      return draw({ data: { key: "train_curve", name, figure, label: name, clicks: false } });
    };
    const cleanUp = drawn("older");
    drawn("newer");
    cleanUp();
  }
"""


@pytest.mark.thorough
def test_a_figure_stays_when_streamlit_cleans_up_after_an_earlier_one(
    new_page: Page, app_url: str
) -> None:
    new_page.goto(f"{app_url}/train?games=100")
    legend = new_page.locator(".st-key-train_curve .legendtext")
    expect(new_page.locator(".st-key-train_curve .scatterlayer .trace")).not_to_have_count(0)
    wait_idle(new_page)
    new_page.evaluate(_CLEAN_UP_LATE)
    expect(legend).to_have_text("newer")


@pytest.mark.thorough
def test_streamlit_draws_a_chart_that_cannot_be_drawn_into(new_page: Page, app_url: str) -> None:
    new_page.add_init_script(_HAS_NO_PLOTLY)
    new_page.goto(f"{app_url}/train?games=2000&seed=1")
    on(new_page, "Train")
    chart = new_page.locator(".st-key-train_curve")
    expect(chart.locator(".scatterlayer .trace")).not_to_have_count(0)
    label = re.compile("Learning curve over 2,000 games")
    expect(new_page.get_by_role("figure", name=label)).to_be_visible()
    slider = new_page.get_by_role("slider", name="Discount factor γ").first
    slider.focus()
    slider.press("ArrowLeft")
    expect(chart.locator(".legendtext").get_by_text("Previous run: γ 0.9")).to_be_visible()
    wait_idle(new_page)
    expect(chart.locator(".scatterlayer .trace")).not_to_have_count(0)
