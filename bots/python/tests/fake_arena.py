"""An arena for tests: the test answers Submit and speaks on every Attend."""

from __future__ import annotations

import queue
import subprocess
import threading
from concurrent import futures
from pathlib import Path
from typing import Any, Dict, Iterator, List, Optional, Tuple

import grpc
from support import BOTS, SECONDS  # first: it sets the path

from couillon_bot.messages import arena_service, arena_service_grpc

_END = object()


class Attendance:
    """One Attend call, as the arena sees it."""

    def __init__(self, metadata: Dict[str, str], responses: Iterator[Any]) -> None:
        self.metadata = metadata
        self._responses = responses
        self._requests: queue.Queue[Any] = queue.Queue()
        self.status: Optional[Tuple[grpc.StatusCode, str]] = None

    def ask(self, request: Any) -> Any:
        """Sends a message and returns the answer."""
        self._requests.put(request)
        return next(self._responses)

    def send(self, request: Any) -> None:
        """Sends a message that needs no answer."""
        self._requests.put(request)

    def end(self, code: Any = grpc.StatusCode.OK, text: str = "") -> None:
        """Ends the call."""
        self.status = (code, text)
        self._requests.put(_END)

    def requests(self) -> Iterator[Any]:
        """Yields what is sent until the end."""
        return iter(self._requests.get, _END)


class FakeArena(arena_service_grpc.ArenaServiceServicer):
    """Serves at `address`, by default a free port, with TLS if `credentials` are
    given. `refusals` are the statuses of the next Submit calls, `unknown` are
    sessions whose Attend is refused."""

    def __init__(
        self,
        address: str = "127.0.0.1:0",
        *,
        streams: int = 1,
        credentials: Optional[grpc.ServerCredentials] = None,
    ) -> None:
        self.streams = streams
        self.refusals: List[Tuple[grpc.StatusCode, str]] = []
        self.unknown: List[str] = []
        self._submissions: queue.Queue[Any] = queue.Queue()
        self._attendances: queue.Queue[Attendance] = queue.Queue()
        self._count = 0
        self._lock = threading.Lock()
        self._server = grpc.server(
            futures.ThreadPoolExecutor(16), options=[("grpc.so_reuseport", 0)]
        )
        arena_service_grpc.add_ArenaServiceServicer_to_server(self, self._server)
        if credentials is None:
            port = self._server.add_insecure_port(address)
        else:
            port = self._server.add_secure_port(address, credentials)
        self.address = address
        if not address.startswith("unix:"):
            self.address = f"{address.rpartition(':')[0]}:{port}"
        self._server.start()

    def __enter__(self) -> FakeArena:
        return self

    def __exit__(self, *_: object) -> None:
        self._server.stop(grace=None).wait()

    def submission(self) -> Tuple[Any, Dict[str, str]]:
        """Waits for a Submit; returns its request and metadata."""
        return self._submissions.get(timeout=SECONDS)

    def attendance(self) -> Attendance:
        """Waits for an Attend."""
        return self._attendances.get(timeout=SECONDS)

    # ArenaService, with the method names that gRPC requires.

    def Submit(self, request: Any, context: Any) -> Any:
        """Accepts the bot, under a new session."""
        self._submissions.put((request, dict(context.invocation_metadata())))
        if self.refusals:
            context.abort(*self.refusals.pop(0))
        with self._lock:
            self._count += 1
        return arena_service.SubmitResponse(
            label=f"{request.name} v1",
            session=f"session-{self._count}",
            streams=self.streams,
        )

    def Attend(self, responses: Iterator[Any], context: Any) -> Iterator[Any]:
        """Hands the call to the test."""
        metadata = dict(context.invocation_metadata())
        if metadata["couillon-session"] in self.unknown:
            context.abort(grpc.StatusCode.NOT_FOUND, "unknown session")
        attendance = Attendance(metadata, responses)
        context.add_callback(lambda: attendance.send(_END))
        self._attendances.put(attendance)
        yield from attendance.requests()
        if attendance.status and attendance.status[0] != grpc.StatusCode.OK:
            context.abort(*attendance.status)


def make_certificate(folder: Path) -> Tuple[bytes, bytes]:
    """Makes a certificate for localhost, and its key: cert.pem and key.pem."""
    subprocess.run(
        "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 "
        "-nodes -days 2 -subj /CN=test -addext subjectAltName=DNS:localhost "
        "-addext basicConstraints=critical,CA:FALSE "
        "-keyout key.pem -out cert.pem".split(),
        cwd=folder,
        check=True,
        capture_output=True,
    )
    return (folder / "cert.pem").read_bytes(), (folder / "key.pem").read_bytes()


__all__ = ["BOTS", "SECONDS", "Attendance", "FakeArena", "make_certificate"]
