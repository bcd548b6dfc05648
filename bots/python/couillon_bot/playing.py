"""Streams of decisions around one function, and the end of the program."""

from __future__ import annotations

import asyncio
import gc
import itertools
import operator
import signal
from itertools import repeat
from typing import Any, Callable, Dict, List, Mapping, Optional, Sequence

from couillon_bot.actions import Action
from couillon_bot.observation import Observation
from couillon_bot.rules import Rules
from couillon_bot.version import VERSION

# Takes what a seat may see and returns the number of a legal action: a Card
# or an Action.
Decide = Callable[[Observation], int]

# Takes the rules and the result of a table that the bot has played. The result
# is an object with half_points (0 lost, 1 drawn or passed out, 2 won),
# half_game_points (twice the bot's game points minus its opponent's) and forfeited.
OnResult = Callable[[Rules, Any], None]

# The rulesets that one stream has introduced, by handle.
Rulesets = Dict[int, Rules]

LAST_ACTION = int(Action.NOTHING)


class Stop(BaseException):
    """A signal to end came while the bot was deciding."""


class Player:
    """A bot: its description, and its answers to messages of any stream."""

    def __init__(
        self,
        messages: Any,
        decide: Decide,
        on_result: Optional[OnResult],
        description: Any,
    ) -> None:
        self._decide = decide
        self._on_result = on_result
        self.messages = messages
        self.description = description
        self.deciding = False

    def answer(self, request: Any, rulesets: Rulesets) -> Any:
        """Returns the answer to one message, None if it needs none. Raises what
        the bot raises."""
        for introduction in request.rulesets:
            rulesets[introduction.handle] = Rules(
                introduction.ruleset, introduction.hash
            )
        decisions = list(request.decisions)
        response = self._answer(decisions, rulesets) if decisions else None
        self._hand_over(request.results, rulesets)
        return response

    def _hand_over(self, results: Sequence[Any], rulesets: Rulesets) -> None:
        if self._on_result is None:
            return
        for result in results:
            self._on_result(rulesets[result.ruleset_handle], result)

    def _answer(self, decisions: List[Any], rulesets: Rulesets) -> Any:
        self.deciding = True
        try:
            actions = list(
                map(self._decide, map(Observation, decisions, repeat(rulesets)))
            )
        finally:
            self.deciding = False
        try:
            if max(actions) <= LAST_ACTION:
                return self.messages.bot_service.PlayResponse(
                    decision_ids=[decision.decision_id for decision in decisions],
                    actions=actions,
                )
        except (TypeError, ValueError):
            pass
        wrong = next(itertools.filterfalse(_is_action, actions))
        raise TypeError(
            f"the bot has to return a card or an action, 0 to {LAST_ACTION}, "
            f"but returned {wrong!r}"
        )


def _is_action(answer: Any) -> bool:
    try:
        return 0 <= operator.index(answer) <= LAST_ACTION
    except TypeError:
        return False


def make_player(
    decide: Decide,
    name: str,
    version: str,
    on_result: Optional[OnResult],
    limits: Mapping[str, Any],
) -> Player:
    """Returns the bot; `limits` are further fields of its description."""
    from couillon_bot import messages  # may have to be generated

    description = messages.bot_service.DescribeResponse(
        name=name,
        version=version,
        wants_results=on_result is not None,
        sdk=f"couillon-python {VERSION}",
        **limits,
    )
    return Player(messages, decide, on_result, description)


class Ending:
    """The end of the program: by a signal, or by an error. Made on the event
    loop of the main thread."""

    def __init__(self, player: Player) -> None:
        self._player = player
        self._loop = asyncio.get_running_loop()
        self._event = asyncio.Event()
        self._failure: Optional[BaseException] = None
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, self._on_signal)

    def fail(self, error: BaseException) -> None:
        """Ends the program with what the bot raised; without an error if that
        was a Stop."""
        if self._failure is None and not isinstance(error, Stop):
            self._failure = error
        self._event.set()

    async def wait(self) -> None:
        """Waits until the program has to end."""
        await self._event.wait()

    def raise_failure(self) -> None:
        """Raises the error that ended the program, if one did."""
        if self._failure is not None:
            raise self._failure

    def _on_signal(self, number: int, frame: object) -> None:
        if self._player.deciding:  # may take long, and the loop cannot run
            raise Stop(signal.Signals(number).name)
        self._loop.call_soon_threadsafe(self._event.set)


def run(main: Any) -> None:
    """Runs the coroutine of a program to its end."""
    gc.collect()
    gc.freeze()  # exempts all objects loaded so far from garbage collection
    try:
        asyncio.run(main)
    except KeyboardInterrupt:
        pass  # Ctrl-C before the signals were handled
