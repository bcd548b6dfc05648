// Makes the store of a large league, or the rounds of a large arena, without
// playing it: every unit has the results of a unit that was played. For the
// measurements of bench/notes/growth.md.
//
//   large_store league PLAYED OUT --bots 1000 --blocks 1 [--trust same-deals]
//   large_store arena PLAYED ARENA --bots 1000 --rounds 10
//
// PLAYED is a league of an even number of bots on deals, its second half copies
// of its first half in the same order, so that there are results of every two
// kinds of bots in both orders. OUT is a new league with its configuration, of
// `bots` bots that are of these kinds in turn, and of `blocks` blocks. ARENA is
// an arena with the ruleset and the block of PLAYED, before its first round;
// its bots join in equal parts, one before each round, until all have joined.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_format.h"
#include "arena/league/store/league_store.h"
#include "arena/numbers/stats/law/splitmix.h"
#include "arena/standing/journal/arena_state.h"
#include "arena/standing/journal/journal.h"
#include "arena/standing/journal/next_round.h"
#include "arena/standing/journal/open_round.h"
#include "arena/table/bot_index.h"
#include "arena/table/schedule/league_schedule.h"
#include "arena/table/schedule/schedule.h"
#include "couillon/v1/arena.pb.h"
#include "couillon/v1/league.pb.h"
#include "engine/cards/check.h"

namespace couillon::bench {
namespace {

using arena::LeagueStore;

// The units of a store that are in memory before they are saved.
constexpr std::size_t kUnitsAtOnce = 20'000;

// The results that were played, by two kinds of bots.
class Results {
 public:
  static absl::StatusOr<Results> Of(const std::string& directory) {
    absl::StatusOr<std::unique_ptr<LeagueStore>> store =
        LeagueStore::OpenToRead(directory);
    if (!store.ok()) return store.status();
    Results results((*store)->config());
    const arena::Schedule schedule = arena::MakeSchedule(results.config_);
    absl::Status status =
        (*store)->ForEachUnit([&](const arena::StoredUnit& stored) {
          const arena::Unit unit = schedule.unit(stored.number);
          const int first = ToInt(unit.teams.first[0]);
          const int second = ToInt(unit.teams.second[0]);
          if (first >= results.kinds_ || second < results.kinds_) return;
          results.outcomes_[results.Place(first, second - results.kinds_)]
              .push_back(stored.outcome);
        });
    if (!status.ok()) return status;
    return results;
  }

  [[nodiscard]] const v1::LeagueConfig& config() const { return config_; }
  [[nodiscard]] v1::BotEntry Bot(int number) const {
    v1::BotEntry bot = config_.bots(number % kinds_);
    bot.set_name(absl::StrFormat("bot%04d", number));
    return bot;
  }
  // The results of a unit, drawn from those of its two kinds of bots.
  [[nodiscard]] const arena::UnitOutcome& Draw(int first, int second,
                                               std::uint32_t items) {
    const auto& all = outcomes_[Place(first % kinds_, second % kinds_)];
    COUILLON_CHECK(!all.empty());
    const arena::UnitOutcome& drawn = all[random_.NextBelow(all.size())];
    COUILLON_CHECK(drawn.scores.size() == items);
    return drawn;
  }

 private:
  explicit Results(v1::LeagueConfig config)
      : config_(std::move(config)),
        kinds_(config_.bots_size() / 2),
        outcomes_(static_cast<std::size_t>(kinds_ * kinds_)) {
    COUILLON_CHECK(kinds_ >= 1 && config_.rulesets_size() == 1);
  }
  [[nodiscard]] std::size_t Place(int first, int second) const {
    return static_cast<std::size_t>(first * kinds_ + second);
  }

  v1::LeagueConfig config_;
  int kinds_;
  std::vector<std::vector<arena::UnitOutcome>> outcomes_;
  stats::SplitMix64 random_{20};
};

// Saves all units of a store. `kind` returns the number of a bot of the league
// among all bots.
template <typename NumberOf>
absl::Status Fill(Results& results, const NumberOf& number_of,
                  LeagueStore& store) {
  const arena::Schedule schedule = arena::MakeSchedule(store.config());
  std::vector<arena::UnitResult> units;
  for (std::int64_t i = 0; i < schedule.units(); ++i) {
    const arena::Unit unit = schedule.unit(i);
    const int first = number_of(ToInt(unit.teams.first[0]));
    const int second = number_of(ToInt(unit.teams.second[0]));
    units.push_back(
        {.unit = unit, .outcome = results.Draw(first, second, unit.items)});
    if (units.size() < kUnitsAtOnce && i + 1 < schedule.units()) continue;
    absl::Status status = store.Save(units);
    if (!status.ok()) return status;
    units.clear();
  }
  return absl::OkStatus();
}

struct Request {
  std::string played;
  std::string out;
  int bots = 0;
  int blocks = 1;
  int rounds = 1;
  bool same_deals = false;
};

absl::Status MakeLeague(const Request& request) {
  absl::StatusOr<Results> results = Results::Of(request.played);
  if (!results.ok()) return results.status();
  v1::LeagueConfig config = results->config();
  config.clear_bots();
  for (int i = 0; i < request.bots; ++i) *config.add_bots() = results->Bot(i);
  config.set_items(std::uint64_t{config.block_items()} *
                   static_cast<std::uint64_t>(request.blocks));
  config.set_same_deals(request.same_deals);
  absl::StatusOr<std::unique_ptr<LeagueStore>> store =
      LeagueStore::Create(request.out, config);
  if (!store.ok()) return store.status();
  return Fill(*results, [](int bot) { return bot; }, **store);
}

absl::Status Submit(const Results& results, int first, int end,
                    const std::string& directory) {
  return arena::UpdateJournal(directory, [&](const arena::JournalEntries&) {
    arena::JournalEntries entries;
    for (int i = first; i < end; ++i) {
      v1::JournalEntry& entry = entries.emplace_back();
      *entry.mutable_submitted()->mutable_bot() = results.Bot(i);
      entry.mutable_submitted()->set_version(1);
    }
    return absl::StatusOr<arena::JournalEntries>(std::move(entries));
  });
}

absl::Status MakeArena(const Request& request) {
  absl::StatusOr<Results> results = Results::Of(request.played);
  if (!results.ok()) return results.status();
  for (int round = 1;; ++round) {
    absl::Status status;
    if (round <= request.rounds) {
      status = Submit(*results, request.bots * (round - 1) / request.rounds,
                      request.bots * round / request.rounds, request.out);
    }
    if (!status.ok()) return status;
    const absl::StatusOr<bool> planned = arena::PlanNextRound(request.out);
    if (!planned.ok()) return planned.status();
    if (!*planned) return absl::OkStatus();
    absl::StatusOr<arena::ArenaState> state = arena::ReadState(request.out);
    if (!state.ok()) return state.status();
    absl::StatusOr<std::unique_ptr<LeagueStore>> store =
        arena::OpenRound(*state, round, request.out);
    if (!store.ok()) return store.status();
    const std::vector<int> entrants =
        arena::ListEntrants(state->rounds[static_cast<std::size_t>(round) - 1]);
    status = Fill(
        *results,
        [&](int bot) { return entrants[static_cast<std::size_t>(bot)]; },
        **store);
    if (!status.ok()) return status;
  }
}

std::optional<Request> Parse(const std::vector<std::string>& words) {
  if (words.size() < 3) return std::nullopt;
  Request request{.played = words[1], .out = words[2]};
  for (std::size_t i = 3; i < words.size(); ++i) {
    if (words[i] == "--trust" && i + 1 < words.size() &&
        words[i + 1] == "same-deals") {
      ++i;
      request.same_deals = true;
      continue;
    }
    int* number = words[i] == "--bots"     ? &request.bots
                  : words[i] == "--blocks" ? &request.blocks
                  : words[i] == "--rounds" ? &request.rounds
                                           : nullptr;
    if (number == nullptr || ++i == words.size() ||
        !absl::SimpleAtoi(words[i], number)) {
      return std::nullopt;
    }
  }
  if (request.bots < 2 || request.blocks < 1 || request.rounds < 1) {
    return std::nullopt;
  }
  return request;
}

int Main(const std::vector<std::string>& words) {
  const std::optional<Request> request = Parse(words);
  if (!request || (words[0] != "league" && words[0] != "arena")) {
    std::fputs(
        "usage: large_store league|arena PLAYED OUT --bots N "
        "[--blocks N] [--rounds N] [--trust same-deals]\n",
        stderr);
    return 2;
  }
  const absl::Status status =
      words[0] == "league" ? MakeLeague(*request) : MakeArena(*request);
  if (status.ok()) return 0;
  std::fprintf(stderr, "%s\n", std::string(status.message()).c_str());
  return 1;
}

}  // namespace
}  // namespace couillon::bench

int main(int argc, char** argv) {
  return couillon::bench::Main({argv + 1, argv + argc});
}
