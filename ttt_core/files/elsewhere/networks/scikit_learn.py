"""scikit-learn's MLPClassifier and MLPRegressor, as the inert pickle reads them."""

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from ttt_core.files.elsewhere.moves import CELLS
from ttt_core.files.elsewhere.networks.layers import (
    Dense,
    LayeredNetwork,
    Scaling,
    Step,
    activation,
    in_line,
    weights_of,
)
from ttt_core.files.sentences import AgentFileError, file_refusal, quoted, refusing
from ttt_core.sentences import tr_noop

_DEEPEST = 6
_FEWEST_CELLS = 6


@refusing(tr_noop("This model of scikit-learn is damaged."))
def network_of_scikit_learn(tree: Any) -> LayeredNetwork | None:
    """Return the network of a model in a tree, behind the scaling of its pipeline, if it has one.

    Models of other kinds are refused.
    """
    model = next(_models(tree, 0), None)
    if model is None:
        return None
    steps: list[Step] = []
    for _, part in model.get("steps", [("", model)]):
        if "coefs_" in part:
            return _network(part, steps)
        steps.append(_scaling(part))
    raise _not_a_network(model)


def _models(tree: Any, depth: int) -> Iterator[Mapping[str, Any]]:
    if isinstance(tree, Mapping):
        if "coefs_" in tree or ("steps" in tree and "_sklearn_version" in tree):
            yield tree
        elif depth < _DEEPEST and len(tree) < 100:
            for part in tree.values():
                yield from _models(part, depth + 1)
        if str(tree.get("__class__", "")).startswith("sklearn."):
            yield tree
    elif isinstance(tree, list | tuple) and depth < _DEEPEST and len(tree) < 100:
        for part in tree:
            yield from _models(part, depth + 1)


def _not_a_network(model: Mapping[str, Any]) -> AgentFileError:
    kind = str(model.get("__class__", "scikit-learn")).rpartition(".")[2]
    return file_refusal(
        "This is a model of scikit-learn of the kind {kind}, and only its networks "
        "(MLPClassifier and MLPRegressor) are read. Save what it answers on every board instead: "
        "docs/any-agent.md shows it.",
        kind=quoted(kind),
    )


def _scaling(part: Mapping[str, Any]) -> Step:
    if part.get("scale_") is not None and "mean_" in part:  # StandardScaler
        scale = weights_of(part["scale_"])
        mean = weights_of(part["mean_"]) if part["mean_"] is not None else np.zeros(scale.size)
        return Scaling(1.0 / scale, -mean / scale)
    if "scale_" in part and "min_" in part:  # MinMaxScaler
        return Scaling(weights_of(part["scale_"]), weights_of(part["min_"]))
    raise _not_a_network(part)


def _network(model: Mapping[str, Any], before: list[Step]) -> LayeredNetwork:
    kernels = [weights_of(kernel) for kernel in model["coefs_"]]
    biases = [weights_of(bias) for bias in model["intercepts_"]]
    steps = list(before)
    last = len(kernels) - 1
    for number, (kernel, bias) in enumerate(zip(kernels, biases, strict=True)):
        function = model["out_activation_"] if number == last else model["activation"]
        steps += [Dense(kernel, bias), activation(function)]
    classes = model.get("classes_")
    cells = None
    if classes is not None and kernels[-1].shape[1] > 1:
        cells = _cells(np.asarray(classes).ravel().tolist())
    return in_line("scikit-learn", steps, (len(kernels[0]),), cells=cells)


def _cells(classes: list[Any]) -> tuple[int, ...] | None:
    """Return the cells that are a classifier's classes; one may lack some that it never saw.

    None if they are all cells in their order.
    """
    for notation in CELLS if len(classes) >= _FEWEST_CELLS else ():
        cells = [notation.read(label) for label in classes]
        if None not in cells and len(set(cells)) == len(cells):
            in_order = tuple(cell for cell in cells if cell is not None)
            return None if in_order == tuple(range(9)) else in_order
    raise file_refusal(
        "This classifier of scikit-learn has the classes {classes}, which are not cells.",
        classes=quoted(", ".join(map(str, classes[:12]))),
    )
