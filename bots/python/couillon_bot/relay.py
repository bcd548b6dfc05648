"""Plays a bot program in an arena that cannot call it: the relay of
`couillon-bot connect`, for machines without that program.
docs/remote-bots.md explains it."""

from __future__ import annotations

import asyncio
import ipaddress
import os
import signal
import socket
import ssl
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Dict, List, Optional, Sequence, Set

import grpc

from couillon_bot.messages import (
    arena_service,
    arena_service_grpc,
    bot_service,
    bot_service_grpc,
)

# Pauses between attempts: each twice the one before.
FIRST_PAUSE_SECONDS = 0.25
MAX_PAUSE_SECONDS = 30.0
SUBMIT_SECONDS = 60.0
KEEPALIVE_MS = 20_000
END_SECONDS = 5.0  # from SIGTERM to SIGKILL

_PLAINTEXT = "plaintext:"
_UNIX = "unix:/"
_DEBIAN_ROOTS = "/etc/ssl/certs/ca-certificates.crt"
_ATTEND = "/couillon.v1.ArenaService/Attend"
_PLAY = "/couillon.v1.BotService/Play"
_SIZES = (
    ("grpc.max_receive_message_length", -1),
    ("grpc.max_send_message_length", -1),
    # Every channel is a connection of its own, without the state of earlier ones.
    ("grpc.use_local_subchannel_pool", 1),
)
_ARENA_OPTIONS = (
    *_SIZES,
    ("grpc.keepalive_time_ms", KEEPALIVE_MS),
    ("grpc.keepalive_timeout_ms", KEEPALIVE_MS),
    ("grpc.keepalive_permit_without_calls", 1),
    ("grpc.http2.max_pings_without_data", 0),  # no limit
    ("grpc.enable_http_proxy", 0),
)
_BOT_OPTIONS = (
    *_SIZES,
    ("grpc.initial_reconnect_backoff_ms", 50),
    ("grpc.max_reconnect_backoff_ms", 50),
)
# What a later attempt would not change.
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
    """An arena, and how the bot presents itself to it. Its files have been read."""

    address: str  # "HOST:PORT" with TLS, "plaintext:HOST:PORT", or "unix:/PATH"
    token: str = ""  # of the author; empty for none
    roots: Optional[bytes] = None  # trusted certificates; None for gRPC's own
    name: str = ""  # of the bot; empty for that of its description

    def check(self) -> None:
        """Raises ValueError if the address cannot be used."""
        if self.address.startswith(_UNIX):
            return
        target = self.address.removeprefix(_PLAINTEXT)
        host, _, port = target.rpartition(":")
        if not host or not port.isdecimal() or "/" in target:
            raise ValueError(
                f'the arena\'s address is "{self.address}"; expected HOST:PORT (TLS), '
                "plaintext:HOST:PORT or unix:/PATH"
            )
        if target != self.address and self.token and not _is_loopback(host):
            raise ValueError(
                f"the token would go to {target} without TLS, where it can be read "
                'in transit; expected HOST:PORT without "plaintext:"'
            )

    def open(self) -> grpc.aio.Channel:
        """A new connection."""
        if self.address.startswith((_UNIX, _PLAINTEXT)):
            target = self.address.removeprefix(_PLAINTEXT)
            return grpc.aio.insecure_channel(target, options=_ARENA_OPTIONS)
        credentials = grpc.ssl_channel_credentials(self.roots)
        return grpc.aio.secure_channel(
            self.address, credentials, options=_ARENA_OPTIONS
        )

    def metadata(self, **more: str) -> Any:
        """The metadata of a call."""
        token = [("authorization", f"Bearer {self.token}")] if self.token else []
        return tuple(token + [(key.replace("_", "-"), more[key]) for key in more])


def _is_loopback(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


def read_token(file: str) -> str:
    """The token on the first line of a file. Raises OSError or ValueError."""
    with open(file, encoding="utf-8") as lines:
        token = lines.readline().strip()
    if not token or not token.isascii() or not token.isprintable() or " " in token:
        raise ValueError(
            f"{file}: holds no token; expected ASCII characters without blanks on its "
            "first line"
        )
    return token


def read_roots(file: str) -> Optional[bytes]:
    """The certificates in a file, by default those of the system. Raises
    OSError."""
    if file:
        return Path(file).read_bytes()
    system = ssl.get_default_verify_paths().cafile or _DEBIAN_ROOTS
    return Path(system).read_bytes() if os.path.exists(system) else None


class Refused(Exception):
    """Another attempt would fail in the same way. Its text is one line."""


class _Bot:
    """The program of a bot: a child process that serves at a socket."""

    def __init__(self, process: asyncio.subprocess.Process, address: str) -> None:
        self._process = process
        self._channel = grpc.aio.insecure_channel(address, options=_BOT_OPTIONS)

    @classmethod
    async def start(cls, command: Sequence[str], folder: str) -> _Bot:
        """Starts the program in a process group of its own, so that Ctrl-C does
        not reach it. Raises OSError."""
        more: Dict[str, Any] = {"start_new_session": True}
        address = f"unix:{tempfile.mkdtemp(dir=folder)}/bot.sock"
        if sys.platform == "win32":
            more = {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP}
            with socket.socket() as free:
                free.bind(("127.0.0.1", 0))
                address = f"127.0.0.1:{free.getsockname()[1]}"
        process = await asyncio.create_subprocess_exec(
            *command,
            stdin=asyncio.subprocess.DEVNULL,
            env={**os.environ, "COUILLON_LISTEN": address},
            **more,
        )
        return cls(process, address)

    async def describe(self) -> Any:
        """Waits until the bot is ready."""
        stub = bot_service_grpc.BotServiceStub(self._channel)
        return await stub.Describe(bot_service.DescribeRequest(), wait_for_ready=True)

    def play(self) -> Any:
        """Opens a stream of messages as bytes."""
        return self._channel.stream_stream(_PLAY)()

    async def wait(self) -> str:
        """Waits for the end of the program; returns how it has ended."""
        code = await self._process.wait()
        return f"exit code {code}" if code >= 0 else f"signal {-code}"

    async def end(self) -> None:
        """Ends the program and what it has started."""
        self._signal(signal.SIGTERM)
        try:
            await asyncio.wait_for(self._process.wait(), END_SECONDS)
        except asyncio.TimeoutError:
            pass
        if sys.platform != "win32":
            self._signal(signal.SIGKILL)
        await self._process.wait()
        await self._channel.close()

    def _signal(self, number: int) -> None:
        try:
            if sys.platform == "win32":
                self._process.terminate()
            else:
                os.killpg(self._process.pid, number)
        except ProcessLookupError:
            pass  # has ended


class _Lines:
    """A bot that is connected to an arena until one of them ends. It keeps as many
    streams open as the arena wants: each in a task, which begins again when its
    stream ends."""

    def __init__(self, relay: Relay, bot: _Bot, description: Any) -> None:
        self._relay = relay
        self._arena = relay.arena
        self._bot = bot
        self._submission = arena_service.SubmitRequest(
            name=self._arena.name or description.name, description=description
        )
        self._streams: Dict[int, asyncio.Task[None]] = {}
        self._asked: Set[int] = set()  # streams on which a message came
        self._failure: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    async def run(self) -> None:
        """Plays until it is cancelled; raises Refused."""
        self._keep_open(1)
        try:
            await self._failure
        finally:
            for task in self._streams.values():
                task.cancel()
            await asyncio.gather(*self._streams.values(), return_exceptions=True)

    def _keep_open(self, streams: int) -> None:
        for index in range(streams):
            if index not in self._streams:
                self._streams[index] = asyncio.create_task(self._keep(index))

    async def _keep(self, index: int) -> None:
        pause = FIRST_PAUSE_SECONDS
        try:
            while True:
                self._asked.discard(index)
                ended_well = await self._try(index)
                if index in self._asked:
                    pause = FIRST_PAUSE_SECONDS
                    if ended_well:
                        continue
                await asyncio.sleep(pause)
                pause = min(2 * pause, MAX_PAUSE_SECONDS)
        except (Refused, OSError) as error:
            if not self._failure.done():
                self._failure.set_exception(error)

    async def _try(self, index: int) -> bool:
        """Connects, and plays until the connection or the stream ends; returns
        whether the arena has ended it well."""
        try:
            async with self._arena.open() as channel:
                session = await self._submit(channel)
                return await self._attend(channel, session, index)
        except grpc.aio.AioRpcError as error:
            self._relay.show_failure(_text(error))
            return False

    async def _submit(self, channel: grpc.aio.Channel) -> str:
        try:
            answer = await arena_service_grpc.ArenaServiceStub(channel).Submit(
                self._submission,
                metadata=self._arena.metadata(),
                timeout=SUBMIT_SECONDS,
            )
        except grpc.aio.AioRpcError as error:
            reason = _lasting_reason(error, self._arena.address)
            if reason:
                raise Refused(reason) from None
            raise
        self._relay.show_connected(answer.label)
        self._keep_open(answer.streams)
        return answer.session

    async def _attend(
        self, channel: grpc.aio.Channel, session: str, index: int
    ) -> bool:
        """Passes on messages both ways; returns as _try."""
        metadata = self._arena.metadata(couillon_session=session)
        arena = channel.stream_stream(_ATTEND)(metadata=metadata)
        bot = self._bot.play()

        async def ask() -> None:
            async for request in arena:
                self._asked.add(index)
                await bot.write(request)

        async def answer() -> None:
            async for response in bot:
                if not asking.done():
                    await arena.write(response)

        asking = asyncio.create_task(ask())
        answering = asyncio.create_task(answer())
        try:
            await asyncio.wait((asking, answering), return_when="FIRST_COMPLETED")
            if not arena.done():
                self._relay.show_bot_failure(await bot.code(), await bot.details())
                return False
            # The bot may finish its answers.
            with suppress(asyncio.InvalidStateError, grpc.aio.AioRpcError):
                await bot.done_writing()
            await asyncio.wait((answering,))
            if await arena.code() == grpc.StatusCode.OK:
                return True
            self._relay.show_failure(
                _status(await arena.code(), await arena.details())
            )
            return False
        finally:
            arena.cancel()
            bot.cancel()
            await asyncio.gather(asking, answering, return_exceptions=True)


class Relay:
    """A relay of a bot to an arena."""

    def __init__(self, arena: Arena, command: Sequence[str]) -> None:
        self.arena = arena
        self._command: List[str] = list(command)
        self._name = ""  # of the bot; empty before its first description
        self._label = ""
        self._failed = False  # the last attempt; said once

    async def run(self) -> None:
        """Relays until a signal. Raises Refused, or OSError if the bot cannot be
        started."""
        ending = asyncio.Event()
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(
                number, lambda *_: loop.call_soon_threadsafe(ending.set)
            )
        ended = asyncio.create_task(ending.wait())
        with tempfile.TemporaryDirectory(prefix="couillon-relay-") as folder:
            pause = FIRST_PAUSE_SECONDS
            while not ended.done():
                start = time.monotonic()
                bot = await _Bot.start(self._command, folder)
                try:
                    how = await self._play(bot, ended)
                finally:
                    await bot.end()
                if how is None:
                    return
                if not self._name:
                    raise Refused(
                        f'the bot "{self._command[0]}" has ended without a '
                        f"description: {how}"
                    )
                self._show(f"the bot has ended: {how}; starts it again")
                self._failed = True
                if time.monotonic() - start > MAX_PAUSE_SECONDS:
                    pause = FIRST_PAUSE_SECONDS
                await asyncio.wait((ended,), timeout=pause)
                pause = min(2 * pause, MAX_PAUSE_SECONDS)

    async def _play(self, bot: _Bot, ended: asyncio.Task[Any]) -> Optional[str]:
        """Plays until the bot ends: returns how. Returns None after a signal."""
        exit_task = asyncio.create_task(bot.wait())
        playing = asyncio.create_task(self._play_described(bot))
        try:
            await asyncio.wait(
                (exit_task, playing, ended), return_when="FIRST_COMPLETED"
            )
            if ended.done():
                return None
            if playing.done() and not exit_task.done():
                failure = playing.exception()
                if not isinstance(failure, grpc.aio.AioRpcError):
                    playing.result()
                await bot.end()
                return f"{await exit_task}, Describe: {_text(failure)}"
            return await exit_task
        finally:
            for task in (exit_task, playing):
                task.cancel()
            await asyncio.gather(exit_task, playing, return_exceptions=True)

    async def _play_described(self, bot: _Bot) -> None:
        description = await bot.describe()
        self._name = description.name or self._command[0]
        await _Lines(self, bot, description).run()

    def show_connected(self, label: str) -> None:
        """Says as what the bot is connected, once."""
        if self._failed or label != self._label:
            self._show(
                f"connected to the arena {self.arena.address} as {label}; "
                "a new version is checked before it plays"
            )
        self._label = label
        self._failed = False

    def show_failure(self, reason: str) -> None:
        """Says that a connection has failed, once."""
        if not self._failed:
            self._show(
                f"tries again to play in the arena {self.arena.address}: {reason}"
            )
        self._failed = True

    def show_bot_failure(self, code: grpc.StatusCode, details: str) -> None:
        """Says why the bot has ended a stream."""
        # The end of the program says more about a connection that is lost.
        if code != grpc.StatusCode.UNAVAILABLE:
            self._show(f"the bot has ended a stream: {_status(code, details)}")

    def _show(self, text: str) -> None:
        print(f"{self._name}: {text}", file=sys.stderr, flush=True)


def _status(code: grpc.StatusCode, details: Optional[str]) -> str:
    """A status in one line."""
    return f"{code.name}: {' '.join((details or '').split())}"


def _text(error: Any) -> str:
    return _status(error.code(), error.details())


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
            "one for its host, and its issuer in the file of --ca"
        )
    if _WITHOUT_TLS in text:
        return (
            f"the arena {arena} answers without TLS: {text}; expected one with "
            f"TLS, or the address plaintext:{arena}"
        )
    return ""
