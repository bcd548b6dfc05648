#!/usr/bin/env bash
# Sets up, builds, and plays a real league: five bots in processes of their
# own, in C++ and Python, over gRPC, under two rulesets. Ends with the Elo
# standings and the directory of the results.
#
#   tools/quickstart.sh [DEALS]    default: 20000 deals per pairing
set -euo pipefail
cd "$(dirname "$0")/.."
deals=${1:-20000}
out=build/quickstart

tools/setup.sh
if [[ -f tools/page.sh ]]; then tools/page.sh; fi
cmake --preset release >build/.configure.log || { cat build/.configure.log; exit 1; }
cmake --build --preset release --target couillon couillon-bot
rm -rf "$out"
build/release/bin/couillon league run \
  --bots bots/quickstart.txtpb --ruleset basic-gerver,mit-malmedy \
  --deals "$deals" --seed quickstart --record deals --out "$out"
build/release/bin/couillon verify "$out"
if [[ -s build/page/index.html ]]; then
  build/release/bin/couillon report "$out" --format html --out "$out/report.html"
  echo
  echo "Open $out/report.html in a browser."
fi
echo "Put the programs on PATH: export PATH=\"\$PWD/build/release/bin:\$PATH\""
echo "Then write a bot: docs/write-a-bot.md"
