"""What a run has drawn reaches the browser, whatever is drawn right after it."""

from streamlit.runtime.app_session import AppSession


def deliver_everything() -> None:
    """Send all that a run has drawn, also where a part of the page is drawn again before that.

    Of that part, Streamlit (1.67) throws away what has not been sent, but not that the run before
    it has ended. A browser which then is told that a run of the whole page is over takes the part
    for gone, with all that was chosen in it. What came below moves up into its place, and is
    replaced by it once it comes: a button is missing, until somebody does something. It takes a
    server that is busy for as long as a page is drawn, and a part that asks to run by itself.
    """
    clear_queue = AppSession._clear_queue

    def clear(session: AppSession, fragment_ids_this_run: list[str] | None = None) -> None:
        if fragment_ids_this_run is not None:
            # What follows must not take the place of what waits: it would come before its run.
            session._browser_queue._delta_index_map.clear()
        else:
            clear_queue(session)

    AppSession._clear_queue = clear  # type: ignore[assignment, method-assign]
