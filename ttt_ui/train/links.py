"""A guided experiment in the address of the train page."""

from collections.abc import Mapping

from ttt_ui.shared.links import named
from ttt_ui.train.experiments import EXPERIMENTS

EXPERIMENT = "experiment"
"""What names a guided experiment."""


def experiment_from_query(
    params: Mapping[str, str],
) -> tuple[str | None, dict[str, str], list[str]]:
    """Read which guided experiment query parameters name.

    Returns
    -------
    experiment
        Its name, None where none is named.
    rest
        The other parameters.
    dropped
        A sentence for a name that there is not.
    """
    rest = {name: text for name, text in params.items() if name != EXPERIMENT}
    asked = params.get(EXPERIMENT)
    if asked is None or asked in EXPERIMENTS:
        return asked, rest, []
    return None, rest, [f"{named(EXPERIMENT, asked)}: there is no such experiment."]
