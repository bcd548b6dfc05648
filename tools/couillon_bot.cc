// couillon-bot: serves a bundled bot over gRPC, for the referee that started it
// or, with --listen, for any client.
#include <cstdlib>
#include <exception>
#include <iostream>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_join.h"
#include "bots/cpp/arena_place.h"
#include "bots/cpp/bare_server.h"
#include "bots/cpp/bot_server.h"
#include "bots/cpp/bundled/bundled.h"
#include "bots/cpp/connect_bot.h"
#include "bots/cpp/strategy.h"
#include "engine/cards/status_macros.h"
#include "proto/whole_file.h"
#include "tools/help/man_page.h"
#include "tools/options/build_info.h"
#include "tools/options/command_line.h"

namespace {

using couillon::tools::CommandLine;
using couillon::tools::Option;

// The names of files; their contents make a ServingPlace.
struct PlaceOptions {
  std::string listen;
  std::string certificate;
  std::string private_key;
  std::string token;
  std::string connect;
  std::string roots;
  std::string name;
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
  Option connect = command.AddOption(
      "--connect", options.connect,
      "HOST:PORT (TLS), plaintext:HOST:PORT or unix:/PATH of an arena: connect "
      "to it, and be played there");
  connect.Excludes(listen);
  command.AddOption("--token-file", options.token,
                    "File with the token: that every call has to carry with "
                    "--listen, that of the author with --connect");
  command
      .AddOption("--ca", options.roots,
                 "With --connect: file with the certificates to trust, in PEM "
                 "(default: those of the system)")
      .Needs(connect);
  command
      .AddOption(
          "--as", options.name,
          "With --connect: the bot's name in the arena (default: that of "
          "--name)")
      .Needs(connect);
  certificate.Needs(listen).Needs(key);
  key.Needs(certificate);
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
  CommandLine which = command.AddAlternatives("bot");
  which.AddOption("--name", options.name,
                  "The bot to serve, with options after a colon: " +
                      absl::StrJoin(couillon::bots::StrategyNames(), ", "));
  which
      .AddOption(
          "--bare", options.bare,
          "Instead of a bot, answer one stream with first legal actions, "
          "as ready bytes or protobuf messages; couillon bench measures "
          "gRPC with it")
      .OneOf({"bytes", "messages"});
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

absl::Status Connect(const PlaceOptions& options,
                     const couillon::bots::BotInfo& info,
                     couillon::bots::Strategy& strategy) {
  couillon::bots::ArenaPlace place{.address = options.connect,
                                   .name = options.name};
  if (!options.token.empty()) {
    ASSIGN_OR_RETURN(std::string token,
                     couillon::bots::ReadToken(options.token));
    place.token = std::move(token);
  }
  if (!options.roots.empty()) {
    ASSIGN_OR_RETURN(std::string roots,
                     couillon::bots::ReadRoots(options.roots));
    place.roots = std::move(roots);
  }
  return couillon::bots::ConnectBot(place, info, strategy);
}

absl::Status ServeStrategy(const BotOptions& options,
                           const couillon::bots::ServingPlace& place) {
  ASSIGN_OR_RETURN(const std::unique_ptr<couillon::bots::Strategy> strategy,
                   couillon::bots::MakeStrategy(options.name));
  couillon::bots::BotInfo info = options.info;
  info.name = options.name;
  info.author = "couillon";
  if (info.max_batch == 0) info.max_batch = strategy->most_in_a_batch();
  if (!options.place.connect.empty()) {
    return Connect(options.place, info, *strategy);
  }
  return options.place.listen.empty()
             ? couillon::bots::ServeBot(info, *strategy)
             : couillon::bots::ServeBotAt(place, info, *strategy);
}

int Run(int argc, char** argv) {
  couillon::tools::CommandLineParser parser(
      "couillon-bot",
      "Serves a bundled bot at the address in COUILLON_LISTEN or at --listen, "
      "or "
      "connects it to the arena at --connect or in COUILLON_ARENA");
  parser.SetVersion(couillon::tools::VersionText("couillon-bot"));
  BotOptions options;
  AddBotOptions(parser.root(), options);
  // Hidden, and not an option: the parser would want --name.
  if (argc == 2 && std::string_view(argv[1]) == "help-as-man") {
    std::cout << couillon::tools::ManPages(parser.Describe(),
                                           couillon::tools::BuildVersion())[0]
                     .text;
    return 0;
  }
  if (const auto exit_code = parser.Parse(argc, argv)) return *exit_code;
  if (!options.place.token.empty() && options.place.listen.empty() &&
      options.place.connect.empty()) {
    std::cerr << "couillon-bot: --token-file needs --listen or --connect\n";
    return 2;
  }
  couillon::bots::ServingPlace place;
  if (options.place.connect.empty() && !ReadPlace(options.place, place)) {
    return 1;
  }
  const absl::Status status = options.bare.empty()
                                  ? ServeStrategy(options, place)
                                  : ServeBare(options.bare);
  if (status.ok()) return 0;
  std::cerr << "couillon-bot: " << status.message() << '\n';
  return 1;
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
