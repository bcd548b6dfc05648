"""Bots that serve at an address of their own."""

import signal
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import grpc
from support import BOTS, SECONDS, make_decision, play_request

from couillon_bot.messages import bot_service, bot_service_grpc

_PROGRAM = """
import sys
sys.path.insert(0, sys.argv[1])
from pathlib import Path
from couillon_bot import ServingPlace, serve_at
place = ServingPlace(
    "localhost:0",
    certificate=Path("cert.pem").read_bytes(),
    private_key=Path("key.pem").read_bytes(),
    token="s3cret",
)
serve_at(place, lambda seen: seen.legal_actions[0], "far", author="me")
"""


def make_certificate(folder: Path) -> bytes:
    """Makes a certificate for localhost, and its key: cert.pem and key.pem. Returns the
    first."""
    subprocess.run(
        "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 "
        "-nodes -days 2 -subj /CN=test -addext subjectAltName=DNS:localhost "
        "-addext basicConstraints=critical,CA:FALSE "
        "-keyout key.pem -out cert.pem".split(),
        cwd=folder,
        check=True,
        capture_output=True,
    )
    return (folder / "cert.pem").read_bytes()


class ServingAtTest(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.certificate = make_certificate(Path(folder.name))
        self.bot = subprocess.Popen(
            [sys.executable, "-c", _PROGRAM, str(BOTS)],
            cwd=folder.name,
            stdout=subprocess.PIPE,
            text=True,
        )
        self.addCleanup(self.bot.communicate)
        self.addCleanup(self.bot.kill)
        words = self.bot.stdout.readline().split()
        self.assertEqual(words[:2], ["serving", "at"])
        self.address = words[2]

    def stub(self, credentials):
        if credentials is None:
            channel = grpc.insecure_channel(self.address)
        else:
            channel = grpc.secure_channel(self.address, credentials)
        self.addCleanup(channel.close)
        return bot_service_grpc.BotServiceStub(channel)

    def check_fails(self, call, code, reason: str) -> None:
        with self.assertRaises(grpc.RpcError) as raised:
            call()
        self.assertEqual(raised.exception.code(), code)
        self.assertIn(reason, raised.exception.details())

    def test_it_plays_with_those_who_have_the_token(self) -> None:
        stub = self.stub(grpc.ssl_channel_credentials(self.certificate))
        token = (("authorization", "Bearer s3cret"),)
        request = bot_service.DescribeRequest()
        description = stub.Describe(request, metadata=token, timeout=SECONDS)
        self.assertEqual((description.name, description.author), ("far", "me"))
        decision = make_decision(legal="9S")
        play = play_request([decision], "basic-gerver")
        answers = list(stub.Play(iter([play]), metadata=token, timeout=SECONDS))
        self.assertEqual([list(answer.actions) for answer in answers], [[26]])
        unauthenticated = grpc.StatusCode.UNAUTHENTICATED
        for metadata, reason in (
            ((), "no token was sent"),
            ((("authorization", "Bearer s3cre"),), "not the right one"),
        ):
            self.check_fails(
                lambda: stub.Describe(request, metadata=metadata, timeout=SECONDS),
                unauthenticated,
                reason,
            )
            self.check_fails(
                lambda: list(
                    stub.Play(iter([play]), metadata=metadata, timeout=SECONDS)
                ),
                unauthenticated,
                reason,
            )
        self.bot.send_signal(signal.SIGTERM)
        self.assertEqual(self.bot.wait(SECONDS), 0)

    def test_it_is_not_reached_without_tls(self) -> None:
        stub = self.stub(None)
        self.check_fails(
            lambda: stub.Describe(bot_service.DescribeRequest(), timeout=SECONDS),
            grpc.StatusCode.UNAVAILABLE,
            "",
        )


if __name__ == "__main__":
    unittest.main()
