"""Types of what a visit keeps; anything else that a browser gives back is refused."""

from typing import Annotated

from pydantic import Field

from ttt_core.learning import MAX_COUNT

Count = Annotated[int, Field(ge=0, le=MAX_COUNT)]
Cell = Annotated[int, Field(ge=0, le=8)]
Moves = Annotated[tuple[Cell, ...], Field(max_length=9)]
Share = Annotated[float, Field(ge=0, le=1)]
