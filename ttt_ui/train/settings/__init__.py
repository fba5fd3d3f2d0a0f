"""What a training run is told: the controls of its settings."""
