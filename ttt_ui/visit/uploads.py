"""What a visitor uploads."""

from typing import Any

import ttt_core as ttt
from ttt_core.sentences import sentence


def content(upload: Any) -> bytes:
    """Return an uploaded file's content; raise `AgentFileError` if the server does not have it.

    A browser may report a file that was refused, or that its process has lost. In its place,
    Streamlit then gives an object without content and without a name.
    """
    if not hasattr(upload, "getvalue"):
        raise ttt.AgentFileError(sentence("The file did not reach the server. Upload it again."))
    return bytes(upload.getvalue())
