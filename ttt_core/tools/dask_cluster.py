"""Work on other machines with Dask, an optional extra that is imported only when used."""

import logging
from collections.abc import Iterator
from concurrent.futures import CancelledError, Executor
from contextlib import contextmanager
from typing import Any

CONFIGURED = "dask"
"""Means the scheduler in Dask's own configuration."""
SECONDS_TO_ANSWER = 5
_RETRIES = 3
_LOGS = ("distributed", "distributed.client", "tornado.application", "asyncio")


class SchedulerError(Exception):
    """Raised if no scheduler can be used. The message says why."""


@contextmanager
def cluster(address: str) -> Iterator[tuple[Executor, str]]:
    """Yield an executor that uses the workers of a Dask scheduler, and a description of them.

    If a worker is lost, another one redoes its task.

    Parameters
    ----------
    address
        The scheduler's address, for example ``tcp://10.0.0.1:8786``; or `CONFIGURED`.

    Raises
    ------
    SchedulerError
        If Dask is not installed, if its configuration does not name a scheduler, if none answers
        within `SECONDS_TO_ANSWER`, if the connection is lost, or if the workers fail.
    """
    try:
        import dask
        from distributed import Client, KilledWorker, Security
        from distributed.comm.addressing import parse_address, parse_host_port
        from distributed.comm.registry import get_backend
    except ModuleNotFoundError:
        raise SchedulerError(
            "Dask is not installed. In the project folder, run `pip install '.[dask]'`."
        ) from None
    # Dask logs the traceback of every task it loses; what went wrong is said once, in a sentence.
    for name in _LOGS:
        logging.getLogger(name).setLevel(logging.CRITICAL)
    named = dask.config.get("scheduler-address", None) if address == CONFIGURED else address
    if not named:
        raise SchedulerError(
            "Dask's configuration does not name a scheduler. Give its address or set "
            "DASK_SCHEDULER_ADDRESS."
        )
    # Checked first: a client that fails because of these hangs for ten seconds when deleted.
    try:
        scheme, place = parse_address(named)
        get_backend(scheme)
        parse_host_port(place)
    except ValueError:
        raise SchedulerError(
            f"{named} is not a scheduler address; an example is tcp://10.0.0.1:8786."
        ) from None
    security: Any = Security()  # type: ignore[no-untyped-call]
    if scheme == "tls" and security.get_connection_args("client")["ssl_context"] is None:
        raise SchedulerError(
            f"{named} needs a certificate, but Dask's configuration does not name one."
        )
    try:
        client: Any = Client(  # type: ignore[no-untyped-call]
            named, timeout=SECONDS_TO_ANSWER, set_as_default=False
        )
    except OSError:
        raise SchedulerError(
            f"No Dask scheduler answered at {named} within {SECONDS_TO_ANSWER} s."
        ) from None
    try:
        yield client.get_executor(pure=False, retries=_RETRIES), _workers(client)
    except CancelledError:
        raise SchedulerError(f"Lost the connection to the scheduler {named}.") from None
    except KilledWorker:
        raise SchedulerError(
            "Several workers failed on the same runs. They may be running out of memory."
        ) from None
    except (ImportError, RuntimeError) as error:
        reason = str(error).partition("\n")[0]
        raise SchedulerError(
            "The scheduler and all workers need the same version of this package, ttt-lab "
            f"({reason})."
        ) from error
    except OSError as error:
        raise SchedulerError(f"Lost the connection to the scheduler {named}: {error}.") from None
    finally:
        client.close(timeout=SECONDS_TO_ANSWER)


def _workers(client: Any) -> str:
    threads = list(client.nthreads().values())
    if not threads:
        return "The scheduler has no workers yet; the sweep will start when one joins"
    return f"Workers: {len(threads):,}, threads: {sum(threads):,}"
