"""A link for a projector: a QR code, and a line that a class can copy."""

import pytest

from ttt_ui.frame.share import large_line, qr_code


def test_a_short_link_is_written_out_without_its_scheme_and_a_long_one_up_to_its_query() -> None:
    assert large_line("https://lab.example/learn?chapter=exploring") == (
        "lab.example/learn?chapter=exploring"
    )
    long = f"https://lab.example/play?pupil={'03142.' * 60}03142"
    assert large_line(long) == "lab.example/play?…"


def test_a_code_is_black_on_white_and_a_link_may_be_too_long_for_one() -> None:
    picture = qr_code("https://lab.example/play")
    assert picture.startswith("<svg")
    assert "#fff" in picture
    with pytest.raises(ValueError, match="too large"):
        qr_code(f"https://lab.example/play?pupil={'x' * 3000}")
