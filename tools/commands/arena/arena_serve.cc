// couillon arena serve
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <functional>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/match.h"
#include "absl/strings/str_format.h"
#include "arena/front/http/listen.h"
#include "arena/league/run/runner.h"
#include "arena/league/setup/start_permission.h"
#include "arena/league/store/directory_lock.h"
#include "arena/numbers/text/printable.h"
#include "arena/players/rpc/grpc_polling.h"
#include "arena/report/data/league_report.h"
#include "arena/standing/journal/arena_report.h"
#include "arena/standing/journal/arena_state.h"
#include "arena/standing/journal/arena_status.h"
#include "arena/standing/journal/open_round.h"
#include "arena/standing/journal/submission_trial.h"
#include "arena/standing/rounds/round_player.h"
#include "arena/standing/serve/arena_server.h"
#include "arena/standing/serve/attendance_desk.h"
#include "arena/standing/serve/watch_board.h"
#include "couillon/v1/league.pb.h"
#include "engine/cards/status_macros.h"
#include "proto/whole_file.h"
#include "tools/commands/arena/arena_authors.h"
#include "tools/commands/arena/arena_commands.h"
#include "tools/commands/arena/arena_rounds.h"
#include "tools/commands/arena/notices.h"
#include "tools/commands/league/play_league.h"
#include "tools/commands/shared/command.h"
#include "tools/options/league_options.h"
#include "tools/options/process_options.h"
#include "tools/program/stop_flag.h"

namespace couillon::tools {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds kLook(1000);  // for a signal or the end of --for
// How often a round is charged to those for whom it waits.
constexpr milliseconds kCharge(2000);
// After which a bot that did not start is tried again.
constexpr milliseconds kTryAgain(60'000);
constexpr milliseconds kShortLook(100);
// Between attempts to play a round.
constexpr milliseconds kFirstPause(1'000);
constexpr milliseconds kLongestPause(60'000);

struct ServeArguments {
  RoundsOptions rounds;
  std::string listen;
  std::string certificate;  // file
  std::string private_key;  // file
  bool allow_plaintext = false;
  bool unchecked = false;
};

// Reads the whole of a file in PEM; empty if none is named.
absl::StatusOr<std::string> ReadPem(const std::string& path) {
  if (path.empty()) return std::string();
  absl::StatusOr<std::string> text = ReadWhole(path, kMaxTextBytes);
  if (!text.ok() || absl::StrContains(*text, "-----BEGIN ")) return text;
  return absl::InvalidArgumentError(absl::StrFormat(
      "%s: is not in PEM; expected a certificate or a key", path));
}

// unix:/PATH, or HOST:PORT with a port that exists: gRPC would take another.
absl::Status CheckListen(const std::string& text) {
  if (text.starts_with("unix:")) return absl::OkStatus();
  arena::Listen ignored;
  absl::Status read = arena::ReadListen(text, ignored);
  if (read.ok() && absl::StrContains(text, ':')) return read;
  return absl::InvalidArgumentError(absl::StrFormat(
      "--listen: found %s; expected HOST:PORT (port 0: any free port) or "
      "unix:/PATH",
      arena::PrintableLine(text)));
}

absl::StatusOr<arena::ArenaPlace> PlaceOf(const ServeArguments& arguments) {
  RETURN_IF_ERROR(CheckListen(arguments.listen));
  ASSIGN_OR_RETURN(std::string certificate, ReadPem(arguments.certificate));
  ASSIGN_OR_RETURN(std::string key, ReadPem(arguments.private_key));
  return arena::ArenaPlace{.listen = arguments.listen,
                           .certificate = std::move(certificate),
                           .private_key = std::move(key),
                           .allow_plaintext = arguments.allow_plaintext};
}

// A little less than the start limit, so that a bot that does not come back is
// known to be away before the referee gives it up.
milliseconds PatienceOf(const v1::Limits& limits) {
  constexpr std::uint32_t kMaxLess = 500;
  return milliseconds(limits.start_ms() -
                      std::min(limits.start_ms() / 10, kMaxLess));
}

absl::StatusOr<std::string> StandingsOf(const std::string& directory) {
  ASSIGN_OR_RETURN(const arena::ArenaState state, arena::ReadState(directory));
  ASSIGN_OR_RETURN(const arena::LeagueReport report,
                   arena::MakeArenaReport(state, directory, {}));
  return Rendered(report, "json");
}

std::vector<arena::WatchedEntrant> WatchedOf(const arena::ArenaState& state) {
  std::vector<arena::WatchedEntrant> watched;
  for (const arena::Entrant& entrant : state.entrants) {
    if (entrant.status != arena::EntrantStatus::kPlays) continue;
    watched.push_back(
        {.label = entrant.Label(), .dials_in = entrant.DialsIn()});
  }
  return watched;
}

// What the server does for a caller of `arguments`.
arena::ArenaOffice OfficeOf(const ServeArguments& arguments,
                            const v1::LeagueConfig& settings,
                            arena::WatchBoard& board, Notices& notices) {
  const std::string directory = arguments.rounds.play.directory;
  const bool quiet = arguments.rounds.play.quiet;
  std::function<absl::Status(const v1::BotEntry&)> check;
  if (!arguments.unchecked) {
    check = [settings](const v1::BotEntry& bot) {
      return arena::TryAttendingBot(settings, bot);
    };
  }
  return {.directory = directory,
          .standings = [directory] { return StandingsOf(directory); },
          .on_submitted =
              [directory, quiet, &board, &notices](const std::string& label,
                                                   bool is_new) {
                if (!is_new) return;
                const absl::StatusOr<arena::ArenaState> state =
                    arena::ReadState(directory);
                if (!state.ok()) return;
                board.SetEntrants(WatchedOf(*state));
                if (quiet) return;
                const std::string why_not =
                    arena::WhyNoBotJoins(*state, directory).value_or("");
                notices.Print(label, why_not.empty()
                                         ? "joins; plays from the next round on"
                                         : "does not play: " + why_not);
              },
          .check = std::move(check),
          .on_refused =
              [quiet, &notices](const std::string& name,
                                const std::string& reason) {
                if (!quiet) notices.Print(name, "refused: " + reason);
              },
          .on_left =
              [quiet, &notices](const std::string& name) {
                if (quiet) return;
                notices.Print(
                    name,
                    "left in the middle of its check; it is checked from "
                    "the beginning when it is back");
              }};
}

// Waits for a change while nothing can be played. A round that waits for bots
// that are away, and for nothing else, is charged to them.
absl::Status WaitForChange(const PlayOptions& options,
                           arena::AttendanceDesk& desk,
                           arena::RoundPlayer& player) {
  using std::chrono::steady_clock;
  const steady_clock::time_point begin = steady_clock::now();
  while (!desk.WaitForChange(kLook) && !StopRequested(options) &&
         steady_clock::now() - begin < kCharge) {
  }
  return player.ChargeWait(
      std::chrono::duration_cast<std::chrono::microseconds>(
          steady_clock::now() - begin),
      kTryAgain);
}

// Waits between two attempts to play a round.
void Pause(const PlayOptions& options, milliseconds time) {
  const auto end = std::chrono::steady_clock::now() + time;
  while (std::chrono::steady_clock::now() < end && !StopRequested(options)) {
    std::this_thread::sleep_for(kShortLook);
  }
}

// Plays what can be played, or waits for a change if there is nothing. `tell`:
// whether to say that it waits.
absl::Status PlayOrWait(RoundsOptions& options, arena::RoundPlayer& player,
                        arena::AttendanceDesk& desk, arena::WatchBoard& board,
                        bool& tell) {
  ASSIGN_OR_RETURN(const arena::RoundsEnd end, PlayRounds(options, player));
  if (end != arena::RoundsEnd::kNothingToPlay) return absl::OkStatus();
  board.SetRound(0, 0, 0);
  if (tell) std::cerr << "Waiting for bots or submissions\n";
  tell = false;
  return WaitForChange(options.play, desk, player);
}

// Plays whenever something can be played, until a signal or the end of --for.
// Returns why the last attempt failed, if it did.
absl::Status PlayAndWait(RoundsOptions& options, arena::AttendanceDesk& desk,
                         arena::WatchBoard& board) {
  bool tell = !options.play.quiet;  // that nothing can be played
  arena::RoundsRequest request =
      RequestForPlay(options, [&](int round, const arena::Progress& progress) {
        tell = !options.play.quiet;
        board.SetRound(static_cast<std::uint32_t>(round), progress.units,
                       progress.units_done);
      });
  request.on_state = [&board](const arena::ArenaState& now) {
    board.SetEntrants(WatchedOf(now));
  };
  arena::RoundPlayer player(std::move(request), desk);
  absl::Status last;
  milliseconds pause = kFirstPause;
  while (!StopRequested(options.play)) {
    absl::Status status = PlayOrWait(options, player, desk, board, tell);
    if (status.ok()) {
      last = absl::OkStatus();
      pause = kFirstPause;
      continue;
    }
    // The cause may pass: a full disk, too few descriptors, a bot's files.
    if (status != last) {
      std::cerr << absl::StrFormat("%s\nThe arena stays open and tries again\n",
                                   std::string(status.message()));
    }
    last = std::move(status);
    Pause(options.play, pause);
    pause = std::min(2 * pause, kLongestPause);
  }
  return last;
}

// What is printed when the arena closes.
int PrintEnd(const PlayOptions& options) {
  const absl::StatusOr<arena::ArenaState> state =
      arena::ReadState(options.directory);
  if (!state.ok()) return ExitWith(state.status());
  if (!state->rounds.empty()) return PrintStandings(options);
  std::cout << options.directory << ": no round has been played\n";
  return kExitDone;
}

// OK if this command line permits what the arena's bots need: later refusals
// would be tried again and again.
absl::Status CheckPermitted(const arena::ArenaState& state,
                            const RoundsOptions& options) {
  v1::LeagueConfig config = state.settings;
  for (const arena::Entrant& entrant : state.entrants) {
    if (entrant.status != arena::EntrantStatus::kPlays) continue;
    *config.add_bots() = arena::LocatedBot(entrant.bot, options.play.directory);
  }
  return arena::PermittedConfig(config,
                                ReadStoredBotOptions(options.stored_bots),
                                options.play.directory)
      .status();
}

int Serve(ServeArguments arguments) {
  arena::WaitForSocketsByEpoll();
  RoundsOptions& options = arguments.rounds;
  absl::Status status = SetDeadline(options);
  if (!status.ok()) return ExitWith(status);
  const std::string& directory = options.play.directory;
  const absl::StatusOr<arena::ArenaPlace> place = PlaceOf(arguments);
  if (!place.ok()) return ExitWith(place.status());
  const absl::StatusOr<std::unique_ptr<arena::DirectoryLock>> lock =
      arena::LockToPlay(directory);
  if (!lock.ok()) return ExitWith(lock.status());
  const absl::StatusOr<arena::ArenaState> state = arena::ReadState(directory);
  if (!state.ok()) return ExitWith(state.status());
  status = CheckPermitted(*state, options);
  if (!status.ok()) return ExitWith(status);

  Notices notices(std::cerr);                   // ends after the server
  std::unique_ptr<arena::AttendanceDesk> desk;  // ends before the board
  arena::WatchBoard board(
      [&desk](const std::string& label) { return desk->CanContinue(label); });
  absl::StatusOr<std::unique_ptr<arena::AttendanceDesk>> made =
      arena::AttendanceDesk::Make(
          {.streams = options.play.concurrency,
           .patience = PatienceOf(state->settings.limits())});
  if (!made.ok()) return ExitWith(made.status());
  desk = *std::move(made);
  desk->OnPresence([&board] { board.LookAgain(); });
  board.SetEntrants(WatchedOf(*state));
  std::optional<CaughtSignals> caught(std::in_place);
  absl::StatusOr<std::unique_ptr<arena::ArenaServer>> server =
      arena::ArenaServer::Start(
          *place, OfficeOf(arguments, state->settings, board, notices), *desk,
          board);
  if (!server.ok()) return ExitWith(server.status());
  WarnIfClosedToRemote(*state, directory);
  std::cout << "serving at " << (*server)->address() << '\n' << std::flush;

  status = PlayAndWait(options, *desk, board);
  server->reset();
  desk.reset();
  caught.reset();
  if (!status.ok()) return ExitWith(status);
  std::cerr << "Closed; finished units are stored. The same command goes on.\n";
  return PrintEnd(options.play);
}

}  // namespace

void AddArenaServeCommand(CommandLine arena) {
  CommandLine serve = arena.AddSubcommand(
      "serve", "Play rounds without an end, with bots that dial in");
  serve.SetExamples(
      "couillon arena serve open --listen 127.0.0.1:0 --for 1s",
      "couillon arena serve open --listen localhost:0 --concurrency 1 --for "
      "2s");
  auto arguments = std::make_shared<ServeArguments>();
  AddRoundsOptions(serve, arguments->rounds,
                   {{"plaintext", &arguments->allow_plaintext},
                    {"unchecked", &arguments->unchecked}});
  serve
      .AddOption("--listen", arguments->listen,
                 "HOST:PORT (port 0: any free port) or unix:/PATH")
      .Required();
  Option certificate =
      serve.AddOption("--tls-cert", arguments->certificate,
                      "File with the certificate, in PEM (default: no TLS)");
  Option key = serve.AddOption("--tls-key", arguments->private_key,
                               "File with the certificate's key, in PEM");
  certificate.Needs(key);
  key.Needs(certificate);
  serve.OnChosen([arguments] { return Serve(*arguments); });
}

}  // namespace couillon::tools
