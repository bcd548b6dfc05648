#!/usr/bin/env bash
# Sets up, builds and passes all tests.
#
#   tools/test.sh [PRESET [CTEST-OPTION...]]    default: release
set -euo pipefail
cd "$(dirname "$0")/.."
preset=${1:-release}

tools/build.sh "$preset"
ctest --preset "$preset" --no-tests=error "${@:2}"
