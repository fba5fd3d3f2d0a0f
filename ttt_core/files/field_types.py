"""The types of numbers in files, with their bounds."""

from typing import Annotated

from pydantic import ConfigDict, Field

from ttt_core.learning.soundness import MAX_COUNT, MAX_VALUE

STRICT = ConfigDict(strict=True, extra="ignore", allow_inf_nan=False, frozen=True)

Value = Annotated[float, Field(ge=-MAX_VALUE, le=MAX_VALUE)]
Count = Annotated[int, Field(ge=0, le=MAX_COUNT)]
