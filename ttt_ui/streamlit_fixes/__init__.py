"""Everything that relies on what Streamlit does not promise: one file per fix."""
