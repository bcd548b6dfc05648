// A person plays in the browser.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "arena/table/referee/bot_link.h"
#include "engine/cards/seat.h"
#include "engine/rules/compiled_rules.h"

namespace couillon::tools {

struct WebGame {
  const CompiledRules* rules = nullptr;
  Seat person = 0;
  std::vector<std::string> names;  // of the bots, by seat
  std::vector<arena::LinkIndex> link_of_seat;
  arena::LinkIndex person_link{};
  std::uint64_t deals = 0;  // 0: a match
  std::string seed;         // of the first game; empty: a random one
  std::string listen;       // empty: a free port of 127.0.0.1
  // Called with the seed after each game, and its number of deals.
  std::function<void(const std::string& seed, std::uint64_t deals)> show_seed;
  const std::atomic<bool>* stop = nullptr;  // set by a signal
};

// Serves the table and prints its address; plays until the person leaves, or
// `stop` is set. `links` are those of the bots. Returns the exit code. The
// errors are those of ReadListen, PageWithoutData and PlayServer::Start.
absl::StatusOr<int> PlayOnWeb(const WebGame& game, arena::BotLinks& links);

}  // namespace couillon::tools
