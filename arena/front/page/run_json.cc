// Policy, identities, commands, faults by cause, and hosts.

#include "arena/front/page/run_json.h"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_split.h"
#include "arena/front/page/repeat_command.h"
#include "arena/league/faults/fault_groups.h"
#include "arena/league/store/league_store.h"
#include "arena/league/store/session_rows.h"
#include "arena/numbers/format/schema.h"
#include "arena/numbers/text/printable.h"
#include "arena/report/data/league_status.h"
#include "arena/report/text/policy_text.h"
#include "arena/standing/journal/arena_status.h"
#include "arena/standing/journal/open_round.h"
#include "arena/table/bot_index.h"
#include "arena/table/verdict.h"
#include "engine/cards/status_macros.h"

namespace couillon::v1 {
class LeagueConfig;
}  // namespace couillon::v1

namespace couillon::arena {
namespace {

// The setup of a league, in words: what results depend on and a report leaves
// out, since it is the same however its bots are reached.

// Lines of text.
Json PolicyJson(const v1::LeagueConfig& config) {
  const std::string text = DescribePolicy(config);
  return Json(
      std::vector<std::string>(absl::StrSplit(text, '\n', absl::SkipEmpty())));
}

// The identity of each bot; null for what is unknown.
Json IdentitiesJson(const v1::LeagueConfig& config) {
  const auto known = [](const std::string& text) {
    return text.empty() ? Json(nullptr) : Json(text);
  };
  Json json = Json::array();
  for (const v1::BotEntry& bot : config.bots()) {
    json.push_back(
        {{"bot", bot.name()},
         {"digest", known(bot.identity().digest())},
         {"described_name", known(bot.identity().described_name())},
         {"described_version", known(bot.identity().described_version())}});
  }
  return json;
}

Json CommandsJson(const v1::LeagueConfig& config, bool is_arena) {
  const std::optional<std::string> repeat = RepeatCommand(config);
  return {{"repeat", repeat && !is_arena ? Json(*repeat) : Json(nullptr)},
          {"verify", std::string(is_arena ? "couillon arena verify "
                                          : "couillon verify ") +
                         kAnyDirectory}};
}

// Returns the policy as lines, who the bots are, and the commands that repeat
// and verify the results. It follows from the configuration alone.
Json SetupJson(const v1::LeagueConfig& config, bool is_arena) {
  return {{"policy", PolicyJson(config)},
          {"identities", IdentitiesJson(config)},
          {"commands", CommandsJson(config, is_arena)}};
}

// The faults of a league by cause, for its page.

constexpr std::size_t kMaxGroups = 200;
constexpr std::size_t kMaxBytes = 4000;  // of a text of a bot's

Json ExampleJson(const v1::LeagueConfig& config, const Fault& fault) {
  return {{"ruleset", config.rulesets(fault.ruleset).spec()},
          {"unit", fault.unit},
          {"item", fault.item},
          {"detail", PrintableLine(fault.detail, kMaxBytes)},
          {"last_stderr", Printable(fault.last_stderr)}};
}

// Returns an array with an object per cause, the keys as `couillon faults` has
// them; the first 200 causes. Those that cost nothing are among them, and
// differ from run to run.
Json FaultsJson(const v1::LeagueConfig& config,
                const std::vector<Fault>& faults) {
  Json json = Json::array();
  for (const FaultGroup& group : GroupFaults(faults)) {
    if (json.size() == kMaxGroups) break;
    const std::string& place = group.cause.place;
    json.push_back({{"bot", config.bots(ToInt(group.bot)).name()},
                    {"verdict", VerdictName(group.verdict)},
                    {"cause", PrintableLine(group.cause.what, kMaxBytes)},
                    {"place", place.empty() ? Json(nullptr) : Json(place)},
                    {"count", group.count},
                    {"forfeits", group.forfeits},
                    {"example", ExampleJson(config, faults[group.example])}});
  }
  return json;
}

// The sessions on one host with one program.
struct HostSessions {
  PlaySession first;
  std::int64_t sessions = 0;
  std::int64_t units = 0;
  std::int64_t seconds = 0;
  std::optional<std::int64_t> ended;  // of the last one; null if it has not
};

bool SameHost(const PlaySession& a, const PlaySession& b) {
  return a.cpu == b.cpu && a.cores == b.cores && a.kernel == b.kernel &&
         a.version == b.version && a.commit == b.commit &&
         a.workers == b.workers;
}

void AddSession(const PlaySession& session, std::vector<HostSessions>& hosts) {
  auto host = std::ranges::find_if(hosts, [&](const HostSessions& of) {
    return SameHost(of.first, session);
  });
  if (host == hosts.end()) {
    host = hosts.insert(hosts.end(), {.first = session});
  }
  ++host->sessions;
  host->units += session.units;
  host->ended = session.ended;
  // The clock of a machine can be set back.
  if (session.ended) {
    host->seconds += std::max<std::int64_t>(*session.ended - session.began, 0);
  }
}

Json TextOrNull(const std::string& text) {
  return text.empty() ? Json(nullptr) : Json(text);
}

Json HostsJson(const std::vector<PlaySession>& sessions) {
  std::vector<HostSessions> hosts;
  for (const PlaySession& session : sessions) AddSession(session, hosts);
  Json json = Json::array();
  for (const HostSessions& host : hosts) {
    json.push_back(
        {{"cpu", TextOrNull(host.first.cpu)},
         {"cores", host.first.cores},
         {"kernel", TextOrNull(host.first.kernel)},
         {"version", host.first.version},
         {"commit", host.first.commit},
         {"workers", host.first.workers},
         {"sessions", host.sessions},
         {"units", host.units},
         {"began", UtcText(host.first.began)},
         {"ended", host.ended ? Json(UtcText(*host.ended)) : Json(nullptr)},
         {"seconds", host.seconds}});
  }
  return json;
}

// A null value is unknown, or left out.
Json Document(const v1::LeagueConfig& config, bool is_arena) {
  Json json = NewDocument(kRunSchema);
  json["setup"] = SetupJson(config, is_arena);
  json["written"] = nullptr;
  json["hosts"] = nullptr;
  json["status"] = nullptr;
  json["faults"] = nullptr;
  return json;
}

void AddCircumstances(std::int64_t now,
                      const std::vector<PlaySession>& sessions, Json status,
                      Json& json) {
  json["written"] = UtcText(now);
  json["hosts"] = HostsJson(sessions);
  json["status"] = std::move(status);
}

}  // namespace

std::string UtcText(std::int64_t seconds) {
  using std::chrono::floor;
  const std::chrono::sys_seconds time{std::chrono::seconds(seconds)};
  const auto day = floor<std::chrono::sys_days::duration>(time);
  const std::chrono::year_month_day date(day);
  const std::chrono::hh_mm_ss clock(time - day);
  return absl::StrFormat(
      "%04d-%02d-%02dT%02d:%02d:%02dZ", static_cast<int>(date.year()),
      static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()),
      clock.hours().count(), clock.minutes().count(), clock.seconds().count());
}

absl::StatusOr<Json> RunJson(const v1::LeagueConfig& config, LeagueStore& store,
                             std::optional<std::int64_t> now) {
  Json json = Document(config, /*is_arena=*/false);
  if (!now) return json;
  ASSIGN_OR_RETURN(const LeagueStatus status, ReadStatus(store));
  ASSIGN_OR_RETURN(const std::vector<PlaySession> sessions, store.Sessions());
  ASSIGN_OR_RETURN(const std::vector<Fault> faults, store.Faults());
  AddCircumstances(*now, sessions, StatusJson(store, status), json);
  json["faults"] = FaultsJson(config, faults);
  return json;
}

absl::StatusOr<Json> RunJson(const v1::LeagueConfig& config,
                             const ArenaState& state,
                             const std::string& directory,
                             std::optional<std::int64_t> now) {
  Json json = Document(config, /*is_arena=*/true);
  if (!now) return json;
  ASSIGN_OR_RETURN(const ArenaStatus status, ReadStatus(state, directory));
  std::vector<PlaySession> sessions;
  for (int round = 1; round <= static_cast<int>(state.rounds.size()); ++round) {
    const absl::StatusOr<std::unique_ptr<LeagueStore>> store =
        LeagueStore::OpenToRead(RoundDirectory(directory, round));
    if (absl::IsNotFound(store.status())) continue;
    if (!store.ok()) return store.status();
    ASSIGN_OR_RETURN(const std::vector<PlaySession> of_round,
                     (*store)->Sessions());
    sessions.insert(sessions.end(), of_round.begin(), of_round.end());
  }
  AddCircumstances(*now, sessions, StatusJson(state, status), json);
  return json;
}

}  // namespace couillon::arena
