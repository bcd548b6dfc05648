#!/usr/bin/env bash
# Sets up, configures and builds one preset of CMakePresets.json.
#
#   tools/build.sh [PRESET]    default: release
set -euo pipefail
cd "$(dirname "$0")/.."
preset=${1:-release}

tools/setup.sh
cmake --preset "$preset"
cmake --build --preset "$preset"
