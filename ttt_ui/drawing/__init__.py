"""What we draw with: board, sliders, heatmaps, charts."""
