// The faults of the bots of a league, by cause or each, with the decisions at
// which they occurred and the way to ask them again.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "arena/league/faults/fault_groups.h"
#include "arena/league/store/league_store.h"
#include "arena/table/verdict.h"
#include "couillon/v1/league.pb.h"

namespace couillon::arena {

struct FaultsRequest {
  std::string bot;         // the name of the only one; empty: all
  bool each = false;       // each fault, not an example per cause
  std::size_t most = 100;  // entries
  std::string folder;      // where decisions are saved; empty: nowhere
};

struct FaultEntry {
  std::optional<FaultGroup> group;  // null with FaultsRequest::each
  std::size_t fault = 0;  // index in FaultList::faults; of a group, its example
  std::string decision;   // as text; empty if the fault belongs to none
  std::string file;       // where the decision was saved; empty: nowhere
};

struct FaultList {
  std::vector<Fault> faults;        // of the chosen bots
  std::vector<FaultEntry> entries;  // the first FaultsRequest::most
  std::size_t found = 0;            // causes, or faults
};

// Lists the faults of a league, and saves the decisions of the entries.
// NotFound if no bot has the name; DataLoss if a decision cannot be read; the
// other errors are those of the store and of WriteQuestionFile.
absl::StatusOr<FaultList> ListFaults(LeagueStore& store,
                                     const FaultsRequest& request);

// The file for the decision of the entry `number`, from 1.
std::string DecisionFile(const std::string& folder, std::size_t number,
                         const Fault& fault);

// The words of `bot ask` after the file: the options with which the bot runs as
// in the league, and the bot. Empty if it cannot be asked: it is bundled.
std::string AskAgainWords(const v1::LeagueConfig& config,
                          const v1::BotEntry& bot);

// The names of the bots of each team of the unit of a fault; of three teams,
// the first two.
std::vector<std::vector<std::string>> TeamNames(const v1::LeagueConfig& config,
                                                const Fault& fault);

// The deal of a fault: "fr, greedy - mine, deal 3, seating 0, seat 2".
std::string WhereText(const v1::LeagueConfig& config, const Fault& fault);

}  // namespace couillon::arena
