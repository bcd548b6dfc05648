#!/usr/bin/env bash
# Sets up, configures and builds one preset of CMakePresets.json.
#
#   tools/build.sh [PRESET]    default: release
set -euo pipefail
cd "$(dirname "$0")/.."
preset=${1:-release}

case "$preset" in
  asan | tsan) tools/setup.sh --clang ;;
  *) tools/setup.sh ;;
esac
# The page for reports, which the program takes in. It needs Node; without, it
# says so, and the program has no page.
if [[ -f tools/page.sh ]]; then tools/page.sh; fi
cmake --preset "$preset"
cmake --build --preset "$preset"
