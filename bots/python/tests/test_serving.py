"""Bots as processes, over a real connection."""

import os
import random
import signal
import socket
import subprocess
import sys
import tempfile
import textwrap
import time
import unittest
from pathlib import Path

import grpc
from support import (
    BOTS,
    SECONDS,
    BotProcess,
    make_decision,
    make_rules,
    play_request,
)

import greedy_bot
import random_bot
from couillon_bot import Observation, generate

_PACK = [suit * 8 + rank for suit in range(4) for rank in range(2, 8)]


def many_decisions(count: int, seed: int):
    """Decisions of play with ids in no order."""
    draws = random.Random(seed)
    ids = draws.sample(range(1, 2**32), count)
    for decision_id in ids:
        cards = draws.sample(_PACK, 8)
        message = make_decision(trump=draws.choice("CDHS"))
        message.decision_id = decision_id
        message.hand = sum(1 << card for card in cards[:4])
        message.legal_actions = message.hand
        message.current_trick = bytes(cards[4 : 4 + draws.randrange(4)])
        message.random_seed = draws.getrandbits(64)
        yield message


def answers_of(responses):
    """The answers of all responses by decision id; each only once."""
    found = {}
    for response in responses:
        assert len(response.decision_ids) == len(response.actions)
        for decision_id, action in zip(response.decision_ids, response.actions):
            assert decision_id not in found
            found[decision_id] = action
    return found


class ServingTest(unittest.TestCase):
    def check_bot(self, module, name: str, **options) -> None:
        decisions = list(many_decisions(600, 7))
        rulesets = {1: make_rules()}
        expected = {
            message.decision_id: module.decide(Observation(message, rulesets))
            for message in decisions
        }
        with BotProcess(Path(module.__file__), **options) as bot:
            description = bot.describe()
            self.assertEqual(description.name, name)
            self.assertEqual(description.version, "1")
            self.assertRegex(description.sdk, r"^couillon-python \d+\.\d+\.\d+$")
            # The ruleset alone, then batches of many sizes, one of them empty.
            requests = [play_request([], "basic-gerver")]
            for first, last in ((0, 1), (1, 257), (257, 257), (257, 600)):
                requests.append(play_request(decisions[first:last]))
            self.assertEqual(answers_of(bot.play(requests)), expected)
            # Another stream, which has to be told the ruleset again; the same
            # decisions in another order have the same answers.
            again = play_request(decisions[::-1], "basic-gerver")
            self.assertEqual(answers_of(bot.play([again])), expected)
            self.assertEqual(bot.end(signal.SIGTERM), 0)
            self.assertEqual(bot.process.stderr.read(), "")

    def test_random_over_a_unix_socket(self) -> None:
        self.check_bot(random_bot, "random")

    def test_greedy_over_a_unix_socket(self) -> None:
        self.check_bot(greedy_bot, "greedy", cwd="/")

    def test_greedy_over_tcp(self) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            address = f"127.0.0.1:{free.getsockname()[1]}"
        self.check_bot(greedy_bot, "greedy", address=address)

    def test_results_are_heard_and_not_answered(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            script = Path(folder) / "listener.py"
            script.write_text(
                textwrap.dedent(
                    """
                    import sys
                    import couillon_bot

                    def on_result(rules, result):
                        print(
                            rules.id,
                            result.half_points,
                            result.half_game_points,
                            file=sys.stderr,
                            flush=True,
                        )

                    couillon_bot.serve(
                        lambda obs: obs.legal_actions[0],
                        "listener",
                        on_result=on_result,
                    )
                    """
                )
            )
            with BotProcess(script) as bot:
                self.assertTrue(bot.describe().wants_results)
                decisions = list(many_decisions(3, 1))
                request = play_request([], "basic-gerver")
                for half_points, points in ((2, 4), (0, -6)):
                    request.results.add(
                        ruleset_handle=1,
                        half_points=half_points,
                        half_game_points=points,
                    )
                answers = answers_of(bot.play([request, play_request(decisions)]))
                self.assertEqual(len(answers), 3)
                self.assertEqual(bot.end(signal.SIGTERM), 0)
                self.assertEqual(
                    bot.process.stderr.read(),
                    "basic-gerver 2 4\nbasic-gerver 0 -6\n",
                )
        with BotProcess(BOTS / "random_bot.py") as bot:
            self.assertFalse(bot.describe().wants_results)

    def test_interrupt_ends_it(self) -> None:
        with BotProcess(BOTS / "random_bot.py") as bot:
            bot.describe()
            self.assertEqual(bot.end(signal.SIGINT), 0)
            self.assertEqual(bot.process.stderr.read(), "")

    def test_a_stream_left_open_does_not_hold_it(self) -> None:
        with BotProcess(BOTS / "random_bot.py") as bot:
            bot.describe()
            closing = []

            def requests():
                yield play_request(list(many_decisions(3, 1)), "basic-gerver")
                while not closing:
                    time.sleep(0.01)

            stream = bot.stub.Play(requests(), timeout=SECONDS)
            self.assertEqual(len(next(stream).actions), 3)
            self.assertEqual(bot.end(signal.SIGTERM), 0)
            closing.append(True)
            with self.assertRaises(grpc.RpcError):
                next(stream)

    def test_address_is_needed(self) -> None:
        environment = {
            key: value
            for key, value in os.environ.items()
            if key != "COUILLON_LISTEN"
        }
        done = subprocess.run(
            [sys.executable, str(BOTS / "random_bot.py")],
            env=environment,
            capture_output=True,
            text=True,
        )
        self.assertEqual(done.returncode, 1)
        self.assertIn("COUILLON_LISTEN", done.stderr)


class FaultTest(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def write_bot(self, body: str) -> Path:
        script = self.folder / "bot.py"
        script.write_text(
            "import sys, time, couillon_bot\n"
            "def decide(obs):\n"
            + textwrap.indent(body, "    ")
            + "\ncouillon_bot.serve(decide, name='broken')\n"
        )
        return script

    def crash(self, body: str):
        """The exit code and the stderr of a bot after its first decision."""
        with BotProcess(self.write_bot(body)) as bot:
            bot.describe()
            request = play_request(list(many_decisions(3, 1)), "basic-gerver")
            with self.assertRaises(grpc.RpcError):
                list(bot.play([request]))
            code = bot.process.wait(timeout=SECONDS)
            return code, bot.process.stderr.read()

    def test_a_bot_that_raises_ends_with_its_traceback(self) -> None:
        code, text = self.crash("raise ValueError('no idea')")
        self.assertEqual(code, 1)
        self.assertIn("bot.py", text)
        self.assertIn("ValueError: no idea", text)

    def test_a_bot_that_exits_keeps_its_exit_code(self) -> None:
        code, _ = self.crash("sys.exit(7)")
        self.assertEqual(code, 7)

    def test_an_answer_that_is_no_action_is_a_crash(self) -> None:
        for answer in ("None", "'AS'", "-1", "45", "0.5"):
            with self.subTest(answer):
                code, text = self.crash(f"return {answer}")
                self.assertEqual(code, 1)
                self.assertIn(
                    "the bot has to return a card or an action, 0 to 44, "
                    f"but returned {answer}\n",
                    text,
                )

    def test_a_ruleset_never_introduced_is_a_crash(self) -> None:
        code, text = self.crash(
            "obs.message.ruleset_handle = 9\nreturn obs.worth(3)"
        )
        self.assertEqual(code, 1)
        self.assertIn("ruleset", text)

    def test_an_endless_decision_ends_on_sigterm(self) -> None:
        script = self.write_bot("while True: pass")
        with BotProcess(script) as bot:
            bot.describe()
            request = play_request(list(many_decisions(1, 1)), "basic-gerver")
            stream = bot.play([request])
            time.sleep(0.3)
            self.assertEqual(bot.end(signal.SIGTERM), 0)
            stream.cancel()

    @unittest.skipUnless(sys.platform.startswith("linux"), "Linux only")
    def test_it_dies_with_its_parent(self) -> None:
        ready = self.folder / "bot.sock"
        parent = subprocess.Popen(
            [
                sys.executable,
                "-c",
                "import subprocess, sys, time\n"
                "bot = subprocess.Popen([sys.executable, sys.argv[1]])\n"
                "print(bot.pid, flush=True)\n"
                "time.sleep(60)",
                str(BOTS / "random_bot.py"),
            ],
            env={**os.environ, "COUILLON_LISTEN": f"unix:{ready}"},
            stdout=subprocess.PIPE,
            text=True,
        )
        pid = int(parent.stdout.readline())
        parent.stdout.close()
        try:
            wait_until(ready.exists)
        finally:
            parent.kill()
            parent.wait()
        try:
            wait_until(lambda: not is_alive(pid))
        except AssertionError:
            os.kill(pid, signal.SIGKILL)
            raise


def is_alive(pid: int) -> bool:
    """Whether a process runs; a zombie does not."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return False
    return stat.rsplit(")", 1)[1].split()[0] != "Z"


def wait_until(condition) -> None:
    """Waits for a condition."""
    end = time.monotonic() + SECONDS
    while not condition():
        if time.monotonic() > end:
            raise AssertionError("waited in vain")
        time.sleep(0.01)


class GenerateTest(unittest.TestCase):
    def test_processes_at_the_same_time(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            code = (
                "import sys, pathlib\n"
                "from couillon_bot import generate\n"
                "print(generate.generate_into(pathlib.Path(sys.argv[1])))"
            )
            makers = [
                subprocess.Popen(
                    [sys.executable, "-c", code, folder],
                    env={**os.environ, "PYTHONPATH": str(BOTS)},
                    stdout=subprocess.PIPE,
                    text=True,
                )
                for _ in range(4)
            ]
            outputs = {maker.communicate()[0].strip() for maker in makers}
            self.assertEqual([maker.returncode for maker in makers], [0] * 4)
            name = generate.generated_name(generate.proto_folder())
            self.assertEqual(outputs, {str(Path(folder) / name)})
            self.assertEqual(os.listdir(folder), [name])


if __name__ == "__main__":
    unittest.main()
