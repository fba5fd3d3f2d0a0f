"""A guided experiment in the address of Train."""

from collections.abc import Mapping

from ttt_ui.frame.links import named
from ttt_ui.train.experiments import EXPERIMENTS

EXPERIMENT = "experiment"
"""The query parameter that names a guided experiment."""


def experiment_from_query(
    params: Mapping[str, str],
) -> tuple[str | None, dict[str, str], list[str]]:
    """Read the guided experiment named in query parameters.

    Returns
    -------
    experiment
        Its key; None if there is none.
    rest
        The other parameters.
    dropped
        A sentence about an unknown name.
    """
    rest = {name: text for name, text in params.items() if name != EXPERIMENT}
    asked = params.get(EXPERIMENT)
    if asked is None or asked in EXPERIMENTS:
        return asked, rest, []
    return None, rest, [f"{named(EXPERIMENT, asked)}: this experiment does not exist."]
