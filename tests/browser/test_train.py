"""The train page in a real browser: journeys of somebody who trains, looks, shares and undoes."""

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.support import page_link, starts_to_run, wait_idle

DEFAULT_GAMES = "20,000"
# A list that is opened while the sidebar still slides in closes again.
SETTLED = "bar => Promise.all(bar.getAnimations({subtree: true}).map(move => move.finished))"
SLOW = "games=10000000&replay=200"


def open_train(page: Page, url: str, query: str = "") -> None:
    page.goto(f"{url}/train?{query}" if query else f"{url}/train")
    expect(page.get_by_role("heading", name="Train", exact=True)).to_be_visible()
    expect(page.locator(".st-key-train_curve .js-line").first).to_be_visible()
    wait_idle(page)


def figure(page: Page, label: str) -> Any:
    metric = page.get_by_test_id("stMetric").filter(has=page.get_by_text(label, exact=True))
    return metric.get_by_test_id("stMetricValue")


def games(page: Page) -> int:
    return int(figure(page, "Games").inner_text().replace(",", ""))


def lines(page: Page) -> list[str]:
    found: list[str] = page.locator(".st-key-train_curve .trace .js-line").evaluate_all(
        "lines => lines.map(line => line.getAttribute('d'))"
    )
    return found


def press(page: Page, slider: str, key: str, times: int = 1) -> None:
    page.get_by_role("slider", name=slider).focus()
    for _ in range(times):
        page.keyboard.press(key)


def choose(page: Page, box: str, option: str) -> None:
    page.get_by_role("combobox", name=box).click()
    page.get_by_role("option", name=option, exact=True).click()


def click(page: Page, name: str | re.Pattern[str]) -> None:
    page.get_by_role("button", name=name).click()
    wait_idle(page)


def downloaded(page: Page) -> dict[str, Any]:
    wait_idle(page)
    with page.expect_download() as download:
        page.get_by_role("button", name="Download").click()
    page.mouse.move(0, 0)  # or its help text would lie over the page
    file: dict[str, Any] = json.loads(download.value.path().read_text(encoding="utf-8"))
    return file


def agent_card(page: Page) -> Any:
    return page.locator(".st-key-agent_card")


def test_train_on_start_over_and_undo(page: Page, app_url: str) -> None:
    open_train(page, app_url)
    first = downloaded(page)
    click(page, f"Train {DEFAULT_GAMES} games")
    expect(figure(page, "Games")).to_have_text("40,000")
    expect(agent_card(page)).to_contain_text("40,000 games trained")
    expect(page.get_by_role("heading", name=re.compile("Cannot be beaten"))).to_be_visible()
    expect(page.get_by_text(re.compile("Measured so from [0-9,]+ games on"))).to_be_visible()
    further = downloaded(page)
    click(page, "Start over")
    expect(figure(page, "Games")).to_have_text(DEFAULT_GAMES)
    assert downloaded(page)["table"] == first["table"]
    click(page, "Undo")
    expect(figure(page, "Games")).to_have_text("40,000")
    assert downloaded(page)["table"] == further["table"]
    click(page, "Undo")
    assert downloaded(page)["table"] == first["table"]
    expect(page.get_by_role("button", name="Undo")).to_be_disabled()


def test_live_a_slider_changes_curve_figures_and_address(page: Page, app_url: str) -> None:
    open_train(page, app_url, "games=5000&seed=1&rule=minimax-q")
    before, explorations = lines(page), figure(page, "Explorations").inner_text()
    page.get_by_text("Exploration", exact=True).click()
    press(page, "ε in the first game", "ArrowLeft", times=3)
    expect(figure(page, "Explorations")).not_to_have_text(explorations)
    expect(page).to_have_url(re.compile("epsilon=0.97"))
    wait_idle(page)
    assert lines(page) != before
    expect(figure(page, "Games")).to_have_text("5,000")
    page.go_back()
    expect(page).not_to_have_url(re.compile("epsilon=0.97"))


def test_a_preset_and_another_rule(page: Page, app_url: str) -> None:
    open_train(page, app_url, "games=500")
    choose(page, "Preset", "Reward memory (Kutschera 2018)")
    expect(agent_card(page)).to_contain_text("Reward memory")
    expect(page.get_by_role("slider", name="Learning rate α")).to_have_count(0)
    wait_idle(page)
    choose(page, "Rule", "Q-learning")
    expect(agent_card(page)).to_contain_text("Q-learning learner")
    expect(page.get_by_role("slider", name="Learning rate α")).to_have_count(1)
    expect(page).to_have_url(re.compile("rule=q-learning"))


def test_a_long_training_shows_progress_and_can_be_stopped(page: Page, app_url: str) -> None:
    page.goto(f"{app_url}/train?{SLOW}")
    progress = page.get_by_role("progressbar")
    expect(progress).to_be_visible()
    expect(page.get_by_text(re.compile("games per second · .+ left"))).to_be_visible()
    share = float(progress.get_attribute("aria-valuenow") or 0)
    page.get_by_role("button", name="Stop training").click()
    expect(progress).to_have_count(0)
    wait_idle(page)
    assert share < 100
    assert 0 < games(page) < 10_000_000
    expect(agent_card(page)).to_contain_text(f"{games(page):,} games trained")


def test_what_was_learned_stays_when_the_page_is_left(page: Page, app_url: str) -> None:
    page.goto(f"{app_url}/train?{SLOW}")
    expect(page.get_by_role("progressbar")).to_be_visible()
    page_link(page, "Play").click()
    expect(page.get_by_role("heading", name="Play")).to_be_visible()
    wait_idle(page)
    learned = re.search(r"([\d,]+) games trained", agent_card(page).inner_text())
    assert learned is not None
    assert learned[1] != DEFAULT_GAMES
    page_link(page, "Train").click()
    expect(page.get_by_role("progressbar")).to_be_visible()
    page.get_by_role("button", name="Stop training").click()
    expect(page.get_by_role("progressbar")).to_have_count(0)
    assert games(page) > int(learned[1].replace(",", ""))


def test_a_copied_link_gives_the_same_table(page: Page, app_url: str, browser: Browser) -> None:
    open_train(page, app_url, "games=3000")
    press(page, "Discount γ", "ArrowLeft", times=2)
    expect(page).to_have_url(re.compile("gamma=0.88"))
    wait_idle(page)
    page.get_by_role("button", name="Name and link").click()
    expect(page.get_by_test_id("stPopoverBody").locator("code")).to_have_text(page.url)
    link = page.url
    assert len(link) < 2_000
    mine = downloaded(page)
    context = browser.new_context()
    theirs_page = context.new_page()
    theirs_page.goto(link)
    expect(figure(theirs_page, "Games")).to_have_text("3,000")
    wait_idle(theirs_page)
    theirs = downloaded(theirs_page)
    context.close()
    assert theirs["table"] == mine["table"]
    assert theirs["training"] == mine["training"]


def test_a_nonsense_link_is_put_right_with_a_word(page: Page, app_url: str) -> None:
    open_train(page, app_url, "games=400&alpha=banana&rule=magic&epsilon=7&%3Cscript%3E=1")
    message = page.get_by_test_id("stAlert")
    expect(message).to_contain_text("alpha=banana: this is not a number")
    expect(message).to_contain_text("rule=magic")
    expect(message).to_contain_text("epsilon=7")
    expect(message).to_contain_text("<script>=1: there is no such setting")
    expect(page).not_to_have_url(re.compile("banana"))
    expect(figure(page, "Games")).to_have_text("400")


def test_lines_axis_and_band(page: Page, app_url: str) -> None:
    open_train(page, app_url, "games=2000")
    chart = page.locator(".st-key-train_curve")
    expect(chart.locator(".xtick").first).to_contain_text("1")
    page.get_by_role("radio", name="Linear").click()
    expect(chart.locator(".xtick").first).to_have_text("0")
    page.get_by_role("button", name="Lines").click()
    page.get_by_role("button", name="ε", exact=True).click()
    expect(chart.locator(".legendtext").get_by_text("ε", exact=True)).to_be_visible()
    page.get_by_role("button", name="Optimal moves").click()
    expect(chart.locator(".legendtext").get_by_text("Optimal moves")).to_have_count(0)
    page.keyboard.press("Escape")
    before = chart.locator(".js-fill").count()
    page.get_by_text("Band over 8 seeds").click()
    expect(chart.locator(".js-fill")).not_to_have_count(before)


def test_time_machine(page: Page, app_url: str) -> None:
    open_train(page, app_url, "games=100")
    slider = page.locator(".st-key-train_moment").get_by_role("slider")
    after = page.get_by_role("columnheader", name=re.compile("games"))
    expect(after).to_have_text("100 games")
    slider.focus()
    page.keyboard.press("Home")
    expect(after).to_have_text("0 games")
    wait_idle(page)  # until then the heatmap before is there as well
    heatmap = page.locator("[class*=st-key-train_moment_] .js-plotly-plot")
    expect(heatmap).to_contain_text("0.00")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(after).not_to_have_text("0 games")
    page.get_by_role("button", name="Pause").click()
    wait_idle(page)
    paused = after.inner_text()
    assert not starts_to_run(page, 1000)
    assert after.inner_text() == paused


def test_questions_and_numbers(page: Page, app_url: str) -> None:
    open_train(page, app_url, "games=300&replay=2")
    page.get_by_role("tab", name="Five questions").click()
    expect(page.get_by_text(re.compile("right moves"))).to_have_count(5)
    page.get_by_role("tab", name="What the numbers mean").click()
    expect(page.locator(".katex-display")).to_have_count(3)
    expect(page.get_by_text("One update from its last game")).to_be_visible()
    expect(page.get_by_text("before past moves were replayed")).to_be_visible()


def test_renaming(page: Page, app_url: str) -> None:
    open_train(page, app_url, "games=300")
    page.get_by_role("button", name="Name and link").click()
    name = page.get_by_role("textbox", name="Name of the agent")
    name.fill("Ada *the* first")
    name.press("Enter")
    expect(agent_card(page)).to_contain_text("Ada *the* first")
    assert downloaded(page)["name"] == "Ada *the* first"


def test_on_a_phone(phone: Page, app_url: str) -> None:
    open_train(phone, app_url, "games=1000")
    main = phone.get_by_test_id("stMain")
    assert main.evaluate("main => main.scrollWidth") <= 390
    chart = phone.locator(".st-key-train_curve .main-svg").first.bounding_box()
    legend = phone.locator(".st-key-train_curve .legend").bounding_box()
    assert chart is not None
    assert legend is not None
    assert chart["x"] >= 0
    assert chart["x"] + chart["width"] <= 390
    assert legend["x"] + legend["width"] <= 391
    phone.get_by_role("button", name="Train 1,000 games").click()
    expect(figure(phone, "Games")).to_have_text("2,000")
    for tab in ("Five questions", "What the numbers mean"):
        phone.get_by_role("tab", name=tab).click()
        wait_idle(phone)
        assert main.evaluate("main => main.scrollWidth") <= 390
    phone.get_by_test_id("stExpandSidebarButton").click()
    sidebar = phone.get_by_test_id("stSidebar")
    expect(sidebar).to_have_attribute("data-collapsed", "false")
    sidebar.evaluate(SETTLED)
    explorations = figure(phone, "Explorations").inner_text()
    choose(phone, "Preset", "Two tables (2026)")
    expect(figure(phone, "Explorations")).not_to_have_text(explorations)


@pytest.mark.parametrize("theme", ["page", "dark_page"])
def test_the_chart_is_readable_in_either_theme(
    theme: str, app_url: str, request: pytest.FixtureRequest
) -> None:
    page: Page = request.getfixturevalue(theme)
    open_train(page, app_url, "games=1000")
    text = page.locator(".st-key-train_curve .legendtext").first
    paper = page.get_by_test_id("stApp")
    ink = brightness(text.evaluate("text => getComputedStyle(text).fill"))
    ground = brightness(paper.evaluate("app => getComputedStyle(app).backgroundColor"))
    assert abs(ink - ground) > 120
    assert (ground < 128) == (theme == "dark_page")


def brightness(colour: str) -> float:
    return sum(float(part) for part in re.findall(r"[\d.]+", colour)[:3]) / 3
