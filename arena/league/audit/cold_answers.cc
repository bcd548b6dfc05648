#include "arena/league/audit/cold_answers.h"

#include <cstdint>
#include <memory>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "arena/league/audit/random_order.h"
#include "arena/numbers/stats/law/distributions.h"
#include "engine/cards/status_macros.h"

namespace couillon::arena {
namespace {

// Asks one process, in random order; stops at its first failure.
absl::Status AskProcess(ColdBot& process,
                        const std::vector<SampledDecision>& decisions,
                        stats::SplitMix64& random,
                        ColdAnswers::OfProcess& answers) {
  RandomOrder order(decisions.size(), random);
  while (const std::optional<std::uint64_t> at = order.Next()) {
    ASSIGN_OR_RETURN(const Action answer, process.Ask(decisions[*at].asked));
    answers[*at] = answer;
  }
  return absl::OkStatus();
}

}  // namespace

ColdAnswers AskCold(const ColdBots& bots, BotIndex bot,
                    const DecisionSample& sample, stats::SplitMix64& random) {
  ColdAnswers answers;
  for (const std::vector<SampledDecision>& round : sample) {
    const ColdAnswers::OfProcess none(round.size());
    answers.rounds.push_back({none, none});
  }
  for (std::size_t round = 0; round < sample.size(); ++round) {
    for (ColdAnswers::OfProcess& of_process : answers.rounds[round]) {
      absl::StatusOr<std::unique_ptr<ColdBot>> process = bots.Start(bot);
      absl::Status status = process.status();
      if (status.ok()) {
        status = AskProcess(**process, sample[round], random, of_process);
      }
      if (!status.ok() && answers.failure.empty()) {
        answers.failure = std::string(status.message());
      }
      // It would take the start limit each time.
      if (!process.ok()) return answers;
    }
  }
  return answers;
}

AnswerCounts CountAnswers(const DecisionSample& sample,
                          const ColdAnswers& answers) {
  AnswerCounts counts;
  for (std::size_t round = 0; round < sample.size(); ++round) {
    for (std::size_t at = 0; at < sample[round].size(); ++at) {
      const SampledDecision& decision = sample[round][at];
      const std::optional<Action> first = answers.rounds[round][0][at];
      const std::optional<Action> second = answers.rounds[round][1][at];
      if (!first || !second) continue;
      if (*first != *second) {
        ++counts.not_reproducible;
        if (*first == decision.recorded || *second == decision.recorded) {
          ++counts.one_as_recorded;
        }
      } else if (*first == decision.recorded) {
        ++counts.alike;
      } else {
        counts.changed.push_back(decision);
        counts.cold.push_back(*first);
      }
    }
  }
  return counts;
}

double ChangedProbability(const AnswerCounts& counts) {
  const std::size_t changed = counts.changed.size();
  if (changed == 0) return 1;
  // P(X >= changed) of the binomial law with `changed + one_as_recorded` draws.
  return stats::BetaCdf(1.0 / 3.0, static_cast<double>(changed),
                        static_cast<double>(counts.one_as_recorded + 1));
}

}  // namespace couillon::arena
