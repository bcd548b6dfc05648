#!/usr/bin/env bash
# Installs what is missing to build, test and play: Debian packages (Node, for
# the page of reports, unless there is one), and the Python bots' packages in
# build/venv. With --clang also what the sanitizers and fuzzers need, with --dev
# that and what the checks need, with --bots also the bots in other languages
# (see tools/bots.sh). Never prompts; returns at once when nothing is missing.
#
#   tools/setup.sh [--clang] [--dev] [--bots]
set -euo pipefail
cd "$(dirname "$0")/.."

packages=(
  g++ cmake ninja-build pkg-config ccache
  libabsl-dev libprotobuf-dev protobuf-compiler
  libgrpc++-dev protobuf-compiler-grpc
  libarchive-dev libbenchmark-dev libgtest-dev libgmock-dev
  libcli11-dev libcpp-httplib-dev libhwy-dev libicu-dev nlohmann-json3-dev libsodium-dev libsqlite3-dev
  libssl-dev libzstd-dev zlib1g-dev
  python3 python3-venv
  bubblewrap openssl
)
clang=false
dev=false
bots=false
for option in "$@"; do
  case "$option" in
    --clang) clang=true ;;
    --dev) dev=true ;;
    --bots) bots=true ;;
    *)
      echo "usage: tools/setup.sh [--clang] [--dev] [--bots]" >&2
      exit 2
      ;;
  esac
done
if $clang || $dev; then packages+=(clang-19 libclang-rt-19-dev); fi
if $dev; then
  packages+=(git clang-format-19 clang-tidy-19)
  packages+=(chromium)  # tests of the page of reports
  packages+=(slurm-wlm munge)  # tests of leagues on a cluster
  packages+=(fish zsh)  # tests of their completions
  packages+=(valgrind)  # tools/checks/instructions
fi
command -v npm >/dev/null || packages+=(nodejs npm)
if $bots; then  # Debian's Go and Rust are too old
  command -v javac >/dev/null || packages+=(default-jdk-headless)
  command -v mvn >/dev/null || packages+=(maven)
fi

say() { echo "setup: $*"; }

# Two set-ups of one tree wait for each other.
mkdir -p build
exec 9>build/.setup.lock
flock 9

missing_packages() {
  local installed
  installed=$(dpkg-query -W -f '${Package} ${db:Status-Status}\n' \
    "${packages[@]}" 2>/dev/null | sed -n 's/ installed$//p' || true)
  local package
  for package in "${packages[@]}"; do
    grep -qxF -- "$package" <<<"$installed" || echo "$package"
  done
}

# While there is a file policy-rc.d, no package starts a service: the tests
# start a munged and a Slurm of their own.
readonly policy=/usr/sbin/policy-rc.d
start_no_services() {
  if [[ -e $policy ]]; then return; fi
  trap '"${as_root[@]}" rm -f "$policy"' EXIT
  printf '#!/bin/sh\nexit 101\n' | "${as_root[@]}" tee "$policy" >/dev/null
  "${as_root[@]}" chmod 755 "$policy"
}

as_root=()
if [[ $(id -u) != 0 ]]; then as_root=(sudo -n); fi

install_packages() {
  if ! command -v apt-get >/dev/null || ! "${as_root[@]}" true 2>/dev/null; then
    {
      say "these Debian packages are missing, and only root can install them:"
      echo "  apt-get install --no-install-recommends $*"
    } >&2
    exit 1
  fi
  say "installing Debian packages: $*"
  local apt=(
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -qq
    -o DPkg::Lock::Timeout=300 -o Dpkg::Use-Pty=0 -o Acquire::Retries=3
  )
  start_no_services
  # The log is shown only if something goes wrong.
  if ! { "${apt[@]}" update &&
    "${apt[@]}" install -y --no-install-recommends "$@"; } \
    >build/.setup.log 2>&1 </dev/null 9>&-; then
    cat build/.setup.log >&2
    exit 1
  fi
  if [[ -n $(trap -p EXIT) ]]; then
    "${as_root[@]}" rm -f "$policy"
    trap - EXIT
  fi
}

mapfile -t missing < <(missing_packages)
if ((${#missing[@]} > 0)); then install_packages "${missing[@]}"; fi

# A stamp beside the installed files records the file they came from.
current() { [[ -f "$2" && $(sha256sum <"$1") == "$(<"$2")" ]]; }

# install_python FILE STAMP: what FILE requires, into build/venv.
install_python() {
  say "installing Python packages in build/venv:" \
    "$(grep -E '^[^#]' "$1" | tr '\n' ' ')"
  build/venv/bin/pip install --quiet --disable-pip-version-check --no-input \
    --only-binary :all: -r "$1"
  sha256sum <"$1" >"$2"
}

requirements=bots/python/requirements.txt
stamp=build/venv/.installed
if [[ -f $requirements ]] && ! current "$requirements" "$stamp"; then
  /usr/bin/python3 -m venv --clear build/venv
  install_python "$requirements" "$stamp"
fi

# For the tests of couillon export --format parquet.
requirements=tools/export/requirements.txt
stamp=build/venv/.installed-export
if $dev && ! current "$requirements" "$stamp"; then
  install_python "$requirements" "$stamp"
fi

# For the test of what a Kubernetes cluster is asked to do.
requirements=tests/kubernetes/requirements.txt
stamp=build/venv/.installed-kubernetes
if $dev && ! current "$requirements" "$stamp"; then
  install_python "$requirements" "$stamp"
fi

stamp=node_modules/.installed
if $dev && ! current package-lock.json "$stamp"; then
  say "installing the npm package of buf (package-lock.json) in node_modules"
  npm ci --loglevel=error --no-audit --no-fund </dev/null >/dev/null
  ls node_modules/@bufbuild/buf-linux-*/bin/buf >/dev/null
  sha256sum <package-lock.json >"$stamp"
fi

if $bots; then tools/bots.sh 9>&-; fi
