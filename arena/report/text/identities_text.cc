// Lines from manifests, which are untrusted and printed as such.
#include "arena/report/text/identities_text.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <set>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "arena/numbers/text/printable.h"
#include "arena/report/data/league_report.h"
#include "couillon/v1/bot_manifest.pb.h"
#include "couillon/v1/league.pb.h"

namespace couillon::arena {
namespace {

constexpr std::size_t kMaxCardBytes = 500;  // of each text

// Texts come from manifests and are untrusted.
std::string Line(const std::string& text) {
  return PrintableLine(text, kMaxCardBytes);
}

constexpr std::size_t kMaxNamed = 5;  // files of a change

constexpr std::size_t kMaxIdentityBytes = 200;  // of a text of the bot's

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
    if (named == kMaxNamed) break;
    absl::StrAppend(&text, named++ == 0 ? "" : ", ",
                    PrintableLine(file, kMaxIdentityBytes));
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
                       kMaxIdentityBytes);
}

constexpr std::size_t kMaxEntrantBytes = 200;  // of a text of a bot's

std::string RoundsText(const EntrantLine& entrant) {
  if (entrant.first_round == 0) return "no round yet";
  return absl::StrFormat("rounds %d to %d", entrant.first_round,
                         entrant.last_round);
}

}  // namespace

std::string ConventionLines(const v1::BotEntry& bot,
                            const std::string& indent) {
  std::string text;
  for (const v1::Convention& convention : bot.conventions()) {
    text += absl::StrFormat("%s%s: %s\n", indent, Line(convention.play()),
                            Line(convention.meaning()));
  }
  return text;
}

std::string SystemCardsText(const v1::LeagueConfig& config) {
  std::string text;
  for (const v1::BotEntry& bot : config.bots()) {
    if (bot.conventions().empty()) continue;
    text += "  " + Line(bot.name()) + "\n" + ConventionLines(bot, "    ");
  }
  return text.empty() ? text
                      : "System cards: agreements between partners\n" + text;
}

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
          PrintableLine(bot.name(), kMaxIdentityBytes), bot.changes(i).units(),
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
                          PrintableLine(bot.name(), kMaxIdentityBytes),
                          ShortDigest(identity.digest()), identity.files_size(),
                          says.empty() ? "" : ", says it is ", says,
                          SdkText(identity.sdk()));
  }
  return text.empty() ? text : "Who the bots are:\n" + text;
}

std::string SdkText(const std::string& sdk) {
  return sdk.empty() ? "" : "; SDK " + PrintableLine(sdk, kMaxIdentityBytes);
}

std::string EntrantsText(const ArenaSummary& arena,
                         const FormatResult& result) {
  std::string text = absl::StrFormat(
      "Entrants: every version of every bot; %d of %d rounds (%s) are "
      "finished\n",
      arena.rounds_finished, result.rounds_planned.value_or(arena.rounds),
      arena.format);
  std::size_t width = 0;
  for (const EntrantLine& entrant : arena.entrants) {
    width = std::max(width, entrant.label.size());
  }
  for (const EntrantLine& entrant : arena.entrants) {
    absl::StrAppendFormat(
        &text, "  %-*s  %-8s  %s  %s%s%s%s\n", static_cast<int>(width),
        PrintableLine(entrant.label, kMaxEntrantBytes), entrant.status,
        ShortDigest(entrant.digest), RoundsText(entrant),
        entrant.says.empty() ? "" : "; says it is ",
        PrintableLine(entrant.says, kMaxEntrantBytes), SdkText(entrant.sdk));
  }
  return text;
}

}  // namespace couillon::arena
