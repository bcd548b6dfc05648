#include "arena/report/json/league_json.h"

#include <cstddef>
#include <vector>

#include "arena/numbers/text/printable.h"
#include "arena/report/data/format_result.h"
#include "arena/table/bot_index.h"
#include "arena/table/schedule/bot_protection.h"
#include "arena/table/schedule/league_schedule.h"
#include "couillon/v1/bot_manifest.pb.h"
#include "couillon/v1/league.pb.h"

namespace couillon::arena {
namespace {

constexpr std::size_t kMaxIdentityBytes = 200;  // of a text of the bot's

constexpr std::size_t kMaxEntrantBytes = 200;  // of a text of a bot's

constexpr std::size_t kMaxCardBytes = 500;  // of each text

// Texts come from manifests and are untrusted.
std::string Line(const std::string& text) {
  return PrintableLine(text, kMaxCardBytes);
}

Json IdentityJson(const v1::BotIdentity& identity) {
  Json files = Json::array();
  for (const v1::BotFile& file : identity.files()) {
    files.push_back({{"path", PrintableLine(file.path(), kMaxIdentityBytes)},
                     {"digest", file.digest()}});
  }
  return {{"digest", identity.digest()},
          {"described_name",
           PrintableLine(identity.described_name(), kMaxIdentityBytes)},
          {"described_version",
           PrintableLine(identity.described_version(), kMaxIdentityBytes)},
          {"sdk", PrintableLine(identity.sdk(), kMaxIdentityBytes)},
          {"files", files}};
}

// Adds what an entrant has in formats with more than ratings. In a Swiss those
// who have not played yet have 0 points.
void AddScore(const FormatResult& result, const std::string& label,
              Json& line) {
  const ResultPlace* const place = FindPlace(result, label, "");
  if (result.rule == ResultRule::kPoints) {
    const SwissLine score = place != nullptr ? *place->swiss : SwissLine();
    line["points"] = score.points;
    line["opponents_points"] = score.buchholz;
  } else if (result.rule == ResultRule::kBracket && place != nullptr) {
    line["losses"] = place->knockout->losses;
    line["is_in"] = !place->knockout->stage.has_value();
  }
}

}  // namespace

Json IntegrityJson(const v1::LeagueConfig& config) {
  const std::vector<bool> relabelled = RelabelledBots(config);
  Json bots = Json::array();
  for (int bot = 0; bot < config.bots_size(); ++bot) {
    bots.push_back(
        {{"bot", config.bots(bot).name()},
         {"cards", SeesAllCards(config, BotIndex(bot)) ? kSeesAllCards : "own"},
         {"processes", ScopeName(config, BotIndex(bot))},
         {"suits", relabelled[Index(BotIndex(bot))] ? "relabelled" : "true"}});
  }
  return {{"deals", config.same_deals() ? "same" : "own"}, {"bots", bots}};
}

Json IdentitiesJson(const v1::LeagueConfig& config) {
  Json identities = Json::array();
  for (const v1::BotEntry& bot : config.bots()) {
    if (!bot.has_identity()) continue;
    Json entry = {{"bot", PrintableLine(bot.name(), kMaxIdentityBytes)}};
    entry.update(IdentityJson(bot.identity()));
    identities.push_back(entry);
  }
  return identities;
}

void AddChangedBots(const v1::LeagueConfig& config, Json& league) {
  for (const v1::BotEntry& bot : config.bots()) {
    if (!bot.has_identity() || bot.changes().empty()) continue;
    Json entry = {{"bot", bot.name()}};
    entry.update(IdentityJson(bot.identity()));
    Json changes = Json::array();
    for (const v1::BotChange& change : bot.changes()) {
      changes.push_back(
          {{"units", change.units()}, {"before", change.before().digest()}});
    }
    entry["changes"] = changes;
    league["changed_bots"].push_back(entry);
  }
}

Json ConventionsJson(const v1::BotEntry& bot) {
  Json list = Json::array();
  for (const v1::Convention& convention : bot.conventions()) {
    list.push_back({{"play", Line(convention.play())},
                    {"meaning", Line(convention.meaning())}});
  }
  return list;
}

void AddSystemCards(const v1::LeagueConfig& config, Json& league) {
  for (const v1::BotEntry& bot : config.bots()) {
    if (bot.conventions().empty()) continue;
    league["system_cards"].push_back(
        {{"bot", bot.name()}, {"conventions", ConventionsJson(bot)}});
  }
}

Json EntrantsJson(const ArenaSummary& arena, const FormatResult& result) {
  Json entrants = Json::array();
  for (const EntrantLine& entrant : arena.entrants) {
    Json line = {
        {"entrant", PrintableLine(entrant.label, kMaxEntrantBytes)},
        {"status", entrant.status},
        {"digest", entrant.digest},
        {"describes_itself", PrintableLine(entrant.says, kMaxEntrantBytes)},
        {"sdk", PrintableLine(entrant.sdk, kMaxEntrantBytes)},
        {"first_round", entrant.first_round},
        {"last_round", entrant.last_round}};
    AddScore(result, entrant.label, line);
    entrants.push_back(line);
  }
  return {{"format", arena.format},
          {"rounds", arena.rounds},
          {"rounds_finished", arena.rounds_finished},
          {"entrants", entrants}};
}

}  // namespace couillon::arena
