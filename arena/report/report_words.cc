#include "arena/report/report_words.h"

#include "arena/report/league_report.h"
#include "couillon/v1/league.pb.h"

namespace couillon::arena {

bool ArePlayingMatches(const LeagueReport& report) {
  return report.config.mode() == v1::LEAGUE_MODE_MATCHES;
}

const char* ItemWord(const LeagueReport& report) {
  return ArePlayingMatches(report) ? "match" : "deal";
}

const char* ItemsWord(const LeagueReport& report) {
  return ArePlayingMatches(report) ? "matches" : "deals";
}

}  // namespace couillon::arena
