"""Serves a bot: the service BotService around one function."""

from __future__ import annotations

import asyncio
import ctypes
import gc
import os
import signal
import sys
from itertools import repeat
from typing import Any, AsyncIterator, Callable, Dict, List, Optional, Sequence

import grpc

from couillon_bot.observation import Observation
from couillon_bot.rules import Rules

# Takes what a seat may see and returns the number of a legal action: a Card
# or an Action.
Decide = Callable[[Observation], int]

# Takes the rules and the result of a table that the bot has played. The result
# is an object with half_points (0 lost, 1 drawn or passed out, 2 won),
# half_game_points (twice the bot's game points minus its opponent's) and forfeited.
OnResult = Callable[[Rules, Any], None]

_PR_SET_PDEATHSIG = 1
_OPTIONS = (
    ("grpc.max_receive_message_length", -1),
    ("grpc.max_send_message_length", -1),
    ("grpc.so_reuseport", 0),  # a second server on one port is an error
)


class _Stop(BaseException):
    """A signal to end came while the bot was deciding."""


class _Server:
    """One bot being served, on the event loop of the main thread."""

    def __init__(
        self,
        decide: Decide,
        description: Any,
        messages: Any,
        on_result: Optional[OnResult],
    ) -> None:
        self._decide = decide
        self._on_result = on_result
        self._description = description
        self._messages = messages
        self._deciding = False
        self._ending: Optional[asyncio.Event] = None
        self._loop: Optional[asyncio.AbstractEventLoop] = None
        self._failure: Optional[BaseException] = None

    async def run(self, address: str) -> None:
        """Serves until stopped; raises what the bot raised."""
        self._loop = asyncio.get_running_loop()
        self._ending = asyncio.Event()
        server = grpc.aio.server(options=_OPTIONS)
        self._messages.bot_service_grpc.add_BotServiceServicer_to_server(
            self, server
        )
        server.add_insecure_port(address)
        await server.start()
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, self._on_signal)
        await self._ending.wait()
        await server.stop(grace=None)
        if self._failure is not None:
            raise self._failure

    def _on_signal(self, number: int, frame: object) -> None:
        if self._deciding:  # it may take long, and the loop cannot run meanwhile
            raise _Stop(signal.Signals(number).name)
        assert self._loop is not None and self._ending is not None
        self._loop.call_soon_threadsafe(self._ending.set)

    # BotService, with the method names that gRPC requires.

    async def Describe(self, request: Any, context: Any) -> Any:
        """Returns the description of the bot."""
        return self._description

    async def Play(
        self, requests: AsyncIterator[Any], context: Any
    ) -> AsyncIterator[Any]:
        """Answers every message with one message."""
        rulesets: Dict[int, Rules] = {}
        assert self._ending is not None
        async for request in requests:
            for introduction in request.rulesets:
                rulesets[introduction.handle] = Rules(
                    introduction.ruleset, introduction.hash
                )
            decisions = list(request.decisions)
            if not decisions and not request.results:
                continue
            response = None
            try:
                if decisions:
                    response = self._answer(decisions, rulesets)
                self._tell(request.results, rulesets)
            except BaseException as error:  # the process ends with it
                if not isinstance(error, _Stop):
                    self._failure = error
                self._ending.set()
                await context.abort(
                    grpc.StatusCode.INTERNAL,
                    f"the bot ends: {type(error).__name__}: {error}",
                )
            if response is not None:
                yield response

    def _tell(self, results: Sequence[Any], rulesets: Dict[int, Rules]) -> None:
        if self._on_result is None:
            return
        for result in results:
            self._on_result(rulesets[result.ruleset_handle], result)

    def _answer(
        self, decisions: List[Any], rulesets: Dict[int, Rules]
    ) -> Any:
        self._deciding = True
        try:
            actions = list(
                map(self._decide, map(Observation, decisions, repeat(rulesets)))
            )
        finally:
            self._deciding = False
        try:
            return self._messages.bot_service.PlayResponse(
                decision_ids=[decision.decision_id for decision in decisions],
                actions=actions,
            )
        except (TypeError, ValueError) as error:
            raise TypeError(
                "decide() has to return a Card, an Action or its number, but "
                f"one of its answers was not: {error}"
            ) from None


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
    _die_with_parent()
    from couillon_bot import messages  # may have to be generated

    description = messages.bot_service.DescribeResponse(
        name=name,
        version=version,
        author=author,
        rulesets=rulesets,
        max_batch=max_batch,
        max_in_flight=max_in_flight,
        wants_results=on_result is not None,
    )
    gc.collect()
    gc.freeze()  # exempts all objects loaded so far from garbage collection
    try:
        server = _Server(decide, description, messages, on_result)
        asyncio.run(server.run(address))
    except KeyboardInterrupt:
        pass  # Ctrl-C before serving began
