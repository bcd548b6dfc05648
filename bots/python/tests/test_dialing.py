"""Bots as processes that connect to an arena."""

import os
import signal
import subprocess
import sys
import tempfile
import textwrap
import unittest
from pathlib import Path

import grpc
from support import BOTS, SECONDS, make_decision, make_rules, play_request

from fake_arena import FakeArena, make_certificate

import random_bot
from couillon_bot import Observation

_LASTING = (
    "FAILED_PRECONDITION",
    "INVALID_ARGUMENT",
    "UNAUTHENTICATED",
    "PERMISSION_DENIED",
    "RESOURCE_EXHAUSTED",
    "UNIMPLEMENTED",
)


def question(decision_id: int):
    """A message with one decision and its ruleset, and the random bot's answer."""
    decision = make_decision(
        hand="AS KS TS 9S",
        legal="AS KS TS 9S",
        trump="C",
        random_seed=decision_id * 0x123456789ABCDEF,
    )
    decision.decision_id = decision_id
    seen = Observation(decision, {1: make_rules()})
    return play_request([decision], "basic-gerver"), random_bot.decide(seen)


class DialingTest(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def write(self, name: str, text: str) -> Path:
        file = self.folder / name
        file.write_text(textwrap.dedent(text))
        return file

    def start(self, arena: str, script: Path = BOTS / "random_bot.py", **variables):
        """Starts a bot that connects to an arena, with short pauses."""
        starter = self.write(
            "starter.py",
            """
            import runpy, sys
            from couillon_bot import dialing
            dialing.FIRST_PAUSE_SECONDS = 0.01
            dialing.LONGEST_PAUSE_SECONDS = 0.1
            runpy.run_path(sys.argv[1], run_name="__main__")
            """,
        )
        environment = {
            key: value
            for key, value in os.environ.items()
            if not key.startswith("COUILLON_")
        }
        environment.update(
            PYTHONPATH=str(BOTS), COUILLON_ARENA=arena, **variables
        )
        bot = subprocess.Popen(
            [sys.executable, str(starter), str(script)],
            env=environment,
            stderr=subprocess.PIPE,
            text=True,
        )
        self.addCleanup(bot.communicate)
        self.addCleanup(bot.kill)
        return bot

    def ends_well(self, bot, number: int = signal.SIGTERM) -> str:
        """Ends the bot by a signal; returns its stderr."""
        bot.send_signal(number)
        _, text = bot.communicate(timeout=SECONDS)
        self.assertEqual(bot.returncode, 0, text)
        return text

    def check_answer(self, attendance, decision_id: int) -> None:
        request, action = question(decision_id)
        answer = attendance.ask(request)
        self.assertEqual(list(answer.decision_ids), [decision_id])
        self.assertEqual(list(answer.actions), [action])

    def test_a_program_that_serves_connects_instead(self) -> None:
        token = self.write("token", "s3cret\nsecond line\n")
        with FakeArena(streams=2) as arena:
            bot = self.start(
                f"plaintext:{arena.address}",
                COUILLON_TOKEN_FILE=str(token),
                COUILLON_NAME="mine",
            )
            submission, metadata = arena.submission()
            self.assertEqual(submission.name, "mine")
            self.assertEqual(submission.description.name, "random")
            self.assertEqual(submission.description.version, "1")
            self.assertEqual(metadata["authorization"], "Bearer s3cret")
            streams = [arena.attendance(), arena.attendance()]
            for number, stream in enumerate(streams):
                self.assertEqual(stream.metadata["authorization"], "Bearer s3cret")
                self.check_answer(stream, 10 + number)
            self.check_answer(streams[0], 12)
            text = self.ends_well(bot)
            self.assertEqual(
                text,
                f"random: connected to the arena plaintext:{arena.address} as mine v1; "
                "a new version is checked before it plays\n",
            )

    def test_a_stream_that_ends_is_opened_again_and_others_stay(self) -> None:
        with FakeArena(streams=2) as arena:
            bot = self.start(f"plaintext:{arena.address}")
            first, second = arena.attendance(), arena.attendance()
            for number, code in enumerate(
                (grpc.StatusCode.OK, grpc.StatusCode.ABORTED, grpc.StatusCode.OK)
            ):
                self.check_answer(first, 2 * number)
                first.end(code, "over")
                first = arena.attendance()
                self.check_answer(second, 2 * number + 1)
            sessions = {first.metadata["couillon-session"]}
            for _ in range(5):  # 2 at the start, 3 again
                submission, metadata = arena.submission()
                self.assertEqual(submission.name, "random")
                self.assertNotIn("authorization", metadata)
            self.assertEqual(sessions, {"session-5"})
            self.ends_well(bot, signal.SIGINT)

    def test_an_unknown_session_is_submitted_again(self) -> None:
        with FakeArena() as arena:
            arena.unknown = ["session-1", "session-2"]
            bot = self.start(f"plaintext:{arena.address}")
            stream = arena.attendance()
            self.assertEqual(stream.metadata["couillon-session"], "session-3")
            self.check_answer(stream, 1)
            self.assertIn("NOT_FOUND: unknown session", self.ends_well(bot))

    def test_it_waits_for_an_arena_that_is_not_there_yet(self) -> None:
        address = f"unix:{self.folder}/arena.sock"
        bot = self.start(address)
        self.assertIn("tries again to play in the arena", bot.stderr.readline())
        for decision_id in (1, 2):  # the second time after a restart
            with FakeArena(address) as arena:
                self.check_answer(arena.attendance(), decision_id)
        self.ends_well(bot)

    def test_pauses_double_up_to_the_longest(self) -> None:
        script = self.write(
            "pauses.py",
            """
            import sys, couillon_bot
            from couillon_bot import dialing
            async def sleep(seconds):
                print("pause", seconds, file=sys.stderr, flush=True)
            dialing.asyncio.sleep = sleep
            dialing.FIRST_PAUSE_SECONDS = 1
            dialing.LONGEST_PAUSE_SECONDS = 30
            couillon_bot.connect(lambda seen: 0, "sleeper")
            """,
        )
        bot = self.start(f"unix:{self.folder}/none", script)
        lines = [bot.stderr.readline() for _ in range(8)]
        pauses = [line.split()[1] for line in lines if line.startswith("pause ")]
        self.assertEqual(pauses, ["1", "2", "4", "8", "16", "30", "30"])
        self.ends_well(bot)

    def test_a_failure_of_the_arena_passes(self) -> None:
        with FakeArena() as arena:
            arena.refusals = [
                (grpc.StatusCode.UNAVAILABLE, "busy"),
                (grpc.StatusCode.INTERNAL, "confused"),
            ]
            bot = self.start(f"plaintext:{arena.address}")
            self.check_answer(arena.attendance(), 1)
            self.ends_well(bot)

    def test_a_refusal_ends_it_with_the_reason(self) -> None:
        for code in _LASTING:
            with self.subTest(code), FakeArena() as arena:
                arena.refusals = [(grpc.StatusCode[code], "no\nroom")]
                bot = self.start(f"plaintext:{arena.address}")
                _, text = bot.communicate(timeout=SECONDS)
                self.assertEqual(bot.returncode, 1)
                self.assertEqual(
                    text,
                    f"random: the arena plaintext:{arena.address} refuses it: "
                    f"{code}: no room\n",
                )

    def test_tls_needs_a_certificate_that_is_trusted(self) -> None:
        certificate, key = make_certificate(self.folder)
        credentials = grpc.ssl_server_credentials([(key, certificate)])
        token = self.write("token", "s3cret")
        with FakeArena("localhost:0", credentials=credentials) as arena:
            text = self.fails(arena.address)
            self.assertIn(
                f"random: the certificate of the arena {arena.address} is not trusted: ",
                text,
            )
            self.assertIn("COUILLON_ARENA_CA", text)
            bot = self.start(
                arena.address,
                COUILLON_ARENA_CA=str(self.folder / "cert.pem"),
                COUILLON_TOKEN_FILE=str(token),
            )
            _, metadata = arena.submission()
            self.assertEqual(metadata["authorization"], "Bearer s3cret")
            self.check_answer(arena.attendance(), 1)
            self.ends_well(bot)

    def test_a_certificate_for_another_host_ends_it(self) -> None:
        certificate, key = make_certificate(self.folder)
        credentials = grpc.ssl_server_credentials([(key, certificate)])
        with FakeArena("127.0.0.1:0", credentials=credentials) as arena:
            ca_file = str(self.folder / "cert.pem")
            text = self.fails(arena.address, COUILLON_ARENA_CA=ca_file)
            self.assertIn("is not trusted: ", text)

    def test_an_arena_without_tls_ends_it(self) -> None:
        with FakeArena() as arena:
            self.assertIn(
                f"the arena {arena.address} answers without TLS: ",
                self.fails(arena.address),
            )

    def fails(self, *arguments, **variables) -> str:
        bot = self.start(*arguments, **variables)
        _, text = bot.communicate(timeout=SECONDS)
        self.assertEqual(bot.returncode, 1)
        return text

    def test_a_token_stays_on_this_machine_without_tls(self) -> None:
        token = str(self.write("token", "s3cret"))
        for host in ("192.0.2.1:7443", "[2001:db8::1]:7443", "arena.example:7443"):
            text = self.fails(f"plaintext:{host}", COUILLON_TOKEN_FILE=token)
            self.assertIn(f"the token is not sent to plaintext:{host}", text)
            self.assertEqual(text.count("\n"), 1)
            self.assertNotIn("s3cret", text)

    def test_settings_that_cannot_be_used_are_named(self) -> None:
        empty = str(self.write("empty", "\n"))
        self.assertIn("'nowhere'", self.fails("nowhere"))
        self.assertIn("/no/ca", self.fails("a:1", COUILLON_ARENA_CA="/no/ca"))
        self.assertEqual(
            self.fails("a:1", COUILLON_TOKEN_FILE="/no/file"),
            "random: COUILLON_TOKEN_FILE: /no/file: No such file or directory\n",
        )
        self.assertIn(empty, self.fails("a:1", COUILLON_TOKEN_FILE=empty))

    def test_what_the_bot_raises_ends_it(self) -> None:
        script = self.write(
            "broken.py",
            """
            import couillon_bot
            def decide(seen):
                raise ValueError("no idea")
            couillon_bot.connect(decide, "broken", author="me", max_batch=7)
            """,
        )
        with FakeArena() as arena:
            bot = self.start(f"plaintext:{arena.address}", script)
            description = arena.submission()[0].description
            self.assertEqual((description.author, description.max_batch), ("me", 7))
            arena.attendance().send(question(1)[0])
            _, text = bot.communicate(timeout=SECONDS)
            self.assertEqual(bot.returncode, 1)
            self.assertIn("ValueError: no idea", text)

    def test_results_reach_the_bot(self) -> None:
        script = self.write(
            "listener.py",
            """
            import sys, couillon_bot
            def heard(rules, result):
                print(rules.id, result.half_points, file=sys.stderr, flush=True)
            couillon_bot.connect(
                lambda seen: seen.legal_actions[0], "ear", on_result=heard)
            """,
        )
        with FakeArena() as arena:
            bot = self.start(f"plaintext:{arena.address}", script)
            self.assertTrue(arena.submission()[0].description.wants_results)
            request = play_request([], "basic-gerver")
            request.results.add(ruleset_handle=1, half_points=2)
            arena.attendance().send(request)
            self.assertIn("as ear v1;", bot.stderr.readline())
            self.assertEqual(bot.stderr.readline(), "basic-gerver 2\n")
            self.ends_well(bot)


if __name__ == "__main__":
    unittest.main()
