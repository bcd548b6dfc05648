#!/bin/sh
# Builds the bot in the working directory from its manifest:
#
#   sh "$COUILLON_SOURCE/bots/rust/build_bot.sh" NAME
#
# Copies the SDK to sdk/, for the dependency in Cargo.toml, and the program "bot"
# of the package to build/NAME: no file of the bot is in the way there.
set -eu
name=$1
"$COUILLON_SOURCE/tools/bots.sh" rust
rm -rf sdk
mkdir sdk
(cd "$COUILLON_SOURCE" && tar -cf - bots/rust/Cargo.toml bots/rust/build.rs \
  bots/rust/src proto/couillon/v1) | tar -xf - -C sdk
test -f Cargo.lock || cp "$COUILLON_SOURCE/bots/rust/Cargo.lock" .

# All bots share the folder in which the SDK is built, so that nothing is
# compiled twice. There Cargo identifies a package by its name and its path in
# the workspace, and a file by its time: bots of one name would get each other's
# program. Two things prevent that. The path of the wrapper below, another one
# for each directory, is part of what identifies the bot's own packages. And
# what the wrapper has made is removed, so that these are always compiled.
shared=$COUILLON_SOURCE/build/bots/rust
own=$COUILLON_SOURCE/build/bots/rust_bots/$(pwd -P | sha256sum | cut -c 1-16)
mkdir -p "$own"
cat >"$own/rustc" <<'WRAPPER'
#!/bin/sh
# Calls rustc, and notes which files it makes: the end of their names, and where.
folder= suffix= last=
for word; do
  if [ "$last" = --out-dir ]; then folder=$word; fi
  case $word in extra-filename=*) suffix=${word#*=} ;; esac
  last=$word
done
if [ -n "$folder" ] && [ -n "$suffix" ]; then echo "$suffix $folder" >>"$0.made"; fi
exec "$@"
WRAPPER
chmod +x "$own/rustc"

remove_made() {
  test -f "$own/rustc.made" || return 0
  while read -r suffix folder; do
    if [ -d "$folder" ]; then find "$folder" -maxdepth 1 -name "*$suffix*" -type f -delete; fi
  done <"$own/rustc.made"
  rm "$own/rustc.made"
}

remove_made # of a build that was stopped
# Cargo before 1.91 ignores the shared folder: it compiles the SDK for each bot.
CARGO_BUILD_BUILD_DIR=$shared RUSTC_WORKSPACE_WRAPPER=$own/rustc \
  cargo build --quiet --release --target-dir "$own/target"
mkdir -p build
mv -f "$own/target/release/bot" "build/$name"
remove_made
