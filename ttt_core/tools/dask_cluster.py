"""Work on other machines by Dask, an optional extra: nothing of it is imported unless asked for."""

from collections.abc import Iterator
from concurrent.futures import CancelledError, Executor
from contextlib import contextmanager
from typing import Any

CONFIGURED = "dask"
"""Stands for the scheduler that Dask's own configuration names."""
SECONDS_TO_ANSWER = 5
_RETRIES = 3
_EXAMPLE = "tcp://10.0.0.1:8786 would be one"


class SchedulerError(Exception):
    """There is no scheduler to work with. The message is a sentence."""


@contextmanager
def cluster(address: str) -> Iterator[tuple[Executor, str]]:
    """Yield an executor that has the workers of a Dask scheduler work, and who they are, in words.

    A task whose worker is lost is done again by another one.

    Parameters
    ----------
    address
        Of the scheduler, such as ``tcp://10.0.0.1:8786``; or `CONFIGURED`.

    Raises
    ------
    SchedulerError
        If Dask is not installed, its configuration names no scheduler, or none answers there within
        some seconds; if it goes away, or its workers cannot do the work.
    """
    try:
        import dask
        from distributed import Client, KilledWorker, Security
        from distributed.comm.addressing import parse_address, parse_host_port
        from distributed.comm.registry import get_backend
    except ModuleNotFoundError:
        raise SchedulerError(
            "Dask is not installed: in the project's folder, `pip install '.[dask]'` adds it."
        ) from None
    named = dask.config.get("scheduler-address", None) if address == CONFIGURED else address
    if not named:
        raise SchedulerError(
            "Dask's configuration names no scheduler: give its address, or set "
            "DASK_SCHEDULER_ADDRESS."
        )
    # Looked at beforehand: a client that fails over these hangs for ten seconds when it is deleted.
    try:
        scheme, place = parse_address(named)
        get_backend(scheme)
        parse_host_port(place)
    except ValueError:
        raise SchedulerError(f"{named} is no address of a scheduler: {_EXAMPLE}.") from None
    security: Any = Security()  # type: ignore[no-untyped-call]
    if scheme == "tls" and security.get_connection_args("client")["ssl_context"] is None:
        raise SchedulerError(f"{named} needs a certificate, and Dask's configuration names none.")
    try:
        client: Any = Client(  # type: ignore[no-untyped-call]
            named, timeout=SECONDS_TO_ANSWER, set_as_default=False
        )
    except OSError:
        raise SchedulerError(
            f"{named} does not answer: no Dask scheduler was found there within "
            f"{SECONDS_TO_ANSWER} s."
        ) from None
    try:
        yield client.get_executor(pure=False, retries=_RETRIES), _workers(client)
    except CancelledError:
        raise SchedulerError(f"The scheduler {named} is gone.") from None
    except KilledWorker:
        raise SchedulerError(
            "The same runs were lost with one worker after another: they may be short of memory."
        ) from None
    except (ImportError, RuntimeError) as error:
        reason = str(error).partition("\n")[0]
        raise SchedulerError(
            f"The scheduler and all workers need this package, ttt-lab, in this version ({reason})."
        ) from error
    except OSError as error:
        raise SchedulerError(f"The scheduler {named} is gone: {error}.") from None
    finally:
        client.close(timeout=SECONDS_TO_ANSWER)


def _workers(client: Any) -> str:
    threads = list(client.nthreads().values())
    if not threads:
        return "The scheduler has no worker yet: the sweep begins when one comes"
    return f"Workers: {len(threads):,}, threads: {sum(threads):,}"
