"""Training: settings, rules, kernels and what can be learned from a run."""
