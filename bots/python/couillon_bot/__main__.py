"""python -m couillon_bot connect ARENA -- COMMAND: the relay of
`couillon-bot connect`, with the same options."""

from __future__ import annotations

import argparse
import asyncio
import sys

from couillon_bot.relay import Arena, Refused, Relay, read_roots, read_token


def main() -> None:
    """Runs the command."""
    parser = argparse.ArgumentParser(prog="couillon_bot")
    connect = parser.add_subparsers(required=True).add_parser(
        "connect",
        help="starts a bot, connects to an arena and lets it play the bot there",
    )
    connect.add_argument(
        "arena", help="HOST:PORT (TLS), plaintext:HOST:PORT or unix:/PATH"
    )
    connect.add_argument("--token-file", help="file with the author's token")
    connect.add_argument(
        "--ca",
        default="",
        help="file with the certificates to trust, in PEM (default: the system's)",
    )
    connect.add_argument(
        "--as",
        dest="name",
        default="",
        help="the bot's name in the arena (default: that of its description)",
    )
    connect.add_argument(
        "command", nargs="+", help="the bot's program and its arguments, after --"
    )
    options = parser.parse_args()
    try:
        arena = Arena(
            options.arena,
            token=read_token(options.token_file) if options.token_file else "",
            roots=read_roots(options.ca),
            name=options.name,
        )
        arena.check()
        asyncio.run(Relay(arena, options.command).run())
    except OSError as error:
        sys.exit(f"couillon_bot: {error.filename}: {error.strerror}")
    except (Refused, ValueError) as error:
        sys.exit(f"couillon_bot: {error}")


if __name__ == "__main__":
    main()
