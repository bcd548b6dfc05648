// A table of verdicts, then a paragraph per bot that needs attention.
#include "arena/report/text/audit_text.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "arena/numbers/format/text_figures.h"
#include "arena/numbers/format/text_table.h"
#include "arena/numbers/text/printable.h"
#include "arena/report/figures/audit_figures.h"
#include "arena/table/schedule/league_schedule.h"
#include "couillon/v1/league.pb.h"

namespace couillon::arena {
namespace {

constexpr int kShown = 10;  // changed decisions of a bot, as text

// What a verdict means and what a person can do; empty if all is well.
std::vector<std::string> Advice(const v1::BotAudit& bot,
                                const v1::LeagueConfig& config) {
  std::vector<std::string> lines;
  if (bot.verdict() == v1::AUDIT_VERDICT_BETTER) {
    lines.push_back(absl::StrFormat(
        "%s does better than cold by %s %s: it gains from what it remembers.",
        bot.bot(), WithError(SeenDealsLead(bot.seen_deals()), 3),
        ArePlayingMatches(config) ? "matches per match"
                                  : "game points per deal"));
  }
  if (bot.verdict() == v1::AUDIT_VERDICT_BETTER ||
      bot.verdict() == v1::AUDIT_VERDICT_CHANGED) {
    lines.push_back(absl::StrFormat(
        "%s: %d of %d answers depended on more than the request: memory, "
        "files, other processes, or the clock. To do: ask its author on what, "
        "and do not rate it among bots of strangers meanwhile.",
        bot.bot(), bot.changed(), bot.asked()));
  }
  if (bot.verdict() == v1::AUDIT_VERDICT_NOT_REPRODUCIBLE) {
    lines.push_back(absl::StrFormat(
        "%s draws from a source of its own or thinks by the clock: its answers "
        "differ between fresh processes. To do: draw from random_seed alone.",
        bot.bot()));
  }
  if (bot.remote()) {
    lines.push_back(absl::StrFormat(
        "%s is remote and cannot be started afresh: it was asked again on new "
        "connections, which is weaker evidence.",
        bot.bot()));
  }
  return lines;
}

std::vector<std::string> Failures(const v1::BotAudit& bot) {
  std::vector<std::string> lines;
  for (const std::string& failure :
       {bot.failure(), bot.seen_deals().failure()}) {
    if (failure.empty()) continue;
    lines.push_back(absl::StrFormat("%s failed while it was asked again: %s",
                                    bot.bot(), PrintableLine(failure, 500)));
  }
  return lines;
}

// Fewer decisions than wanted.
std::vector<std::string> Shortfall(const v1::BotAudit& bot,
                                   const v1::LeagueAudit& audit) {
  if (bot.asked() >= audit.decisions() || !bot.failure().empty()) return {};
  return {absl::StrFormat(
      "%s: %d decisions instead of %d: there are no more deals to ask about "
      "(%d pairs of processes).",
      bot.bot(), bot.asked(), audit.decisions(), bot.processes())};
}

// Whether the referee has started a bot.
bool AnyProcess(const v1::LeagueAudit& audit) {
  return std::any_of(audit.bots().begin(), audit.bots().end(),
                     [](const auto& bot) { return !bot.remote(); });
}

// A paragraph for each bot that is not alike, and on the audit as a whole.
void AddRemarks(const v1::LeagueAudit& audit, const v1::LeagueConfig& config,
                std::int64_t units, std::vector<ReportPart>& parts) {
  for (const v1::BotAudit& bot : audit.bots()) {
    for (const auto& lines :
         {Advice(bot, config), Failures(bot), Shortfall(bot, audit)}) {
      for (const std::string& line : lines) {
        parts.push_back({.paragraph = line});
      }
    }
  }
  if (!audit.sandboxed() && AnyProcess(audit)) {
    parts.push_back(
        {.paragraph = "The fresh processes ran without a sandbox, so a bot may "
                      "have found files of the league's time. To do: couillon "
                      "audit --sandbox."});
  }
  if (audit.units() == units) return;
  parts.push_back({.paragraph = absl::StrFormat(
                       "The audit is of the first %d units stored; there are "
                       "%d now.",
                       audit.units(), units)});
}

std::string PlaceText(const v1::ChangedDecision& decision,
                      const v1::LeagueConfig& config) {
  std::string item = absl::StrFormat("deal %d", decision.item());
  if (ArePlayingMatches(config)) {
    item = absl::StrFormat("match %d, deal %d of it", decision.item(),
                           decision.deal_of_match());
  }
  return absl::StrFormat("unit %d, %s, %s, seating %d, seat %d, ply %d",
                         decision.unit(), decision.ruleset(), item,
                         decision.seating(), decision.seat(), decision.ply());
}

ReportPart ChangedPart(const v1::BotAudit& bot, const v1::LeagueConfig& config,
                       const std::string& replay) {
  ReportPart part{.title = absl::StrFormat("%s: changed decisions", bot.bot())};
  const int shown = std::min(kShown, bot.changed_decisions_size());
  for (int i = 0; i < shown; ++i) {
    const v1::ChangedDecision& decision = bot.changed_decisions(i);
    absl::StrAppend(&part.text, PlaceText(decision, config), ": ",
                    decision.recorded(), " in the league, ", decision.cold(),
                    " cold\n  ", ReplayCommand(decision, replay), "\n");
  }
  if (shown < bot.changed_decisions_size()) {
    absl::StrAppend(&part.text, "and ", bot.changed_decisions_size() - shown,
                    " more (--format json)\n");
  }
  return part;
}

}  // namespace

std::vector<ReportPart> AuditParts(const v1::LeagueAudit& audit,
                                   const v1::LeagueConfig& config,
                                   std::int64_t units) {
  std::vector<ReportPart> parts;
  ReportPart& table = parts.emplace_back(ReportPart{
      .title = "Cold audit: recorded decisions, asked again of fresh processes",
      .rows = {{"bot"}},
      .notes = {"alike: both cold answers are the recorded one; ± of all bots "
                "hold together at 95%"}});
  TextFigures columns;
  ForEachFigure(v1::BotAudit(), columns);
  columns.AddTitlesTo(table.rows[0]);
  table.rows[0].emplace_back("recorded - cold");
  for (const v1::BotAudit& bot : audit.bots()) {
    TextFigures figures;
    ForEachFigure(bot, figures);
    std::vector<std::string>& row = table.rows.emplace_back();
    row.push_back(bot.bot());
    figures.AddCellsTo(row);
    row.push_back(WithError(SeenDealsLead(bot.seen_deals()), 3));
  }
  AddRemarks(audit, config, units, parts);
  return parts;
}

std::vector<ReportPart> AuditDetails(const v1::LeagueAudit& audit,
                                     const v1::LeagueConfig& config,
                                     std::int64_t units,
                                     const std::string& replay) {
  std::vector<ReportPart> parts = AuditParts(audit, config, units);
  for (const v1::BotAudit& bot : audit.bots()) {
    if (bot.changed_decisions_size() == 0) continue;
    parts.push_back(ChangedPart(bot, config, replay));
  }
  return parts;
}

}  // namespace couillon::arena
