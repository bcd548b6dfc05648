#include "arena/report/identities.h"

#include <cstddef>
#include <map>
#include <set>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "arena/numbers/format/json.h"
#include "arena/numbers/text/printable.h"
#include "couillon/v1/league.pb.h"

namespace couillon::arena {
namespace {

constexpr std::size_t kMostNamed = 5;            // files of a change
constexpr std::size_t kMostIdentityBytes = 200;  // of a text of the bot's

// The paths of files that differ.
std::set<std::string> ChangedFiles(const v1::BotIdentity& before,
                                   const v1::BotIdentity& after) {
  std::map<std::string, std::string> digests;
  for (const v1::BotFile& file : before.files()) {
    digests[file.path()] = file.digest();
  }
  std::set<std::string> changed;
  for (const v1::BotFile& file : after.files()) {
    const auto found = digests.find(file.path());
    if (found == digests.end() || found->second != file.digest()) {
      changed.insert(file.path());
    }
    if (found != digests.end()) digests.erase(found);
  }
  for (const auto& [path, digest] : digests) changed.insert(path);
  return changed;
}

std::string NamesOf(const std::set<std::string>& files) {
  if (files.empty()) return "its description";
  std::string text;
  std::size_t named = 0;
  for (const std::string& file : files) {
    if (named == kMostNamed) break;
    absl::StrAppend(&text, named++ == 0 ? "" : ", ",
                    PrintableLine(file, kMostIdentityBytes));
  }
  if (files.size() > named) {
    absl::StrAppend(&text, " and ", files.size() - named, " more files");
  }
  return text;
}

// What a bot says of itself; empty for a bundled one.
std::string Described(const v1::BotIdentity& identity) {
  if (identity.described_name().empty() &&
      identity.described_version().empty()) {
    return "";
  }
  return PrintableLine(absl::StrCat(identity.described_name(), " ",
                                    identity.described_version()),
                       kMostIdentityBytes);
}

Json IdentityJson(const v1::BotIdentity& identity) {
  Json files = Json::array();
  for (const v1::BotFile& file : identity.files()) {
    files.push_back({{"path", PrintableLine(file.path(), kMostIdentityBytes)},
                     {"digest", file.digest()}});
  }
  return {{"digest", identity.digest()},
          {"described_name",
           PrintableLine(identity.described_name(), kMostIdentityBytes)},
          {"described_version",
           PrintableLine(identity.described_version(), kMostIdentityBytes)},
          {"sdk", PrintableLine(identity.sdk(), kMostIdentityBytes)},
          {"files", files}};
}

}  // namespace

std::string ShortDigest(const std::string& digest) {
  constexpr std::size_t kDigits = 12;
  return digest.substr(0, kDigits);
}

std::string ChangedBotsText(const v1::LeagueConfig& config) {
  std::string text;
  for (const v1::BotEntry& bot : config.bots()) {
    for (int i = 0; i < bot.changes_size(); ++i) {
      const v1::BotIdentity& after = i + 1 < bot.changes_size()
                                         ? bot.changes(i + 1).before()
                                         : bot.identity();
      absl::StrAppendFormat(
          &text,
          "Changed: %s after %d units (%s), so its results\nare those of "
          "several versions.\n",
          PrintableLine(bot.name(), kMostIdentityBytes), bot.changes(i).units(),
          NamesOf(ChangedFiles(bot.changes(i).before(), after)));
    }
  }
  return text;
}

std::string IdentitiesText(const v1::LeagueConfig& config) {
  std::string text;
  for (const v1::BotEntry& bot : config.bots()) {
    if (!bot.has_identity()) continue;
    const v1::BotIdentity& identity = bot.identity();
    const std::string says = Described(identity);
    absl::StrAppendFormat(&text, "  %s: digest %s, %d files%s%s%s\n",
                          PrintableLine(bot.name(), kMostIdentityBytes),
                          ShortDigest(identity.digest()), identity.files_size(),
                          says.empty() ? "" : ", says it is ", says,
                          SdkText(identity.sdk()));
  }
  return text.empty() ? text : "Who the bots are:\n" + text;
}

Json IdentitiesJson(const v1::LeagueConfig& config) {
  Json identities = Json::array();
  for (const v1::BotEntry& bot : config.bots()) {
    if (!bot.has_identity()) continue;
    Json entry = {{"bot", PrintableLine(bot.name(), kMostIdentityBytes)}};
    entry.update(IdentityJson(bot.identity()));
    identities.push_back(entry);
  }
  return identities;
}

std::string SdkText(const std::string& sdk) {
  return sdk.empty() ? "" : "; SDK " + PrintableLine(sdk, kMostIdentityBytes);
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

}  // namespace couillon::arena
