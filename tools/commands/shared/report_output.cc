#include "tools/commands/shared/report_output.h"

#include <iostream>
#include <memory>

#include "absl/strings/str_format.h"
#include "arena/front/page/deals_of_page.h"
#include "arena/front/page/page_data.h"
#include "arena/front/page/page_source.h"
#include "arena/front/page/report_page.h"
#include "arena/league/store/league_store.h"
#include "arena/measure/analysis/league_analysis.h"
#include "arena/measure/analysis/league_losses.h"
#include "arena/numbers/format/json.h"
#include "arena/report/csv/report_csv.h"
#include "arena/report/data/league_report.h"
#include "arena/report/text/report_form.h"
#include "arena/report/text/report_text.h"
#include "arena/standing/journal/arena_report.h"
#include "arena/standing/journal/arena_state.h"
#include "arena/standing/journal/journal.h"
#include "arena/standing/journal/open_round.h"
#include "engine/cards/status_macros.h"
#include "tools/commands/shared/command.h"
#include "tools/options/color_option.h"
#include "tools/options/scale_option.h"
#include "tools/program/build_info.h"
#include "tools/program/output_file.h"
#include "tools/program/time_now.h"

namespace couillon::tools {
namespace {

constexpr std::int64_t kMaxLossDeals = 1'000'000;

// What the bots lose; null for an arena, and without records.
absl::StatusOr<arena::Json> Losses(const ReportOptions& options) {
  if (arena::IsArena(options.directory)) return arena::Json(nullptr);
  ASSIGN_OR_RETURN(const std::unique_ptr<arena::LeagueStore> store,
                   arena::LeagueStore::OpenToRead(options.directory));
  std::optional<std::uint64_t> deals;
  if (options.losses) {
    absl::Status status = arena::CheckAnalysable(*store, /*ask_again=*/false);
    if (*options.losses > 0 && !status.ok()) return status;
    deals = static_cast<std::uint64_t>(*options.losses);
  }
  absl::StatusOr<arena::Json> losses = arena::LossesForPage(*store, deals);
  if (!losses.ok() && !options.losses) {
    // The page has all the rest.
    std::cerr << "couillon: what decisions cost is left out: "
              << losses.status().message() << "\n";
    return arena::Json(nullptr);
  }
  return losses;
}

// --losses is of the page of a league.
absl::Status CheckLosses(const ReportOptions& options) {
  if (!options.losses) return absl::OkStatus();
  if (options.format != "html") {
    return absl::InvalidArgumentError(absl::StrFormat(
        "--losses is for --format html; found %s; couillon analyse %s --losses "
        "prints them as text or JSON",
        options.format, options.directory));
  }
  if (arena::IsArena(options.directory)) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "%s: --losses is for a league; found an arena; analyse one of its "
        "rounds: couillon analyse %s --losses",
        options.directory, arena::RoundDirectory(options.directory, 1)));
  }
  return absl::OkStatus();
}

absl::StatusOr<std::string> Page(const ReportOptions& options) {
  ASSIGN_OR_RETURN(const std::string page, arena::PageWithoutData());
  arena::PageRequest request{.scale = ReadScale(options.scale),
                             .anchor = options.anchor,
                             .program = ThisProgram()};
  if (!options.reproducible) request.now = SecondsSince1970();
  ASSIGN_OR_RETURN(arena::PageData data,
                   arena::ReadPageData(options.directory, request));
  ASSIGN_OR_RETURN(data.losses, Losses(options));
  ASSIGN_OR_RETURN(const std::string filled, arena::PageWithData(page, data));
  return arena::ReadPageWithDeals(options.directory, filled);
}

// The most pairings per ruleset that a report in `format` needs.
std::int64_t MostPairings(const std::string& format) {
  return format == "csv" ? arena::kAllPairings : arena::kMaxListedPairings;
}

absl::Status Show(const ReportOptions& options,
                  const absl::StatusOr<std::string>& text) {
  if (!text.ok()) return text.status();
  if (!options.out.empty()) return WriteWhole(options.out, *text);
  std::cout << *text;
  return absl::OkStatus();
}

// A file has colours only if they are asked for.
arena::ReportForm FormOf(const ReportOptions& options) {
  const bool colours = options.out.empty() && UsesColor();
  return {.colours = colours, .policy = options.policy};
}

absl::StatusOr<std::string> LeagueText(const ReportOptions& options) {
  ASSIGN_OR_RETURN(std::unique_ptr<arena::LeagueStore> store,
                   arena::LeagueStore::OpenToRead(options.directory));
  ASSIGN_OR_RETURN(
      const arena::LeagueReport report,
      arena::MakeReport(*store, {.scale = ReadScale(options.scale),
                                 .anchor = options.anchor,
                                 .most_pairings = MostPairings(options.format),
                                 .convergence = options.format == "json"}));
  return Rendered(report, options.format, FormOf(options));
}

absl::StatusOr<std::string> ArenaText(const ReportOptions& options) {
  ASSIGN_OR_RETURN(const arena::ArenaState state,
                   arena::ReadState(options.directory));
  ASSIGN_OR_RETURN(
      const arena::LeagueReport report,
      arena::MakeArenaReport(state, options.directory,
                             {.scale = ReadScale(options.scale),
                              .anchor = options.anchor,
                              .most_pairings = MostPairings(options.format)}));
  return Rendered(report, options.format, FormOf(options));
}

}  // namespace

void AddReportOptions(CommandLine command, ReportOptions& options) {
  command
      .AddOption("--format", options.format,
                 "text, json, csv or html: one page, which needs no network")
      .OneOf({"text", "json", "csv", "html"});
  AddScaleOption(command, options.scale);
  command.AddOption("--anchor", options.anchor,
                    "BOT or BOT=ELO: this bot is at 0, or at that Elo "
                    "(default: the mean of the field is at 0)");
  command.AddOption("--out", options.out, "File to write (default: stdout)");
  command
      .AddOption("--losses", options.losses,
                 "Deals, or matches, of each pairing under each ruleset to "
                 "analyse for the page: what decisions cost, and the worst "
                 "deals of each bot (0: none; default: as many recorded ones "
                 "as take a few seconds)")
      .Range(std::int64_t{0}, kMaxLossDeals);
  command.AddFlag("--policy", options.policy,
                  "Show the whole policy in text: faults, limits, sandbox, "
                  "what bots may remember");
  command.AddFlag("--reproducible", options.reproducible,
                  "Leave the host, the times and the CPU time out of the page: "
                  "the same results give the same file on every machine. Other "
                  "formats never have them");
}

arena::ProgramVersion ThisProgram() {
  return {.version = BuildVersion(), .commit = BuildCommit()};
}

std::string Rendered(const arena::LeagueReport& report,
                     const std::string& format, const arena::ReportForm& form) {
  if (format == "json") return arena::RenderJson(report, ThisProgram());
  if (format == "csv") return arena::RenderCsv(report);
  return arena::RenderText(report, form);
}

absl::Status ShowReport(const ReportOptions& options) {
  RETURN_IF_ERROR(CheckLosses(options));
  return Show(options,
              options.format == "html" ? Page(options) : LeagueText(options));
}

absl::Status ShowArenaReport(const ReportOptions& options) {
  RETURN_IF_ERROR(CheckLosses(options));
  return Show(options,
              options.format == "html" ? Page(options) : ArenaText(options));
}

}  // namespace couillon::tools
