"""Everything that a run draws reaches the browser, whatever is drawn right after it."""

from streamlit.runtime.app_session import AppSession


def deliver_everything() -> None:
    """Send everything a run has drawn, even if a fragment is drawn again before it is sent.

    In that case, Streamlit (1.67) drops the fragment's unsent elements but still announces the end
    of the earlier run. The browser concludes that the fragment is gone, with everything chosen in
    it. Elements below move up into its place, and the fragment overwrites them when it arrives: a
    button is missing until the visitor does something. This happens if a server is busy for as long
    as it takes to draw a page, and the page has a fragment with a timer.
    """
    clear_queue = AppSession._clear_queue

    def clear(session: AppSession, fragment_ids_this_run: list[str] | None = None) -> None:
        if fragment_ids_this_run is not None:
            # New elements must not replace waiting ones, or they would arrive before their own run.
            session._browser_queue._delta_index_map.clear()
        else:
            clear_queue(session)

    AppSession._clear_queue = clear  # type: ignore[assignment, method-assign]
