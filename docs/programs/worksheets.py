"""Print the lessons' worksheets: ``python -m docs.programs.worksheets``.

It writes docs/worksheets/*.pdf. Each has two pages: the worksheet, and its answers. The texts are
those of the dashboard (``ttt_ui/learn/for_a_class.py``), in every language.
"""

from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from tests.browser.server import CHROMIUM_FLAGS, find_chromium
from ttt_ui.language import languages, speaking
from ttt_ui.learn.for_a_class import LESSONS, to_print

FOLDER = Path(__file__).parents[1] / "worksheets"


def print_all(browser: Browser, folder: Path) -> list[Path]:
    """Write a file for each lesson and language, and return their paths."""
    folder.mkdir(exist_ok=True)
    page, written = browser.new_page(), []
    for language in languages():
        for name, lesson in LESSONS.items():
            with speaking(language):
                page.set_content(to_print(lesson))
            written.append(folder / f"{name}.{language}.pdf")
            page.pdf(path=written[-1], prefer_css_page_size=True)
    page.close()
    return written


if __name__ == "__main__":
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(
            executable_path=find_chromium(playwright), args=CHROMIUM_FLAGS
        )
        print(*print_all(chromium, FOLDER), sep="\n")
