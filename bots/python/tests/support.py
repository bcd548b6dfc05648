"""What the tests share: the package's path, rulesets, decisions by hand, and
a client for a bot in its own process."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any, Dict, Iterable, Iterator, List, Optional

BOTS = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(BOTS))

import grpc  # noqa: E402

from couillon_bot import (  # noqa: E402
    Card,
    Observation,
    Rules,
    cards_of_text,
    mask_of_cards,
)
from couillon_bot.messages import (  # noqa: E402
    bot_service,
    bot_service_grpc,
    ruleset,
)

SECONDS = 120  # guards against hanging only

SUITS = "CDHS"
PHASES = {"trump": 1, "mit": 2, "kontra": 3, "re": 4, "play": 5}
_WORTH = {"A": 4, "K": 3, "Q": 2, "J": 1}


def mask(cards: str) -> int:
    """The mask of cards such as "AS TD"."""
    return mask_of_cards(cards_of_text(cards))


def column(cards: str) -> bytes:
    """Cards such as "AS TD" a byte each."""
    return bytes(cards_of_text(cards))


def make_ruleset(rules: str = "basic-gerver") -> Any:
    """The parts of a ruleset that the SDK reads, such as
    "mit-malmedy+red-queens"."""
    base, *switches = rules.split("+")
    message = ruleset.Ruleset(id=rules)
    table = message.table
    table.players = {"six-24": 6, "six-32": 6, "troeven-3-solo": 3}.get(base, 4)
    if base == "troeven-2-stock":
        table.players = 2
    table.sides = 3 if base == "troeven-3-solo" else 2
    wide = base in ("denexa", "six-32") or base.startswith("troeven")
    table.ranks = "AKQJT987" if wide else "AKQJT9"
    table.card_points.extend(_WORTH.get(rank, 0) for rank in table.ranks)
    if base == "troeven-3-solo":
        table.removed_cards.extend(["7S", "7C"])
    table.direction = 2 if base == "fr" else 1
    if base in ("mit-malmedy", "kujong", "six-24", "six-32"):
        message.special.mit.card = "QS"
    queens = {
        "dame-de-make": ["QC"],
        "red-queens": ["QC", "QH", "QD"],
        "red-queens-make-last": ["QH", "QD", "QC"],
    }
    for switch in switches:
        message.special.permanent_trumps.extend(queens[switch])
    return message


def make_rules(rules: str = "basic-gerver") -> Rules:
    """A ruleset as an observation knows it."""
    return Rules(make_ruleset(rules))


def make_decision(
    phase: str = "play",
    *,
    hand: str = "",
    legal: str = "",
    actions: Iterable[int] = (),
    trick: str = "",
    trump: Optional[str] = None,
    upcard: Optional[str] = None,
    **fields: Any,
) -> Any:
    """A message Decision; `legal` are cards, `actions` are words."""
    message = bot_service.Decision(
        decision_id=1,
        ruleset_handle=1,
        phase=PHASES[phase],
        hand=mask(hand),
        legal_actions=mask(legal) | sum(1 << action for action in actions),
        current_trick=column(trick),
        played_cards=column(trick),
        **fields,
    )
    if phase == "play":
        message.trick_leaders = message.trick_leaders or b"\0"
    if trump:
        message.trump = SUITS.index(trump) + 1
    if upcard:
        message.upcard = Card.parse(upcard)
    return message


def observe(rules: str, phase: str = "play", **fields: Any) -> Observation:
    """An observation of a decision made by hand."""
    return Observation(make_decision(phase, **fields), {1: make_rules(rules)})


class BotProcess:
    """A bot in its own process and a client of it; a context manager."""

    def __init__(
        self,
        script: Path,
        address: Optional[str] = None,
        cwd: Optional[str] = None,
    ) -> None:
        self._folder = tempfile.TemporaryDirectory()
        self.address = address or f"unix:{self._folder.name}/bot.sock"
        self._script = script
        self._cwd = cwd or self._folder.name

    def __enter__(self) -> BotProcess:
        environment: Dict[str, str] = dict(os.environ)
        environment["COUILLON_LISTEN"] = self.address
        if self._script.parent != BOTS:
            environment["PYTHONPATH"] = str(BOTS)
        self.process = subprocess.Popen(
            [sys.executable, str(self._script)],
            env=environment,
            cwd=self._cwd,
            stderr=subprocess.PIPE,
            text=True,
        )
        fast = [
            ("grpc.initial_reconnect_backoff_ms", 50),
            ("grpc.min_reconnect_backoff_ms", 50),
            ("grpc.max_reconnect_backoff_ms", 50),
        ]
        self._channel = grpc.insecure_channel(self.address, options=fast)
        self.stub = bot_service_grpc.BotServiceStub(self._channel)
        return self

    def __exit__(self, *_: object) -> None:
        self._channel.close()
        self.process.kill()
        self.process.communicate()
        self._folder.cleanup()

    def describe(self) -> Any:
        """Waits until the bot is ready; returns what it says of itself."""
        request = bot_service.DescribeRequest(referee="test")
        return self.stub.Describe(request, timeout=SECONDS, wait_for_ready=True)

    def play(self, requests: Iterable[Any]) -> Iterator[Any]:
        """Sends all requests, closes, and yields the answers."""
        return self.stub.Play(iter(list(requests)), timeout=SECONDS)

    def end(self, number: int) -> int:
        """Sends a signal and returns the exit code."""
        self.process.send_signal(number)
        return self.process.wait(timeout=SECONDS)


def play_request(decisions: List[Any], rules: str = "") -> Any:
    """A message with decisions, and if named the ruleset of handle 1."""
    request = bot_service.PlayRequest(decisions=decisions)
    if rules:
        request.rulesets.add(handle=1, ruleset=make_ruleset(rules), hash="00")
    return request
