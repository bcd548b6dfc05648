// couillon play: a person at the terminal or in the browser plays against bots.
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "arena/league/setup/launch.h"
#include "arena/league/setup/setup.h"
#include "arena/league/setup/table_setup.h"
#include "arena/numbers/text/shell_word.h"
#include "arena/players/roster/bot_sources.h"
#include "arena/players/roster/remote_arguments.h"
#include "arena/table/person/game.h"
#include "arena/table/person/person_link.h"
#include "arena/table/referee/bot_link.h"
#include "arena/table/schedule/league_rules.h"
#include "arena/table/verdict.h"
#include "bots/cpp/bundled/bundled.h"
#include "couillon/v1/league.pb.h"
#include "engine/cards/seat.h"
#include "engine/cards/status_macros.h"
#include "engine/deal/deal_source.h"
#include "engine/play/observation.h"
#include "engine/rules/compiled_rules.h"
#include "proto/ruleset_catalog.h"
#include "tools/commands/play_on_web.h"
#include "tools/commands/shared/command.h"
#include "tools/explain/play_screen.h"
#include "tools/options/command_line.h"
#include "tools/options/launch_options.h"
#include "tools/options/league_options.h"
#include "tools/options/option_names.h"
#include "tools/options/process_options.h"
#include "tools/options/seed_file.h"
#include "tools/program/line_input.h"
#include "tools/program/stop_flag.h"

namespace couillon::tools {
namespace {

struct PersonalGame {
  std::string ruleset = "basic-gerver";
  std::vector<std::string> bots;
  int seat = 0;
  std::uint64_t deals = 0;
  std::string seed;
  bool in_browser = false;
  std::string listen;
  arena::TableRequest request;
  LimitOptions limits;
  ProcessOptions process;
};

absl::Status CheckSeat(const CompiledRules& rules, int seat) {
  if (seat >= rules.players) {
    return absl::InvalidArgumentError(
        absl::StrFormat("--seat is %d; %s has 0 to %d", seat, rules.ruleset.id,
                        rules.players - 1));
  }
  if (seat != rules.dummy) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrFormat(
      "--seat is %d, the dummy of %s; seat %d decides for it", seat,
      rules.ruleset.id, static_cast<int>(rules.dummy_controller)));
}

// The bots of the seats that neither the person nor a dummy has, in order of
// seat: the named ones in turn, from the first again when all have a seat.
absl::StatusOr<std::vector<v1::BotEntry>> BotsAtSeats(
    const PersonalGame& options, int seats) {
  absl::StatusOr<std::vector<v1::BotEntry>> bots =
      arena::ReadTableBots(options.bots, bots::CheckStrategyName);
  if (!bots.ok()) return WithOptionName(bots.status());
  RETURN_IF_ERROR(arena::CheckNewNames(*bots, {}));
  if (bots->size() > static_cast<std::size_t>(seats)) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "--bot: found %d bots; expected at most %d, the seats that are free",
        bots->size(), seats));
  }
  std::vector<v1::BotEntry> at_seats;
  at_seats.reserve(static_cast<std::size_t>(seats));
  for (int i = 0; i < seats; ++i) {
    at_seats.push_back((*bots)[static_cast<std::size_t>(i) % bots->size()]);
  }
  return at_seats;
}

// Which seats decide besides that of the person.
std::vector<Seat> BotSeats(const CompiledRules& rules, int person) {
  std::vector<Seat> seats;
  for (Seat seat = 0; seat < rules.players; ++seat) {
    if (seat != person && seat != rules.dummy) seats.push_back(seat);
  }
  return seats;
}

// Writes `text` and flushes: the reader may be a program that waits for it.
void WriteOut(const std::string& text) { std::cout << text << std::flush; }

Person MakePerson(int seat, LineInput& input) {
  Person person;
  person.seat = static_cast<Seat>(seat);
  person.read = [&input] {
    std::optional<std::string> line = input.Read();
    // A terminal shows what is typed; a file or a pipe does not.
    if (line && isatty(STDIN_FILENO) == 0) WriteOut(*line + "\n");
    return line;
  };
  person.write = WriteOut;
  person.adviser = bots::StrategyNames().back();
  person.advise = BundledBot(person.adviser);
  return person;
}

// The seed, and how to play its deals again.
void ShowSeed(const PersonalGame& options, const std::string& seed,
              std::uint64_t deals) {
  std::string command =
      absl::StrCat(" play --ruleset ", arena::ShellWord(options.ruleset));
  for (const std::string& bot : options.bots) {
    absl::StrAppend(&command, " --bot ", arena::ShellWord(bot));
  }
  absl::StrAppend(&command, " --seat ", options.seat);
  if (options.deals > 0) absl::StrAppend(&command, " --deals ", options.deals);
  WriteOut(absl::StrFormat("\nSeed: %s\nThe same deals again: %s%s --seed %s\n",
                           seed, ProgramName(), command,
                           arena::ShellWord(seed)));
  if (options.deals == 0) return;
  WriteOut(absl::StrFormat("All hands: %s deal %s --seed %s --count %d\n",
                           ProgramName(), arena::ShellWord(options.ruleset),
                           arena::ShellWord(seed), deals));
}

// The exit code for the end of a game, whose reason is printed.
int ShowEnd(const arena::GameEnd& end, const PersonalGame& options,
            PlayScreen& screen) {
  if (StopFlag()) {
    WriteOut("\nStopped.\n");
    return kExitInterrupted;
  }
  if (end.kind == arena::GameEnd::Kind::kPlayed) {
    screen.ShowEnd(end.winner);
    return kExitDone;
  }
  if (end.seat == options.seat) {
    WriteOut("\nYou have left the game.\n");
    return kExitDone;
  }
  WriteOut(absl::StrFormat(
      "\n%s has failed (%s), so the game ends: %s\n", screen.Name(end.seat),
      std::string(arena::VerdictName(end.verdict)), end.detail));
  return kExitBotFailed;
}

// Who sits where. The link of the person comes after those of the bots.
struct Seating {
  std::vector<std::string> names;  // of the bots, by seat
  std::vector<arena::LinkIndex> link_of_seat;
  arena::LinkIndex person{};
};

Seating SeatAll(const PersonalGame& options, const v1::LeagueConfig& config,
                const CompiledRules& rules, int bots) {
  Seating seating{.names = std::vector<std::string>(rules.players),
                  .link_of_seat = std::vector<arena::LinkIndex>(
                      rules.players, arena::LinkIndex(bots)),
                  .person = arena::LinkIndex(bots)};
  int link = 0;
  for (const Seat seat : BotSeats(rules, options.seat)) {
    seating.names[seat] = config.bots(link).name();
    seating.link_of_seat[seat] = arena::LinkIndex(link++);
  }
  return seating;
}

// Plays at the terminal, with the links of the bots.
int PlayAtTerminal(const PersonalGame& options, const CompiledRules& rules,
                   const Seating& seating, arena::BotLinks& links) {
  const std::string seed = options.seed.empty() ? FreshSeed() : options.seed;
  const DealSource deals(seed);
  LineInput input(StopFlag());
  PlayScreen screen(rules, seating.names, MakePerson(options.seat, input));
  links.links.push_back(std::make_unique<arena::PersonLink>(
      seating.person, rules,
      [&screen](const CompiledRules&, const Observation& seen) {
        return screen.Ask(seen);
      }));
  screen.ShowTable(options.deals);
  WriteOut("Commitment to the seed: " + deals.commitment() + "\n");
  arena::Game game({.rules = &rules,
                    .deals = &deals,
                    .count = options.deals,
                    .link_of_seat = seating.link_of_seat},
                   links, screen);
  const arena::GameEnd end = game.Run(StopFlag());
  for (const auto& of_bot : links.links) of_bot->Finish();
  const int code = ShowEnd(end, options, screen);
  ShowSeed(options, seed, screen.deals());
  return code;
}

absl::StatusOr<int> PlayInBrowser(const PersonalGame& options,
                                  const CompiledRules& rules,
                                  const Seating& seating,
                                  arena::BotLinks& links) {
  const auto show_seed = [&options](const std::string& seed,
                                    std::uint64_t deals) {
    ShowSeed(options, seed, deals);
  };
  return PlayOnWeb({.rules = &rules,
                    .person = static_cast<Seat>(options.seat),
                    .names = seating.names,
                    .link_of_seat = seating.link_of_seat,
                    .person_link = seating.person,
                    .deals = options.deals,
                    .seed = options.seed,
                    .listen = options.listen,
                    .show_seed = show_seed,
                    .stop = &StopFlag()},
                   links);
}

absl::StatusOr<int> PlayWith(const PersonalGame& options,
                             const v1::LeagueConfig& config) {
  const arena::LaunchOptions launch = LaunchOptionsFor("", arena::AskedHere());
  RETURN_IF_ERROR(arena::AllWork(arena::TryBots(config, launch)));
  ASSIGN_OR_RETURN(const std::vector<CompiledRules> rules,
                   arena::CompileLeague(config));
  ASSIGN_OR_RETURN(const arena::Launcher launcher,
                   arena::Launcher::Make(config, launch));
  arena::BotLinks links = launcher.MakeLinks(rules, /*worker=*/0);
  const Seating seating = SeatAll(options, config, rules.front(),
                                  static_cast<int>(links.links.size()));
  const CaughtSignals caught;
  if (options.in_browser) {
    return PlayInBrowser(options, rules.front(), seating, links);
  }
  return PlayAtTerminal(options, rules.front(), seating, links);
}

absl::StatusOr<int> Play(PersonalGame options) {
  if (!options.listen.empty() && !options.in_browser) {
    return absl::InvalidArgumentError("--listen is for --web");
  }
  if (options.bots.empty()) {
    options.bots.push_back("builtin:" + bots::StrategyNames().back());
  }
  options.request.ruleset = options.ruleset;
  options.request.limits.process = ReadProcesses(options.process);
  ASSIGN_OR_RETURN(const CompiledRules rules, wire::FindRules(options.ruleset));
  RETURN_IF_ERROR(CheckSeat(rules, options.seat));
  ASSIGN_OR_RETURN(
      std::vector<v1::BotEntry> bots,
      BotsAtSeats(options,
                  static_cast<int>(BotSeats(rules, options.seat).size())));
  RETURN_IF_ERROR(
      ReadLimitOptions(options.limits, options.request.limits.limits, bots));
  options.request.bots = std::move(bots);
  const absl::StatusOr<arena::LeagueSetup> setup =
      arena::SetUpTable(options.request);
  if (!setup.ok()) return WithOptionName(setup.status());
  WarnOfNoSandbox(setup->no_sandbox);
  return PlayWith(options, setup->config);
}

void AddOptions(CommandLine play, PersonalGame& options) {
  play.AddOption("--ruleset", options.ruleset,
                 "Id or file of a ruleset, then +SWITCH for each switch")
      .ValueName(kRulesetValue)
      .ShowDefault();
  play.AddOption("--bot,--bots", options.bots,
                 std::string("The bots of the other seats in order, again from "
                             "the first if seats are left (default: the "
                             "strongest bundled one): builtin:NAME, "
                             "NAME=COMMAND, a bot directory or a folder of "
                             "them, a file of bots, or NAME= and ") +
                     arena::kAddressHelp);
  play.AddOption("--seat", options.seat, "Your seat").Range(0, kMaxSeats - 1);
  play.AddOption("--deals", options.deals,
                 "Play so many single deals (default: one match)")
      .Range(std::uint64_t{1}, std::uint64_t{1000000});
  play.AddOption("--seed", options.seed,
                 "Seed text of the deals, to play them again (default: a "
                 "random seed, shown at the end)")
      .Check(SeedProblem);
  play.AddFlag("--web", options.in_browser,
               "Play in the browser, at the address that is printed");
  play.AddOption("--listen", options.listen,
                 "With --web: HOST, HOST:PORT or PORT (default: 127.0.0.1 and "
                 "a port that is free). Whoever has the printed address can "
                 "play for you, without encryption");
  AddLimitOption(play, options.limits,
                 {arena::LimitUse::kAnswer, arena::LimitUse::kProcess});
  AddProcessOptions(play, options.process,
                    {{"plaintext", &options.request.allow_plaintext}});
}

}  // namespace

void AddPlayCommand(CommandLine app) {
  CommandLine play = app.AddSubcommand(
      "play",
      "Play yourself, at the terminal or in the browser, with and against "
      "bots");
  play.SetGroup("Play");
  play.SetExamples("couillon play --ruleset fr",
                   "couillon play --ruleset troeven-2-stock --bot "
                   "builtin:greedy --deals 3 --seat 1 --seed example");
  auto options = std::make_shared<PersonalGame>();
  AddOptions(play, *options);
  play.OnChosen([options]() -> int {
    const absl::StatusOr<int> code = Play(*options);
    return code.ok() ? *code : ExitWith(code.status());
  });
}

}  // namespace couillon::tools
