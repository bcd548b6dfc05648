#include "arena/report/entrants.h"

#include <algorithm>
#include <cstddef>

#include "absl/strings/str_format.h"
#include "arena/numbers/format/json.h"
#include "arena/numbers/text/printable.h"
#include "arena/report/identities.h"

namespace couillon::arena {
namespace {

constexpr std::size_t kMostEntrantBytes = 200;  // of a text of a bot's

std::string RoundsText(const EntrantLine& entrant) {
  if (entrant.first_round == 0) return "no round yet";
  return absl::StrFormat("rounds %d to %d", entrant.first_round,
                         entrant.last_round);
}

// How it has done, in formats that have more than ratings.
std::string ScoreText(const EntrantLine& entrant) {
  if (entrant.points) {
    return absl::StrFormat("; %g points, its opponents %g", *entrant.points,
                           entrant.opponents_points.value_or(0));
  }
  if (!entrant.losses) return "";
  return absl::StrFormat("; lost %d, %s", *entrant.losses,
                         entrant.is_in ? "in" : "out");
}

}  // namespace

std::string EntrantsText(const ArenaSummary& arena) {
  std::string text = absl::StrFormat(
      "Entrants: every version of every bot; %d of %d rounds (%s) are "
      "finished\n",
      arena.rounds_finished, arena.rounds, arena.format);
  std::size_t width = 0;
  for (const EntrantLine& entrant : arena.entrants) {
    width = std::max(width, entrant.label.size());
  }
  for (const EntrantLine& entrant : arena.entrants) {
    absl::StrAppendFormat(
        &text, "  %-*s  %-8s  %s  %s%s%s%s%s\n", static_cast<int>(width),
        PrintableLine(entrant.label, kMostEntrantBytes), entrant.status,
        ShortDigest(entrant.digest), RoundsText(entrant), ScoreText(entrant),
        entrant.says.empty() ? "" : "; says it is ",
        PrintableLine(entrant.says, kMostEntrantBytes), SdkText(entrant.sdk));
  }
  return text;
}

Json EntrantsJson(const ArenaSummary& arena) {
  Json entrants = Json::array();
  for (const EntrantLine& entrant : arena.entrants) {
    Json line = {
        {"entrant", PrintableLine(entrant.label, kMostEntrantBytes)},
        {"status", entrant.status},
        {"digest", entrant.digest},
        {"describes_itself", PrintableLine(entrant.says, kMostEntrantBytes)},
        {"sdk", PrintableLine(entrant.sdk, kMostEntrantBytes)},
        {"first_round", entrant.first_round},
        {"last_round", entrant.last_round}};
    if (entrant.points) {
      line["points"] = *entrant.points;
      line["opponents_points"] = entrant.opponents_points.value_or(0);
    }
    if (entrant.losses) {
      line["losses"] = *entrant.losses;
      line["is_in"] = entrant.is_in;
    }
    entrants.push_back(line);
  }
  return {{"format", arena.format},
          {"rounds", arena.rounds},
          {"rounds_finished", arena.rounds_finished},
          {"entrants", entrants}};
}

}  // namespace couillon::arena
