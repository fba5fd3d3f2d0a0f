"""Networks of brain.js and synaptic, which save themselves as JSON."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from ttt_core.files.elsewhere.networks.layers import (
    MAX_WEIGHTS,
    Activation,
    Array,
    Dense,
    LayeredNetwork,
    NamedStep,
    activation,
    in_line,
    joined,
    too_large,
    unknown_layer,
    weights_of,
)
from ttt_core.files.sentences import file_refusal, refusing
from ttt_core.sentences import tr_noop

_MOST_NEURONS = 2_000


# brain.js


@refusing(tr_noop("This network of brain.js is damaged."))
def network_of_brain(tree: Any) -> LayeredNetwork | None:
    """Return a network of brain.js; one with a memory is refused."""
    if not isinstance(tree, Mapping) or not (
        isinstance(tree.get("layers", tree.get("hiddenLayers")), list)
        and ("sizes" in tree or "inputLookup" in tree or "outputConnector" in tree)
    ):
        return None
    if "layers" not in tree or "Network" not in str(tree.get("type", "NeuralNetwork")):
        raise unknown_layer(tree.get("type", "RNN"))
    settings = {**tree.get("options", {}), **tree.get("trainOpts", {}), **tree}
    function = str(settings.get("activation", "sigmoid"))
    slope = float(settings.get("leakyReluAlpha", 0.01))
    if function not in ("sigmoid", "relu", "leaky-relu", "tanh"):
        raise unknown_layer(function)
    name = function.replace("-", " ")
    weights = map(_brain_layer, tree["layers"])
    layers = [Dense(kernel.T, bias) for kernel, bias in weights if kernel.size]
    inputs, outputs = (_places(tree.get(name)) for name in ("inputLookup", "outputLookup"))
    layers[-1] = Dense(layers[-1].kernel[:, outputs], layers[-1].bias[outputs])
    layers[0] = Dense(layers[0].kernel[inputs], layers[0].bias)
    steps = [step for layer in layers for step in (layer, Activation(name, slope))]
    return in_line("brain.js", steps, (len(layers[0].kernel),))


def _brain_layer(layer: Mapping[str, Any]) -> tuple[Array, Array]:
    """Return the weights (units, inputs) and biases of a layer, in either form of the file."""
    if "weights" in layer:
        return weights_of(layer["weights"] or np.zeros((0, 0))), weights_of(layer["biases"])
    units = [layer[name] for name in sorted(layer, key=int)]
    if not units or "weights" not in units[0]:
        return np.zeros((0, 0)), np.zeros(0)
    rows = [[unit["weights"][name] for name in sorted(unit["weights"], key=int)] for unit in units]
    return weights_of(rows), weights_of([unit["bias"] for unit in units])


def _places(lookup: Any) -> list[int] | slice:
    """Return where the cells are, if they have names that are numbers; otherwise all in order."""
    if not isinstance(lookup, Mapping) or not all(map(str.isdigit, lookup)):
        return slice(None)
    return [int(lookup[name]) for name in sorted(lookup, key=int)]


# synaptic


@refusing(tr_noop("This network of synaptic is damaged."))
def network_of_synaptic(tree: Any) -> LayeredNetwork | None:
    """Return a network of synaptic: its neurons, sorted into layers by what leads to them."""
    if not isinstance(tree, Mapping) or not all(
        isinstance(tree.get(name), list) for name in ("neurons", "connections")
    ):
        return None
    neurons, connections = tree["neurons"], tree["connections"]
    count = len(neurons)
    if count > _MOST_NEURONS or count * count > MAX_WEIGHTS:
        raise too_large()
    weights = np.zeros((count, count))
    connected = np.zeros((count, count), bool)
    for connection in connections:
        if connection.get("gater") is not None:
            raise unknown_layer("LSTM")
        from_, to = int(connection["from"]), int(connection["to"])
        if min(from_, to) < 0:
            raise IndexError
        weights[from_, to] += float(connection["weight"])
        connected[from_, to] = True
    layers = _layers(connected)
    if len(layers) < 2 or layers[0].size > 27:
        raise file_refusal("The layers of this network do not fit together.")
    biases = weights_of([float(neuron.get("bias", 0.0)) for neuron in neurons])
    weights = weights_of(weights)
    nodes: list[NamedStep] = []
    before, given = "", layers[0]
    for number, layer in enumerate(layers[1:]):
        functions = {str(neurons[neuron].get("squash", "LOGISTIC")) for neuron in layer.tolist()}
        function = activation(", ".join(sorted(functions)))
        name = f"layer {number + 1}"
        dense = Dense(weights[np.ix_(given, layer)], biases[layer])
        nodes += [
            NamedStep(f"{name} sums", dense, (before,)),
            NamedStep(name, function, (f"{name} sums",)),
        ]
        later = np.concatenate([given, layer])
        if (
            number < len(layers) - 2
            and connected[given][:, np.concatenate(layers[number + 2 :])].any()
        ):
            nodes.append(NamedStep(f"{name} and before", joined(), (before, name)))
            before, given = f"{name} and before", later
        else:
            before, given = name, layer
    return LayeredNetwork("synaptic", tuple(nodes), "", (nodes[-1].name,), (layers[0].size,))


def _layers(connected: Array) -> list[Array]:
    """Return the neurons of each layer: a neuron is one layer behind the last that leads to it."""
    depth = np.zeros(len(connected), int)
    for _ in range(len(connected) + 1):
        ahead = np.where(connected, depth[:, None] + 1, 0).max(axis=0)
        if (ahead == depth).all():
            return [np.flatnonzero(depth == number) for number in range(depth.max() + 1)]
        if ahead.max() > 50:
            raise unknown_layer("recurrent")
        depth = ahead
    raise unknown_layer("recurrent")
