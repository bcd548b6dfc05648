"""Serves a bot: the service BotService around one function."""

from __future__ import annotations

import ctypes
import hmac
import os
import signal
import sys
from dataclasses import dataclass
from typing import Any, AsyncIterator, Callable, Optional, Sequence

import grpc

from couillon_bot.playing import (
    Decide,
    Ending,
    OnResult,
    Player,
    Rulesets,
    make_player,
    run,
)

_PR_SET_PDEATHSIG = 1
_OPTIONS = (
    ("grpc.max_receive_message_length", -1),
    ("grpc.max_send_message_length", -1),
    ("grpc.so_reuseport", 0),  # a second server on one port is an error
)


@dataclass(frozen=True)
class ServingPlace:
    """The address, TLS settings and token of a bot that no referee starts."""

    # "host:port", port 0 for any, or "unix:/path".
    address: str
    # In PEM, with its chain; empty for no TLS.
    certificate: bytes = b""
    # Of the certificate, in PEM.
    private_key: bytes = b""
    # Every call must carry it as "authorization: Bearer TOKEN"; empty: any
    # client may call.
    token: str = ""


class _Server:
    """One bot being served, on the event loop of the main thread."""

    def __init__(self, player: Player, place: ServingPlace) -> None:
        self._player = player
        self._place = place
        self._ending: Optional[Ending] = None

    async def run(self, ready: Callable[[str], None]) -> None:
        """Serves until stopped; raises what the bot raised. Calls `ready` with
        the address as soon as clients can connect."""
        server = grpc.aio.server(options=_OPTIONS)
        service = self._player.messages.bot_service_grpc
        service.add_BotServiceServicer_to_server(self, server)
        port = self._listen(server)
        self._ending = Ending(self._player)
        await server.start()
        ready(_with_port(self._place.address, port))
        await self._ending.wait()
        await server.stop(grace=None)
        self._ending.raise_failure()

    def _listen(self, server: grpc.aio.Server) -> int:
        """Returns the port. Raises RuntimeError if that is impossible."""
        place = self._place
        if not place.certificate:
            return server.add_insecure_port(place.address)
        pair = (place.private_key, place.certificate)
        return server.add_secure_port(
            place.address, grpc.ssl_server_credentials([pair])
        )

    async def _admit(self, context: Any) -> None:
        """Ends a call that does not carry the token."""
        if not self._place.token:
            return
        expected = f"Bearer {self._place.token}".encode()
        for key, value in context.invocation_metadata():
            if key == "authorization":
                if hmac.compare_digest(value.encode(), expected):
                    return
                reason = "the token is not the right one"
                break
        else:
            reason = "no token was sent"
        await context.abort(grpc.StatusCode.UNAUTHENTICATED, reason)

    # BotService, with the method names that gRPC requires.

    async def Describe(self, request: Any, context: Any) -> Any:
        """Returns the description of the bot."""
        await self._admit(context)
        return self._player.description

    async def Play(
        self, requests: AsyncIterator[Any], context: Any
    ) -> AsyncIterator[Any]:
        """Answers every message with one message."""
        await self._admit(context)
        rulesets: Rulesets = {}
        assert self._ending is not None
        async for request in requests:
            response = None
            try:
                response = self._player.answer(request, rulesets)
            except BaseException as error:  # the process ends with it
                self._ending.fail(error)
                await context.abort(
                    grpc.StatusCode.INTERNAL,
                    f"the bot ends: {type(error).__name__}: {error}",
                )
            if response is not None:
                yield response


def _with_port(address: str, port: int) -> str:
    if address.startswith("unix:"):
        return address
    return f"{address.rpartition(':')[0]}:{port}"


def _die_with_parent() -> None:
    """Makes the kernel kill this process when the one that started it ends."""
    if not sys.platform.startswith("linux"):
        return
    try:
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    except (OSError, AttributeError):
        pass  # not essential


def serve(
    decide: Decide,
    name: str,
    version: str = "",
    *,
    author: str = "",
    rulesets: Sequence[str] = (),
    max_batch: int = 0,
    max_in_flight: int = 0,
    on_result: Optional[OnResult] = None,
) -> None:
    """Serves a bot at the address in the environment variable COUILLON_LISTEN
    ("unix:/path" or "host:port") until SIGTERM or Ctrl-C.

    `rulesets` are the ids of those it plays, empty for all; `max_batch`
    and `max_in_flight` limit what the referee sends at a time, 0 for no
    limit. What `decide` raises ends the process with a traceback.

    `on_result` is called with the results of the bot's tables, many at a time
    and without naming the table; a bot whose decisions depend on them is not
    reproducible.
    """
    address = os.environ.get("COUILLON_LISTEN", "")
    if not address:
        sys.exit(
            f"{name}: set COUILLON_LISTEN to the address to serve at, "
            "such as unix:/tmp/bot.sock or 127.0.0.1:5000"
        )
    description = dict(
        author=author,
        rulesets=rulesets,
        max_batch=max_batch,
        max_in_flight=max_in_flight,
    )
    _die_with_parent()
    player = make_player(decide, name, version, on_result, description)
    server = _Server(player, ServingPlace(address))
    run(server.run(ready=lambda _: None))


def serve_at(
    place: ServingPlace,
    decide: Decide,
    name: str,
    version: str = "",
    *,
    on_result: Optional[OnResult] = None,
    **limits: Any,
) -> None:
    """Serves a bot at an address of its own, optionally with TLS and a token,
    as `serve` does, but continues when the parent process ends. Prints
    "serving at ADDRESS" to stdout as soon as clients can connect. Raises
    RuntimeError if it cannot serve there. `limits` are the arguments `author`,
    `rulesets`, `max_batch` and `max_in_flight` of `serve`."""
    player = make_player(decide, name, version, on_result, limits)
    server = _Server(player, place)
    run(server.run(ready=lambda at: print(f"serving at {at}", flush=True)))
