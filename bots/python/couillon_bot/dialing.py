"""Connects a bot to an arena, which plays it on that connection: for bots that
cannot be called. docs/remote-bots.md explains it."""

from __future__ import annotations

import asyncio
import ipaddress
import os
import ssl
import sys
import time
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Dict, Optional, Set

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

ARENA_VARIABLE = "COUILLON_ARENA"

# Pauses between tries: each twice the one before.
FIRST_PAUSE_SECONDS = 1.0
LONGEST_PAUSE_SECONDS = 30.0
SUBMIT_SECONDS = 30.0
KEEPALIVE_SECONDS = 30

_PLAINTEXT = "plaintext:"
_UNIX = "unix:"
_DEBIAN_ROOTS = "/etc/ssl/certs/ca-certificates.crt"
_OPTIONS = (
    ("grpc.max_receive_message_length", -1),
    ("grpc.max_send_message_length", -1),
    ("grpc.keepalive_time_ms", KEEPALIVE_SECONDS * 1000),
    ("grpc.keepalive_timeout_ms", KEEPALIVE_SECONDS * 1000),
    ("grpc.http2.max_pings_without_data", 0),  # no limit
    # Every try is a connection of its own, without the state of earlier ones.
    ("grpc.use_local_subchannel_pool", 1),
)
# What a later try would not change.
_LASTING = {
    grpc.StatusCode.FAILED_PRECONDITION,
    grpc.StatusCode.INVALID_ARGUMENT,
    grpc.StatusCode.UNAUTHENTICATED,
    grpc.StatusCode.PERMISSION_DENIED,
    grpc.StatusCode.RESOURCE_EXHAUSTED,
    grpc.StatusCode.UNIMPLEMENTED,
}
# gRPC tells these from a server that is not there by their text only.
_UNTRUSTED = ("CERTIFICATE_VERIFY_FAILED", "Hostname Verification Check failed")
_WITHOUT_TLS = "WRONG_VERSION_NUMBER"


@dataclass(frozen=True)
class Arena:
    """An arena, and how the bot presents itself to it."""

    # "HOST:PORT" with TLS, "plaintext:HOST:PORT", or "unix:/PATH".
    address: str
    # Identifies the author; empty for none. Never sent without TLS to another
    # machine.
    token: str = ""
    # A file with the trusted root certificates in PEM; empty for the system's.
    ca_file: str = ""
    # The bot's name in the arena; empty for its name.
    name: str = ""

    @classmethod
    def from_environment(cls) -> Arena:
        """Reads COUILLON_ARENA, COUILLON_TOKEN_FILE, COUILLON_ARENA_CA and
        COUILLON_NAME. Raises ValueError with the reason."""
        address = os.environ.get(ARENA_VARIABLE, "")
        if not address:
            raise ValueError(
                f"{ARENA_VARIABLE} is not set; expected the arena to connect "
                "to: HOST:PORT, plaintext:HOST:PORT or unix:/PATH"
            )
        file = os.environ.get("COUILLON_TOKEN_FILE", "")
        return cls(
            address,
            token=_token_in(file) if file else "",
            ca_file=os.environ.get("COUILLON_ARENA_CA", ""),
            name=os.environ.get("COUILLON_NAME", ""),
        )


def _token_in(file: str) -> str:
    """The token in the file that COUILLON_TOKEN_FILE names."""
    try:
        with open(file, encoding="utf-8") as lines:
            token = lines.readline().strip()
    except OSError as error:
        raise ValueError(f"COUILLON_TOKEN_FILE: {file}: {error.strerror}") from None
    if not token or not token.isascii() or not token.isprintable():
        raise ValueError(
            f"COUILLON_TOKEN_FILE: {file}: its first line is not a token; expected "
            "printable ASCII"
        )
    return token


def _is_loopback(target: str) -> bool:
    host = target.rpartition(":")[0].strip("[]")
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _has_port(target: str) -> bool:
    host, _, port = target.rpartition(":")
    return host != "" and port.isdecimal() and 0 < int(port) < 65536


class _Endpoint:
    """The checked address, certificates and token of an arena. ValueError or
    OSError if they cannot be used."""

    def __init__(self, arena: Arena) -> None:
        self.address = arena.address
        self._target = arena.address.removeprefix(_PLAINTEXT)
        self.metadata = ()
        if arena.token:
            self.metadata = (("authorization", f"Bearer {arena.token}"),)
        self._credentials: Optional[grpc.ChannelCredentials] = None
        if arena.address.startswith(_UNIX):
            return
        if not _has_port(self._target):
            raise ValueError(
                f"the arena's address is '{arena.address}'; expected "
                "HOST:PORT, plaintext:HOST:PORT or unix:/PATH"
            )
        if not arena.address.startswith(_PLAINTEXT):
            roots = _roots(arena.ca_file)
            self._credentials = grpc.ssl_channel_credentials(roots)
        elif arena.token and not _is_loopback(self._target):
            raise ValueError(
                f"the token is not sent to {arena.address}: without TLS it "
                "goes to this machine only (localhost, 127.0.0.1, [::1])"
            )

    def open(self) -> grpc.aio.Channel:
        """A new connection."""
        if self._credentials is None:
            return grpc.aio.insecure_channel(self._target, options=_OPTIONS)
        return grpc.aio.secure_channel(
            self._target, self._credentials, options=_OPTIONS
        )


def _roots(ca_file: str) -> Optional[bytes]:
    """The trusted certificates; None for those that gRPC comes with."""
    file = ca_file or ssl.get_default_verify_paths().cafile or _DEBIAN_ROOTS
    try:
        with open(file, "rb") as pem:
            return pem.read()
    except OSError:
        if ca_file:
            raise
        return None


class Refused(Exception):
    """Another try would fail in the same way. Its text is one line."""


class _Caller:
    """A bot that is connected to an arena. It keeps as many streams open as the
    arena wants: each in a task, which begins again when its stream ends."""

    def __init__(self, player: Player, arena: Arena, endpoint: _Endpoint) -> None:
        self._player = player
        self._endpoint = endpoint
        self._arena_service = player.messages.arena_service
        self._service = player.messages.arena_service_grpc
        self._submission = self._arena_service.SubmitRequest(
            name=arena.name or player.description.name,
            description=player.description,
        )
        self._ending: Optional[Ending] = None
        self._streams: Dict[int, asyncio.Task[None]] = {}
        self._heard: Set[int] = set()  # streams on which a message came
        self._shown = ""

    async def run(self) -> None:
        """Plays until a signal; raises Refused, or what the bot raised."""
        self._ending = Ending(self._player)
        self._keep_open(1)
        await self._ending.wait()
        tasks = list(self._streams.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._ending.raise_failure()

    def _keep_open(self, streams: int) -> None:
        for index in range(streams):
            if index not in self._streams or self._streams[index].done():
                self._streams[index] = asyncio.create_task(self._keep(index))

    async def _keep(self, index: int) -> None:
        """Keeps one stream open until the arena wants fewer."""
        assert self._ending is not None
        pause = FIRST_PAUSE_SECONDS
        try:
            while True:
                start = time.monotonic()
                self._heard.discard(index)
                wanted = await self._try(index)
                if not wanted:
                    return
                lasted = time.monotonic() - start
                if index in self._heard or lasted > LONGEST_PAUSE_SECONDS:
                    pause = FIRST_PAUSE_SECONDS
                else:
                    await asyncio.sleep(pause)
                    pause = min(2 * pause, LONGEST_PAUSE_SECONDS)
        except asyncio.CancelledError:
            raise
        except BaseException as error:  # the program ends with it
            self._ending.fail(error)

    async def _try(self, index: int) -> bool:
        """Connects, and plays until the connection or the stream ends; false if
        this stream is one too many."""
        try:
            async with self._endpoint.open() as channel:
                stub = self._service.ArenaServiceStub(channel)
                session = await self._submit(stub, index)
                if session is None:
                    return False
                await self._attend(stub, session, index)
        except grpc.aio.AioRpcError as error:
            if index == 0 and index not in self._heard:
                self._show(
                    f"tries again to play in the arena "
                    f"{self._endpoint.address}: {_text(error)}"
                )
        return True

    async def _submit(self, stub: Any, index: int) -> Optional[str]:
        """Returns the session, None if this stream is one too many."""
        try:
            answer = await stub.Submit(
                self._submission,
                metadata=self._endpoint.metadata,
                timeout=SUBMIT_SECONDS,
            )
        except grpc.aio.AioRpcError as error:
            reason = _lasting_reason(error, self._endpoint.address)
            if reason:
                raise Refused(reason) from None
            raise
        self._show(
            f"connected to the arena {self._endpoint.address} as {answer.label}; "
            "a new version is checked before it plays"
        )
        if 0 < answer.streams <= index:
            return None
        self._keep_open(answer.streams)
        return answer.session

    async def _attend(self, stub: Any, session: str, index: int) -> None:
        """Answers every message of one stream until the arena ends it."""
        rulesets: Rulesets = {}
        metadata = (*self._endpoint.metadata, ("couillon-session", session))
        stream = stub.Attend(metadata=metadata)
        async for request in stream:
            self._heard.add(index)
            response = self._player.answer(request, rulesets)
            if response is not None:
                # If the stream has ended, reading says so.
                with suppress(asyncio.InvalidStateError):
                    await stream.write(response)

    def _show(self, text: str) -> None:
        """Writes a line to stderr, unless it is the last one again."""
        if text != self._shown:
            self._shown = text
            print(
                f"{self._player.description.name}: {text}",
                file=sys.stderr,
                flush=True,
            )


def _text(error: grpc.aio.AioRpcError) -> str:
    details = " ".join((error.details() or "").split())
    return f"{error.code().name}: {details}"


def _lasting_reason(error: grpc.aio.AioRpcError, arena: str) -> str:
    """Why another Submit would fail in the same way; empty if it may not."""
    text = _text(error)
    if error.code() in _LASTING:
        return f"the arena {arena} refuses it: {text}"
    if error.code() != grpc.StatusCode.UNAVAILABLE:
        return ""
    if any(words in text for words in _UNTRUSTED):
        return (
            f"the certificate of the arena {arena} is not trusted: {text}; expected "
            "one for its host, and its issuer in the file COUILLON_ARENA_CA"
        )
    if _WITHOUT_TLS in text:
        return (
            f"the arena {arena} answers without TLS: {text}; expected one with "
            f"TLS, or the address plaintext:{arena}"
        )
    return ""


def connect(
    decide: Decide,
    name: str,
    version: str = "",
    *,
    arena: Optional[Arena] = None,
    on_result: Optional[OnResult] = None,
    **limits: Any,
) -> None:
    """Connects a bot to an arena, by default the one in the environment
    variable COUILLON_ARENA, and plays there until SIGTERM or Ctrl-C.

    A lost connection is made again, after a pause that grows to 30 seconds. If
    the arena refuses the bot, or its certificate is not trusted, the process ends
    with the reason. `limits` are
    the arguments `author`, `rulesets`, `max_batch` and `max_in_flight` of
    `serve`. What `decide` raises ends the process with a traceback.
    """
    try:
        arena = arena or Arena.from_environment()
        endpoint = _Endpoint(arena)
    except (OSError, ValueError) as error:
        sys.exit(f"{name}: {error}")
    player = make_player(decide, name, version, on_result, limits)
    try:
        run(_Caller(player, arena, endpoint).run())
    except Refused as error:
        sys.exit(f"{name}: {error}")
