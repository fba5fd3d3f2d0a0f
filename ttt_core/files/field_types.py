"""The types of numbers that files are made of, with their bounds."""

from typing import Annotated

from pydantic import ConfigDict, Field

MAX_VALUE = 1_000_000
MAX_COUNT = 2_000_000_000
"""Below 2**31 by more than a training can add, so that no count of an agent overflows."""

STRICT = ConfigDict(strict=True, extra="ignore", allow_inf_nan=False, frozen=True)

Value = Annotated[float, Field(ge=-MAX_VALUE, le=MAX_VALUE)]
Count = Annotated[int, Field(ge=0, le=MAX_COUNT)]
