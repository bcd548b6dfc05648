#!/usr/bin/env python3
"""How much of a bare asyncio server's speed the Python SDK keeps

    build/venv/bin/python bench/python_sdk.py [--seconds 3] [--rounds 3]

The same client sends the same batches to two servers in processes of their own,
in turns: one that reads the messages itself, and a bot on the SDK. Both answer
with the first legal action. The client sends bytes that are ready and looks at
no answer, so that the server is what is measured.
"""

import argparse
import asyncio
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import grpc

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "bots/python"))
METHOD = "/couillon.v1.BotService/Play"
IN_FLIGHT = 2  # messages, as in the referee


def serve_bare():
    """An asyncio server without the SDK."""
    from couillon_bot import messages

    response = messages.bot_service.PlayResponse

    class Bare(messages.bot_service_grpc.BotServiceServicer):
        async def Play(self, requests, context):
            async for request in requests:
                ids = []
                actions = []
                for decision in request.decisions:
                    legal = decision.legal_actions
                    ids.append(decision.decision_id)
                    actions.append((legal & -legal).bit_length() - 1)
                yield response(decision_ids=ids, actions=actions)

    async def run():
        server = grpc.aio.server()
        messages.bot_service_grpc.add_BotServiceServicer_to_server(
            Bare(), server)
        server.add_insecure_port(os.environ["COUILLON_LISTEN"])
        await server.start()
        await server.wait_for_termination()

    asyncio.run(run())


def serve_sdk():
    """The same bot on the SDK."""
    from couillon_bot import serve

    def decide(obs):
        legal = obs.legal_mask
        return (legal & -legal).bit_length() - 1

    serve(decide, name="first-legal")


def batch_of(size):
    """The bytes of a message with that many decisions, of the usual length."""
    from couillon_bot import messages

    draws = random.Random(1)
    request = messages.bot_service.PlayRequest()
    for number in range(size):
        cards = draws.sample(range(32), 16)
        hand = sum(1 << card for card in cards[:6])
        played = 1 + draws.randrange(10)
        request.decisions.add(
            decision_id=number + 1, ruleset_handle=1, phase=5,
            seat=draws.randrange(4), decider=draws.randrange(4),
            dealer=draws.randrange(4), hand=hand, legal_actions=hand,
            random_seed=draws.getrandbits(64),
            played_cards=bytes(cards[6:6 + played]),
            trick_leaders=bytes(range(1 + played // 4)),
            current_trick=bytes(cards[6:6 + played % 4]), trump=2, maker=1,
            calls=bytes([32, 33]), call_seats=bytes([1, 2]),
            card_points=bytes([5, 8]), tricks_won=bytes([1, 1]),
            lines_left=[13, 13])
    return request.SerializeToString()


class Server:
    """This program as a server, in a process of its own."""

    def __init__(self, kind, folder):
        self.address = f"unix:{folder}/{kind}"
        self.process = subprocess.Popen(
            [sys.executable, __file__, "--serve", kind],
            env=dict(os.environ, COUILLON_LISTEN=self.address))

    def cpu_seconds(self):
        with open(f"/proc/{self.process.pid}/stat", encoding="ascii") as file:
            fields = file.read().rsplit(") ", 1)[1].split()
        ticks = int(fields[11]) + int(fields[12])
        return ticks / os.sysconf("SC_CLK_TCK")

    def end(self):
        self.process.send_signal(signal.SIGTERM)
        self.process.wait()


async def exchange(address, batch, seconds):
    """Keeps messages on their way for so long; returns how many were answered
    and the time that took."""
    async with grpc.aio.insecure_channel(address) as channel:
        await channel.channel_ready()
        stream = channel.stream_stream(METHOD)()  # bytes out, bytes in
        for _ in range(IN_FLIGHT):
            await stream.write(batch)
        answered = 0
        start = time.perf_counter()
        while time.perf_counter() - start < seconds:
            await stream.read()
            answered += 1
            await stream.write(batch)
        took = time.perf_counter() - start
        stream.cancel()
        return answered, took


def measure(server, size, batch, seconds):
    """Decisions a second, and microseconds of the server's CPU for each."""
    asyncio.run(exchange(server.address, batch, 0.2))  # warm-up
    before = server.cpu_seconds()
    answered, took = asyncio.run(exchange(server.address, batch, seconds))
    cpu = server.cpu_seconds() - before
    decisions = answered * size
    return decisions / took, 1e6 * cpu / decisions


def median(values):
    return sorted(values)[len(values) // 2]


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--seconds", type=float, default=3)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--batches", type=int, nargs="+", default=[16, 64, 256])
    parser.add_argument("--serve", choices=["bare", "sdk"])
    options = parser.parse_args()
    if options.serve:
        return serve_bare() if options.serve == "bare" else serve_sdk()
    print(f"Python {sys.version.split()[0]}, grpcio {grpc.__version__}; medians "
          f"of {options.rounds} rounds of {options.seconds:g} s")
    print("| batch | bare, decisions/s | SDK, decisions/s | SDK / bare "
          "| bare, CPU µs | SDK, CPU µs | bare / SDK |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    with tempfile.TemporaryDirectory(prefix="couillon-python-") as folder:
        servers = [Server(kind, folder) for kind in ("bare", "sdk")]
        try:
            for size in options.batches:
                batch = batch_of(size)
                found = [[measure(server, size, batch, options.seconds)
                          for server in servers]
                         for _ in range(options.rounds)]
                bare, sdk = ([median([row[i][j] for row in found])
                              for j in range(2)] for i in range(2))
                print(f"| {size} | {bare[0]:,.0f} | {sdk[0]:,.0f} "
                      f"| {sdk[0] / bare[0]:.0%} | {bare[1]:.2f} "
                      f"| {sdk[1]:.2f} | {bare[1] / sdk[1]:.0%} |", flush=True)
        finally:
            for server in servers:
                server.end()
    return None


if __name__ == "__main__":
    main()
