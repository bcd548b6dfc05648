// couillon-bot: serves a bundled bot over gRPC, for the referee that started it
// or, with --listen, for any client; `connect` plays any bot in an arena.
#include <cstdlib>
#include <exception>
#include <iostream>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_join.h"
#include "bots/cpp/bare_server.h"
#include "bots/cpp/bot_server.h"
#include "bots/cpp/bundled/bundled.h"
#include "bots/cpp/strategy.h"
#include "bots/relay/arena_place.h"
#include "bots/relay/relay.h"
#include "engine/cards/status_macros.h"
#include "proto/whole_file.h"
#include "tools/help/man_page.h"
#include "tools/options/command_line.h"
#include "tools/program/build_info.h"

namespace {

using couillon::tools::CommandLine;
using couillon::tools::Option;

// The names of files; their contents make a ServingPlace.
struct PlaceOptions {
  std::string listen;
  std::string certificate;
  std::string private_key;
  std::string token;
};

// Of `connect`: the names of files, which make an ArenaPlace, and the bot.
struct ConnectOptions {
  std::string arena;
  std::string token;
  std::string roots;
  std::string name;
  std::vector<std::string> command;
};

void AddPlaceOptions(CommandLine command, PlaceOptions& options) {
  const Option listen = command.AddOption(
      "--listen", options.listen,
      "HOST:PORT or unix:/PATH instead of COUILLON_LISTEN: run as a server "
      "that the referee does not start or end (port 0: any free port)");
  Option certificate =
      command.AddOption("--tls-cert", options.certificate,
                        "File with the certificate, in PEM (default: no TLS)");
  Option key = command.AddOption("--tls-key", options.private_key,
                                 "File with the certificate's key, in PEM");
  command
      .AddOption("--token-file", options.token,
                 "File with the token that every call has to carry")
      .Needs(listen);
  certificate.Needs(listen).Needs(key);
  key.Needs(certificate);
}

void AddConnect(CommandLine root, ConnectOptions& options) {
  CommandLine connect = root.AddSubcommand(
      "connect",
      "Starts a bot, connects to an arena and lets it play the bot there; for "
      "bots that cannot be called");
  connect
      .AddOption("arena", options.arena,
                 "HOST:PORT (TLS), plaintext:HOST:PORT or unix:/PATH")
      .Required();
  connect
      .AddOption("command", options.command,
                 "The bot's program and its arguments, after --")
      .Required();
  connect.AddOption("--token-file", options.token,
                    "File with the author's token");
  connect.AddOption("--ca", options.roots,
                    "File with the certificates to trust, in PEM (default: "
                    "those of the system)");
  connect.AddOption("--as", options.name,
                    "The bot's name in the arena (default: that of its "
                    "description)");
}

// Reads the text of a file; empty if none is named. False if it cannot be read.
bool ReadText(const std::string& path, std::string& text) {
  if (path.empty()) return true;
  absl::StatusOr<std::string> read =
      couillon::ReadWhole(path, couillon::kMaxTextBytes);
  if (read.ok() && read->empty()) {
    read = absl::InvalidArgumentError(path + ": is empty");
  }
  if (!read.ok()) {
    std::cerr << "couillon-bot: " << read.status().message() << "\n";
    return false;
  }
  text = *std::move(read);
  return true;
}

bool ReadPlace(const PlaceOptions& options,
               couillon::bots::ServingPlace& place) {
  place.address = options.listen;
  if (!ReadText(options.certificate, place.certificate) ||
      !ReadText(options.private_key, place.private_key) ||
      !ReadText(options.token, place.token)) {
    return false;
  }
  place.token.erase(place.token.find_last_not_of(" \t\r\n") + 1);
  if (!place.token.empty() || options.token.empty()) return true;
  std::cerr << "couillon-bot: " << options.token << ": holds no token\n";
  return false;
}

struct BotOptions {
  std::string name;
  std::string bare;
  couillon::bots::BotInfo info;
  PlaceOptions place;
};

void AddBotOptions(CommandLine command, BotOptions& options) {
  const Option name = command.AddOption(
      "--name", options.name,
      "The bot to serve, with options after a colon: " +
          absl::StrJoin(couillon::bots::StrategyNames(), ", "));
  command
      .AddOption(
          "--bare", options.bare,
          "Instead of a bot, answer one stream with first legal actions, "
          "as ready bytes or protobuf messages; couillon bench measures "
          "gRPC with it")
      .OneOf({"bytes", "messages"})
      .Excludes(name);
  command.AddOption("--batch", options.info.max_batch,
                    "Most decisions per message (0: as many as the bot "
                    "answers in a few seconds)");
  command.AddOption("--in-flight", options.info.max_in_flight,
                    "Most unanswered messages (0: no limit)");
  AddPlaceOptions(command, options.place);
}

absl::Status ServeBare(const std::string& work) {
  using couillon::bots::BareWork;
  const char* address = std::getenv("COUILLON_LISTEN");
  return couillon::bots::ServeBare(
      address == nullptr ? "" : address,
      work == "bytes" ? BareWork::kReadyBytes : BareWork::kMessages);
}

absl::Status Connect(const ConnectOptions& options) {
  couillon::bots::ArenaPlace place{.address = options.arena,
                                   .name = options.name};
  if (!options.token.empty()) {
    ASSIGN_OR_RETURN(place.token, couillon::bots::ReadToken(options.token));
  }
  if (!options.roots.empty()) {
    ASSIGN_OR_RETURN(place.roots, couillon::bots::ReadRoots(options.roots));
  }
  return couillon::bots::RelayBot(place, options.command);
}

absl::Status ServeStrategy(const BotOptions& options,
                           const couillon::bots::ServingPlace& place) {
  ASSIGN_OR_RETURN(const std::unique_ptr<couillon::bots::Strategy> strategy,
                   couillon::bots::MakeStrategy(options.name));
  couillon::bots::BotInfo info = options.info;
  info.name = options.name;
  info.author = "couillon";
  if (info.max_batch == 0) info.max_batch = strategy->most_in_a_batch();
  return options.place.listen.empty()
             ? couillon::bots::ServeBot(info, *strategy)
             : couillon::bots::ServeBotAt(place, info, *strategy);
}

int ExitCode(const absl::Status& status) {
  if (status.ok()) return 0;
  std::cerr << "couillon-bot: " << status.message() << '\n';
  return 1;
}

int Serve(const BotOptions& options) {
  if (options.name.empty() && options.bare.empty()) {
    std::cerr << "couillon-bot: expected --name or the command connect\n";
    return 2;
  }
  couillon::bots::ServingPlace place;
  if (!ReadPlace(options.place, place)) return 1;
  return ExitCode(options.bare.empty() ? ServeStrategy(options, place)
                                       : ServeBare(options.bare));
}

int Run(int argc, char** argv) {
  couillon::tools::CommandLineParser parser(
      "couillon-bot",
      "Serves a bundled bot at the address in COUILLON_LISTEN or at --listen; "
      "connect plays any bot in an arena");
  parser.SetVersion(couillon::tools::VersionText("couillon-bot"));
  BotOptions options;
  AddBotOptions(parser.root(), options);
  ConnectOptions connect;
  AddConnect(parser.root(), connect);
  // Hidden, and not an option of the bots.
  if (argc == 2 && std::string_view(argv[1]) == "help-as-man") {
    for (const auto& page : couillon::tools::ManPages(
             parser.Describe(), couillon::tools::BuildVersion())) {
      std::cout << page.text;
    }
    return 0;
  }
  if (const auto exit_code = parser.Parse(argc, argv)) return *exit_code;
  return connect.arena.empty() ? Serve(options) : ExitCode(Connect(connect));
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return Run(argc, argv);
  } catch (const std::exception& error) {  // of a library: ours throw none
    std::cerr << "couillon-bot: " << error.what() << '\n';
    return 1;
  }
}
