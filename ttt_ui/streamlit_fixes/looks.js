// What Streamlit's pages do not do by themselves. It runs once in each window; each part stands alone.

/* touch: on a phone, a finger that moves over a chart zooms the chart instead of scrolling the page.

Plotly's `dragmode: false` would scroll, but would also take zooming from the mouse. Here, touches
are kept from Plotly. A tap still shows the values, because the browser turns it into a click.

Upstream: https://github.com/plotly/plotly.js/issues/2844 (open)
Test: tests/browser/test_train.py::
  test_on_a_phone_a_swipe_over_the_chart_scrolls_and_a_tap_shows_values_without_zoom
Delete it when the test passes without it.
*/
{
  const keep = (event) => {
    if (event.target.closest?.(".js-plotly-plot .draglayer")) event.stopPropagation();
  };
  document.addEventListener("touchstart", keep, { capture: true, passive: true });
}

/* left_open: on a phone, the sidebar stays open over the page that was chosen in it.

Upstream: https://github.com/streamlit/streamlit/issues/5669
Test: tests/browser/test_layout.py::
  test_keys_and_the_sidebar_reach_a_page_and_a_link_opens_in_its_own_tab
Delete it when the test passes without it.
*/
{
  const narrow = window.matchMedia("(width < 768px)");
  document.addEventListener("click", ({ target }) => {
    if (!narrow.matches || !target.closest?.('[data-testid="stSidebarNavLink"]')) return;
    document.querySelector('[data-testid="stSidebarCollapseButton"] button')?.click();
  });
}

/* said: what Streamlit itself says is English on a page in another language.

Here, its texts and the names that a screen reader reads are said in the visitor's language
(`frame/language_choice.py` has the words). `{name}` stands for what it names.

Upstream: https://github.com/streamlit/streamlit/issues/1353 (open)
Test: tests/browser/test_languages.py::
  test_a_browser_that_speaks_french_is_answered_in_french_by_streamlit_too
Delete it when Streamlit speaks the visitor's language.
*/
{
  const root = document.documentElement;
  const names = ["aria-label", "alt", "placeholder", "title"];
  const places = [
    ...["^=stMainMenu", "=stThemeSwitcher", "=stStatusWidget", "=InputInstructions", "=stDialog"],
    ...["=stFileUploader", "=stTooltipContent", "=stSkipToContent"],
  ].map((test) => `[data-testid${test}]`);
  // The last ones are a list without results, and what a table says to a screen reader.
  const anyPlace = [...places, "[role=listbox]", "canvas"].join();
  let words = {};
  let pairs = [];
  const pairsOf = (entries) =>
    entries.map(([from, to]) => [
      new RegExp(`^${from.replace(/[.*+?()/]/g, "\\$&").replace("{name}", "(.*)")}$`),
      to.replace("{name}", "$1"),
    ]);
  const said = (text) => {
    const pair = pairs.find(([pattern]) => pattern.test(text));
    return pair ? text.replace(...pair) : text;
  };
  const sayText = (node) => {
    if (!node.parentElement?.closest(anyPlace)) return;
    const own = said(node.data);
    if (own !== node.data) node.data = own;
  };
  const sayNames = (element) => {
    for (const name of names) {
      const english = element.getAttribute(name);
      const own = english && said(english);
      if (own && own !== english) element.setAttribute(name, own);
    }
  };
  const sayAll = (node) => {
    if (node.nodeType === Node.TEXT_NODE) return sayText(node);
    if (node.nodeType !== Node.ELEMENT_NODE) return;
    sayNames(node);
    for (const child of node.childNodes) sayAll(child);
  };
  new MutationObserver((changes) => {
    if (!pairs.length) return;
    for (const { type, target, addedNodes } of changes) {
      if (type === "attributes") sayNames(target);
      else if (type === "characterData") sayText(target);
      else addedNodes.forEach(sayAll);
    }
  }).observe(document.body, {
    ...{ childList: true, subtree: true, characterData: true },
    attributeFilter: names,
  });
  new MutationObserver(() => {
    if (root.dataset.said === JSON.stringify(words)) return;
    pairs = pairsOf(Object.entries(words).map(([from, to]) => [to, from]));
    sayAll(document.body); // in English again
    words = JSON.parse(root.dataset.said);
    pairs = pairsOf(Object.entries(words));
    sayAll(document.body);
  }).observe(root, { attributeFilter: ["data-said"] });
}

/* formulas: a formula wider than the window cannot be read with the keyboard.

`st.latex` lets only a pointer scroll it. Here, it has a tab stop while it is wider than its place.

Upstream: none found.
Test: tests/browser/test_accessibility.py::
  test_a_formula_wider_than_the_window_can_be_reached_by_keyboard
Delete it when the test passes without it.
*/
{
  const update = () => {
    const words = getComputedStyle(document.documentElement).getPropertyValue("--formula");
    for (const formula of document.querySelectorAll(".katex-display")) {
      sizes.observe(formula);
      if (formula.scrollWidth > formula.clientWidth) {
        formula.tabIndex = 0;
        formula.role = "group";
        formula.ariaLabel = words.trim().slice(1, -1);
      } else {
        for (const name of ["tabindex", "role", "aria-label"]) formula.removeAttribute(name);
      }
    }
  };
  const sizes = new ResizeObserver(update);
  new MutationObserver(update).observe(document.body, { childList: true, subtree: true });
  // A font that loads late changes the widths.
  document.fonts.addEventListener("loadingdone", update);
}

/* chart_pictures: Plotly's button saves a chart as the theme shows it, and lies over the chart.

In the dark theme, that is pale words on nothing, which no paper shows. Here, the picture has dark
words on white, and the button lies below the chart (see looks.css).

Upstream: none found.
Test: tests/browser/test_paper.py::
  test_a_chart_of_the_dark_theme_is_saved_with_dark_words_on_white
Delete it when the test passes without it.
*/
{
  const paper = "#ffffff";
  const ink = "#0c101c";
  const line = "#dde0e8";
  const theme = {
    color: ink,
    paper_bgcolor: paper,
    plot_bgcolor: paper,
    bgcolor: paper,
    gridcolor: line,
    zerolinecolor: line,
    tickcolor: line,
    bordercolor: line,
  };
  // Returns a part of a figure in the colours of paper: `colours` has them by attribute.
  const onPaper = (part, colours = {}) => {
    if (part === "THEME_TEXT") return ink;
    if (Array.isArray(part)) return part.map((each) => onPaper(each, colours));
    if (part?.constructor !== Object) return part;
    const entries = Object.entries(part).map(([name, each]) => [
      name,
      typeof each === "string" && name in colours ? colours[name] : onPaper(each, colours),
    ]);
    return Object.fromEntries(entries);
  };
  const save = (event) => {
    const chart = event.target.closest?.(".js-plotly-plot .modebar-btn")?.closest(".js-plotly-plot");
    if (!chart) return;
    event.stopPropagation();
    const { template, ...layout } = onPaper(chart.layout);
    Object.assign(layout, { paper_bgcolor: paper, plot_bgcolor: paper });
    layout.template = onPaper(template, theme);
    const figure = { data: onPaper(chart.data), layout };
    window.Plotly.downloadImage(figure, chart._context.toImageButtonOptions);
  };
  document.addEventListener("click", save, true);
}

/* paper: before the browser prints, how much smaller the page must be, and whether it is dark. */
{
  const width = 700; // of A4 and of Letter between their margins, in pixels
  window.addEventListener("beforeprint", () => {
    const root = document.documentElement;
    const main = document.querySelector('[data-testid="stMainBlockContainer"]');
    const { paddingLeft, paddingRight } = getComputedStyle(main);
    const present = main.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
    root.style.setProperty("--paper-zoom", Math.min(1, width / present));
    const app = document.querySelector('[data-testid="stApp"]');
    root.classList.toggle("from-the-dark", getComputedStyle(app).colorScheme === "dark");
  });
}

/* one_theme: light or dark, chosen on one page, is forgotten when another page is opened.

Streamlit saves the choice under the path of the page, although the pages are one app. Here, a
choice is copied to the paths of all pages.

Upstream: none found.
Test: tests/browser/test_layout.py::
  test_a_chosen_theme_is_that_of_all_pages_of_an_open_menu_and_of_a_hint
Delete it when the test passes without it.
*/
{
  const pages = '[data-testid="stTopNavLink"], [data-testid="stSidebarNavLink"]';
  const keyOf = (path) => `stActiveTheme-${path}-v2`;
  // Streamlit's key has the path with which the app was opened, whatever page it shows now.
  const opened = location.pathname;
  const saved = () => {
    try {
      return localStorage.getItem(keyOf(opened));
    } catch {
      return null; // this browser saves nothing
    }
  };
  let last = saved();
  const copy = () => {
    const chosen = saved();
    if (chosen === null || chosen === last) return;
    last = chosen;
    for (const { href } of document.querySelectorAll(pages)) {
      localStorage.setItem(keyOf(new URL(href).pathname), chosen);
    }
  };
  // Streamlit saves a choice soon after the click or the key that makes it.
  for (const event of ["click", "keyup"]) document.addEventListener(event, () => setTimeout(copy, 300));
  window.addEventListener("pagehide", copy);
}

/* first_frame: a page jumps for its first second, by half of a phone's window.

The frontend draws grey bars for what it still loads, also for components that show nothing, opens
the sidebar, closes it again on Play, and gets its fonts. Here, a page is shown when its first run is
over and nothing is missing but charts, at the latest `patience` after its first element. See
looks.css.

Upstream: none found.
Test: tests/browser/test_layout.py::
  test_every_page_on_a_phone
Delete it when the test passes without it.
*/
{
  const patience = 8000; // milliseconds
  const root = document.documentElement;
  const isMissing = ({ shadowRoot }) =>
    !shadowRoot?.firstElementChild || shadowRoot.querySelector(".place") !== null;
  const isWhole = (app) =>
    app.dataset.testScriptState === "notRunning" &&
    document.fonts.status === "loaded" &&
    !app.querySelector('[data-testid="stSkeleton"]:not([data-testid="stFullScreenFrame"] *)') &&
    ![...app.querySelectorAll('[data-testid="stBidiComponentIsolated"]')].some(isMissing);
  let first;
  const look = (now) => {
    const app = document.querySelector('[data-testid="stApp"]:has([data-testid="stElementContainer"])');
    if (app) first ??= now;
    if (app && (isWhole(app) || now > first + patience)) root.classList.remove("first-frame");
    else requestAnimationFrame(look);
  };
  root.classList.add("first-frame");
  requestAnimationFrame(look);
}
