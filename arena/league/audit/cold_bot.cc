// A process started for one round, or a new strategy of a bundled bot.

#include "arena/league/audit/cold_bot.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_format.h"
#include "arena/players/rpc/question_stream.h"
#include "arena/players/rpc/trial_bot.h"
#include "arena/table/question_text.h"
#include "arena/table/referee/bot_link.h"
#include "arena/table/referee/in_process_link.h"
#include "arena/table/schedule/league_rules.h"
#include "engine/cards/status_macros.h"

namespace couillon::arena {
namespace {

class FreshProcess final : public ColdBot {
 public:
  FreshProcess(std::unique_ptr<TrialBot> bot,
               const std::vector<const CompiledRules*>& rules,
               std::chrono::milliseconds limit)
      : bot_(std::move(bot)), stream_(bot_->Open(), rules, limit) {}

  absl::StatusOr<Action> Ask(const AskedDecision& asked) override {
    Question question = asked.question;
    question.seen = asked.seen_as(question.seen);
    const absl::StatusOr<std::vector<std::uint32_t>> answers =
        stream_.Ask(std::span(&question, 1), 1);
    if (!answers.ok()) {
      const std::string more = bot_->WhatHappened();
      return absl::AbortedError(
          absl::StrFormat("%s%s%s", std::string(answers.status().message()),
                          more.empty() ? "" : "; ", more));
    }
    const std::uint32_t answer = answers->front();
    if (answer < static_cast<std::uint32_t>(kActions) &&
        question.seen.legal.Has(Action(static_cast<int>(answer)))) {
      return asked.seen_as.Inverse()(Action(static_cast<int>(answer)));
    }
    return absl::InvalidArgumentError(absl::StrFormat(
        "answered %s, which is not legal, to %s",
        AnswerText(question.seen, answer), ShortQuestionText(question.seen)));
  }

 private:
  std::unique_ptr<TrialBot> bot_;
  QuestionStream stream_;
};

class Bundled final : public ColdBot {
 public:
  Bundled(DecideFunction decide, std::vector<const CompiledRules*> rules)
      : decide_(std::move(decide)), rules_(std::move(rules)) {}

  absl::StatusOr<Action> Ask(const AskedDecision& asked) override {
    const Question& question = asked.question;
    const Action answer =
        decide_(*rules_[static_cast<std::size_t>(question.ruleset)],
                asked.seen_as(question.seen));
    return asked.seen_as.Inverse()(answer);
  }

 private:
  DecideFunction decide_;
  std::vector<const CompiledRules*> rules_;
};

}  // namespace

ColdBots::ColdBots(const Launcher& launcher, const v1::LeagueConfig& config,
                   const std::vector<CompiledRules>& rules)
    : launcher_(launcher), config_(config), rules_(PointersTo(rules)) {}

absl::StatusOr<std::unique_ptr<ColdBot>> ColdBots::Start(BotIndex bot) const {
  if (!config_.bots(ToInt(bot)).builtin().empty()) {
    return std::make_unique<Bundled>(launcher_.BundledFunction(bot), rules_);
  }
  ASSIGN_OR_RETURN(std::unique_ptr<TrialBot> fresh, launcher_.StartFresh(bot));
  return std::make_unique<FreshProcess>(std::move(fresh), rules_,
                                        launcher_.DecisionLimit(bot));
}

}  // namespace couillon::arena
