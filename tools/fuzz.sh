#!/usr/bin/env bash
# Builds the fuzzers with clang and runs each for a while, two at a time; fails
# on a crash, a hang or too much memory. The corpus stays in build/fuzz/corpus
# for the next run; an input that fails is saved in build/fuzz/found and printed.
# They are built by the preset of the address sanitizer.
#
#   tools/fuzz.sh [SECONDS]      # per fuzzer; default: 60
set -euo pipefail
cd "$(dirname "$0")/.."
seconds=${1:-60}

tools/setup.sh --clang
cmake --preset asan >/dev/null
cmake --build --preset asan \
  --target hostile_bot_fuzz ruleset_fuzz counts_fuzz http2_fuzz

mkdir -p build/fuzz/found

# run NAME MAX_LENGTH SEEDS...; the limits are for hangs, on any machine
run() {
  local name=$1 length=$2
  shift 2
  mkdir -p "build/fuzz/corpus/$name"
  echo "fuzz: $name for $seconds s"
  "build/asan/bin/$name" -max_total_time="$seconds" -max_len="$length" \
    -timeout=120 -rss_limit_mb=2048 -print_final_stats=1 -verbosity=0 \
    -artifact_prefix="build/fuzz/found/$name-" "build/fuzz/corpus/$name" "$@"
}

names=()
processes=()
failed=0

# start NAME...: as run, in the background.
start() {
  run "$@" >"build/fuzz/$1.log" 2>&1 &
  names+=("$1")
  processes+=("$!")
}

# Waits for those that run, and prints what they printed.
finish() {
  local i
  for i in "${!names[@]}"; do
    wait "${processes[i]}" || failed=1
    cat "build/fuzz/${names[i]}.log"
  done
  names=()
  processes=()
}

start hostile_bot_fuzz 2048
start ruleset_fuzz 8192 engine/rulesets
finish
start counts_fuzz 400
# Without the search for leaks: the threads of gRPC hold memory while it looks,
# and stacks through its libraries end before they name it. Growth without end
# still breaks the limit of memory.
ASAN_OPTIONS=detect_leaks=0 start http2_fuzz 200
finish
exit "$failed"
