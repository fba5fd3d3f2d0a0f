"""The chapter on the search tree in the browser."""

import re

from playwright.sync_api import Page, expect

from tests.browser.looks import expect_good_looks
from tests.browser.support import choose_with_keys, go_to, wait_idle
from tests.browser.test_learn import answer, open_chapter


def test_scores_move_up_the_tree_and_alpha_beta_skips_moves(page: Page, app_url: str) -> None:
    open_chapter(page, app_url, "how-a-tree-thinks", "How a tree thinks")
    main = page.get_by_test_id("stMain")
    main.get_by_role("button", name="Next score").press("Enter")
    expect(main.get_by_text("X has won after 3 moves: 10 − 3 = 7.")).to_be_visible()
    slider = main.get_by_role("slider", name="Scores found")
    slider.press("End")
    expect(main.get_by_text("MAX (X) takes the highest of 7, −8 and −8: 7.")).to_be_visible()
    expect(main.get_by_role("button", name="Next score")).to_be_disabled()

    choose_with_keys(page, "Position", "Four free cells")
    main.get_by_test_id("stCheckbox").get_by_text("Alpha-beta").click()
    wait_idle(page)
    slider.press("End")
    expect(main.get_by_text("MAX (O) takes the highest of 0, ≤−8, ≤−8 and ≤−8: 0.")).to_be_visible()
    for label, visited in (("Minimax", "49"), ("Alpha-beta", "17"), ("Table", "31")):
        metric = main.get_by_test_id("stMetric").filter(has_text=label)
        expect(metric.get_by_test_id("stMetricValue")).to_have_text(visited)
    picture = main.get_by_role("figure", name=re.compile("^Search tree of --O"))
    expect(picture).to_have_accessible_name(re.compile("row 1, column 1: 0"))
    expect(picture.locator("image")).to_have_count(49)
    answer(page, "6")
    expect(main.get_by_role("cell", name="87.5%").first).to_be_visible()
    expect_good_looks(page)

    page.goto(f"{app_url}/inspect?board=XO-|-X-|---")
    go_to(page, "Learn")
    choose_with_keys(page, "Position", "The board on Inspect")
    expect(
        main.get_by_role("figure", name=re.compile(r"^Search tree of XO-\\|-X-"))
    ).to_be_visible()
