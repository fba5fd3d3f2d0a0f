"""Pack bytes into text for the browser, and back. Text from the browser is untrusted."""

import base64
import binascii
import re
import zlib

VERSION = 2

_FASTEST = 1
_FORM = re.compile(r"([1-9][0-9]{0,5})\.([A-Za-z0-9_-]*={0,2})")


class UnreadableError(ValueError):
    """Text from the browser is not what the app saved there."""


class NewerError(UnreadableError):
    """The text was written by a newer version of the app."""


def packed(content: bytes, level: int) -> str:
    """Return bytes as text that a cookie can contain, with the version in front."""
    return f"{VERSION}.{base64.urlsafe_b64encode(zlib.compress(content, level)).decode('ascii')}"


def unpacked(text: str, most: int) -> bytes:
    """Return the bytes of a text made by `packed`; at most `most` of them are ever unpacked.

    Raises `NewerError` or `UnreadableError`.
    """
    form = _FORM.fullmatch(text)
    if form is None:
        raise UnreadableError
    if int(form[1]) > VERSION:
        raise NewerError
    unpacker = zlib.decompressobj()
    try:
        content = unpacker.decompress(base64.urlsafe_b64decode(form[2]), most)
    except (binascii.Error, zlib.error):
        raise UnreadableError from None
    if not unpacker.eof or unpacker.unused_data:
        raise UnreadableError
    return content


def packed_part(head: bytes, arrays: bytes) -> str:
    """Return a head and the arrays it describes as text."""
    return packed(len(head).to_bytes(4, "big") + head + arrays, _FASTEST)


def unpacked_part(text: str, most: int) -> tuple[bytes, bytes]:
    """Return the head and the arrays of a part of at most `most` bytes.

    Raises `NewerError` or `UnreadableError`.
    """
    if len(text) > 4 * most // 3 + 100:
        raise UnreadableError
    content = unpacked(text, most)
    length = int.from_bytes(content[:4], "big")
    return content[4 : 4 + length], content[4 + length :]
