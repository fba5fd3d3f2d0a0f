"""Text of bounded size for the browser to keep, and back. What it hands over may be anything."""

import base64
import binascii
import re
import zlib

VERSION = 1

_FORM = re.compile(r"([1-9][0-9]{0,5})\.([A-Za-z0-9_-]*={0,2})")


class UnreadableError(ValueError):
    """What the browser handed over is not what it was given to keep."""


class NewerError(UnreadableError):
    """It was written by a newer version of the program."""


def packed(content: bytes, level: int) -> str:
    """Return bytes as text, with the version in front; only letters that a cookie can hold."""
    return f"{VERSION}.{base64.urlsafe_b64encode(zlib.compress(content, level)).decode('ascii')}"


def unpacked(text: str, most: int) -> bytes:
    """Return the bytes of a text that `packed` has made.

    Parameters
    ----------
    text
    most
        How many bytes there can be: no more are ever made of it.

    Raises
    ------
    NewerError
        If a newer version has made it.
    UnreadableError
        If it is no such text.
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
