#!/usr/bin/env bash
# Builds the bots that are not in C++ or Python, or runs the tests of their
# SDKs. Returns at once when nothing has changed. Skips a language whose tools
# this machine lacks: prints the reason, and stores it for the tests in
# build/bots/LANGUAGE.skipped.
#
#   tools/bots.sh [--test] [LANGUAGE...]    of bots/languages.txt; default: all
#
# With --test the exit code is 77 if the language was skipped.
set -euo pipefail
cd "$(dirname "$0")/.."
mapfile -t languages < <(awk '$2 ~ "^build/bots/" {print $1}' bots/languages.txt)
readonly languages
readonly out=$PWD/build/bots
mkdir -p "$out"

say() { echo "bots: $*"; }

# Whether a version such as v20.11 is at least another.
at_least() { printf '%s\n' "$2" "${1#v}" | sort --version-sort --check=quiet; }

# need COMMAND VERSION FOUND: prints what is missing, if anything is.
need() {
  if ! command -v "$1" >/dev/null; then
    echo "$1 is not installed (version $2 or later is needed)"
  elif ! at_least "$3" "$2"; then
    echo "$1 has version $3, but $2 or later is needed"
  fi
}

# Three functions per language: lacks_, build_ and test_ (its SDK).
lacks_node() {
  need node 18.0 "$(node --version 2>/dev/null)"
  need npm 8.0 "$(npm --version 2>/dev/null)"
}
build_node() {
  cd bots/node
  npm ci --loglevel=error --no-audit --no-fund --ignore-scripts >/dev/null
  npm run --silent build
}
test_node() {
  cd bots/node
  npm test --silent
}

lacks_go() {
  local found
  found=$(cd bots/go && go env GOVERSION 2>/dev/null || true)
  need go 1.26 "${found#go}"
  need protoc 3.21 "$(protoc --version 2>/dev/null | sed 's/.* //')"
}
build_go() {
  cd bots/go
  local package=couillon/bots/couillonv1 proto=couillon/v1 options=module=couillon/bots
  local files=("$proto"/{ruleset,bot_service}.proto) file
  for file in "${files[@]}"; do options+=,M$file=$package; done
  protoc --proto_path=../../proto \
    --plugin="protoc-gen-go=$(go tool -n protoc-gen-go)" \
    --plugin="protoc-gen-go-grpc=$(go tool -n protoc-gen-go-grpc)" \
    --go_out=. --go_opt="$options" --go-grpc_out=. --go-grpc_opt="$options" \
    "${files[@]}"
  mkdir -p "$out/go"
  go build -o "$out/go/" ./...
}
test_go() {
  cd bots/go
  go vet ./...
  go test ./...
}

lacks_rust() {
  need cargo 1.88 "$(cargo --version 2>/dev/null | cut -d' ' -f2)"
  need protoc 3.21 "$(protoc --version 2>/dev/null | sed 's/.* //')"
}
build_rust() {
  cargo build --quiet --locked --release --manifest-path=bots/rust/Cargo.toml \
    --target-dir="$out/rust"
}
test_rust() {
  # Not the programs: linking each again takes long. The SDK is not optimised for
  # its tests, which takes longer than they do.
  cargo test --quiet --locked --release --manifest-path=bots/rust/Cargo.toml \
    --config profile.release.package.couillon-bot.opt-level=0 \
    --target-dir="$out/rust" --lib --test vectors
}

# mvn GOAL...
maven() {
  # Maven ends before more than its first compiler pays.
  MAVEN_OPTS="-XX:TieredStopAtLevel=1 -XX:+UseSerialGC ${MAVEN_OPTS-}" mvn --quiet \
    --batch-mode --no-transfer-progress -Dstyle.color=never --file=bots/java/pom.xml "$@"
}
lacks_java() {
  need javac 17 "$(javac -version 2>/dev/null | sed 's/.* //')"
  need mvn 3.8 "$(mvn --version 2>/dev/null | sed -n 's/.*Maven \([0-9.]*\).*/\1/p')"
}
build_java() { maven package -DskipTests; }
test_java() { maven test; }

# What a build depends on: its sources, the protocol, and this script.
fingerprint() {
  find "bots/$1" proto/couillon/v1/{arena_service,bot_service,ruleset}.proto tools/bots.sh -type f \
    -not -path '*/node_modules/*' -not -path '*/dist/*' \
    -not -path '*/couillonv1/*' -print0 |
    LC_ALL=C sort -z | xargs -0 sha256sum | sha256sum
}

build() {
  local language=$1 stamp=$out/$1.built lacking start=$SECONDS
  lacking=$("lacks_$language")
  if [[ -n $lacking ]]; then
    rm -f "$stamp"
    echo "$lacking" >"$out/$language.skipped"
    say "$language SKIPPED: $lacking"
    return
  fi
  rm -f "$out/$language.skipped"
  local now
  now=$(fingerprint "$language")
  if [[ -f $stamp && $now == "$(<"$stamp")" ]]; then return; fi
  rm -f "$stamp"
  say "building $language"
  (set -e; "build_$language")
  echo "$now" >"$stamp"
  say "built $language in $((SECONDS - start)) s"
}

test_sdk() {
  if [[ -f $out/$1.skipped ]]; then
    say "$1 SKIPPED: $(<"$out/$1.skipped")"
    exit 77
  elif [[ ! -f $out/$1.built ]]; then
    say "$1 SKIPPED: it has not been built; run tools/setup.sh --bots"
    exit 77
  fi
  build "$1"
  ("test_$1")
}

action=build
if [[ ${1-} == --test ]]; then
  action=test_sdk
  shift
fi
if (($# == 0)); then set -- "${languages[@]}"; fi
for language in "$@"; do
  if [[ " ${languages[*]} " != *" $language "* ]]; then
    echo "tools/bots.sh: no language '$language'; there are ${languages[*]}" >&2
    exit 2
  fi
  # Two builds of one language wait for each other.
  exec 9>"$out/$language.lock"
  flock 9
  "$action" "$language"
done
