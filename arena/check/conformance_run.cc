#include "arena/check/conformance_run.h"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_format.h"
#include "arena/check/finding.h"
#include "arena/check/question_pool.h"
#include "arena/referee/bot_link.h"
#include "arena/rpc/grpc_links.h"
#include "arena/rpc/trial_bot.h"
#include "arena/table/question_text.h"
#include "couillon/v1/bot_service.pb.h"
#include "engine/rules/compiled_rules.h"
#include "proto/codec.h"
#include "proto/ruleset_codec.h"

namespace couillon::arena {
namespace {

constexpr std::uint32_t kUnanswered = ~std::uint32_t{0};

}  // namespace

ConformanceRun::ConformanceRun(const CheckSettings& settings)
    : settings_(settings), deals_("couillon bot check") {
  for (std::size_t i = 0; i < settings.worker.rules.size(); ++i) {
    const std::vector<Question> some =
        QuestionsOf(*settings.worker.rules[i], static_cast<int>(i), deals_,
                    settings.decisions);
    questions_.insert(questions_.end(), some.begin(), some.end());
  }
}

std::chrono::milliseconds ConformanceRun::limit() const {
  const GrpcLimits& limits = settings_.worker.limits;
  return std::chrono::milliseconds(limits.move_ms + limits.margin_ms);
}

std::size_t ConformanceRun::MaxBatch(std::size_t wanted) const {
  for (const std::uint32_t most :
       {description_.limits.max_batch, settings_.bot.max_batch}) {
    if (most > 0) wanted = std::min<std::size_t>(wanted, most);
  }
  return wanted;
}

std::unique_ptr<TrialStream> ConformanceRun::Open(TrialBot& bot) {
  opened_ = true;
  return bot.Open();
}

absl::StatusOr<TrialBot*> ConformanceRun::Bot() {
  if (process_for_each_stream_ && opened_) bot_.reset();
  if (bot_ == nullptr) {
    absl::StatusOr<std::unique_ptr<TrialBot>> bot =
        TrialBot::Start(settings_.worker, settings_.bot);
    if (!bot.ok()) return bot.status();
    bot_ = *std::move(bot);
    opened_ = false;
    description_ = bot_->description();
  }
  return bot_.get();
}

bool ConformanceRun::Failed(const std::string& check) const {
  return std::any_of(findings_.begin(), findings_.end(), [&](const auto& f) {
    return f.check == check &&
           (f.grade == Grade::kFail || f.grade == Grade::kSkipped);
  });
}

std::string ConformanceRun::Explain(const absl::Status& status) {
  const std::string message(status.message());
  const std::string more =
      bot_ == nullptr ? std::string() : bot_->WhatHappened();
  return more.empty() ? message : message + "; " + more;
}

std::string ConformanceRun::Text(const Question& question) const {
  return absl::StrFormat(
      "%s: %s", settings_.specs[static_cast<std::size_t>(question.ruleset)],
      ShortQuestionText(question.seen));
}

ProbeStream::ProbeStream(ConformanceRun& run, TrialBot& bot)
    : run_(run),
      stream_(run.Open(bot)),
      introduced_(run.settings().worker.rules.size(), false) {}

v1::PlayRequest ProbeStream::Message(std::span<const Question> questions,
                                     std::uint32_t first_id) {
  v1::PlayRequest request;
  for (const Question& question : questions) {
    const auto ruleset = static_cast<std::size_t>(question.ruleset);
    const CompiledRules& rules = *run_.settings().worker.rules[ruleset];
    const auto handle = static_cast<std::uint32_t>(ruleset + 1);
    if (!introduced_[ruleset]) {
      introduced_[ruleset] = true;
      v1::RulesetIntroduction& introduction = *request.add_rulesets();
      introduction.set_handle(handle);
      *introduction.mutable_ruleset() = wire::ToMessage(rules.ruleset);
      introduction.set_hash(wire::RulesetHash(rules.ruleset));
    }
    v1::Decision& decision = *request.add_decisions();
    wire::WriteDecision(rules, question.seen, decision);
    decision.set_decision_id(first_id++);
    decision.set_ruleset_handle(handle);
  }
  return request;
}

absl::Status ProbeStream::Take(const v1::PlayResponse& response,
                               std::uint32_t first_id,
                               std::vector<std::uint32_t>& actions) {
  if (response.decision_ids_size() != response.actions_size()) {
    return absl::InvalidArgumentError(
        absl::StrFormat("answered with %d decision_ids and %d actions",
                        response.decision_ids_size(), response.actions_size()));
  }
  for (int i = 0; i < response.actions_size(); ++i) {
    const std::uint32_t place = response.decision_ids(i) - first_id;
    if (place >= actions.size()) {
      return absl::InvalidArgumentError(
          absl::StrFormat("answered decision_id %d, which is not open",
                          response.decision_ids(i)));
    }
    if (actions[place] != kUnanswered) {
      return absl::InvalidArgumentError(absl::StrFormat(
          "answered decision_id %d twice", response.decision_ids(i)));
    }
    actions[place] = response.actions(i);
  }
  return absl::OkStatus();
}

absl::StatusOr<std::vector<std::uint32_t>> ProbeStream::Ask(
    std::span<const Question> questions, std::size_t batch) {
  return AskAhead(questions, batch, 1);
}

absl::StatusOr<std::vector<std::uint32_t>> ProbeStream::AskAhead(
    std::span<const Question> questions, std::size_t batch,
    std::size_t in_flight) {
  const std::uint32_t first_id = next_id_;
  next_id_ += static_cast<std::uint32_t>(questions.size());
  std::vector<std::uint32_t> actions(questions.size(), kUnanswered);
  std::size_t sent = 0;
  std::size_t answered = 0;
  while (answered < questions.size()) {
    while (sent < questions.size() && sent < answered + in_flight * batch) {
      const std::size_t size = std::min(batch, questions.size() - sent);
      absl::Status status =
          stream_->Send(Message(questions.subspan(sent, size),
                                first_id + static_cast<std::uint32_t>(sent)),
                        run_.limit());
      if (!status.ok()) return status;
      sent += size;
    }
    absl::StatusOr<v1::PlayResponse> response = stream_->Receive(run_.limit());
    if (!response.ok()) {
      return absl::Status(
          response.status().code(),
          absl::StrFormat("%s, with %d of %d decisions unanswered",
                          std::string(response.status().message()),
                          sent - answered, sent));
    }
    absl::Status status = Take(*response, first_id, actions);
    if (!status.ok()) return status;
    answered += static_cast<std::size_t>(response->actions_size());
  }
  return actions;
}

}  // namespace couillon::arena
