// The game's thread waits at each decision until a browser has answered or the
// person has left.

#include "arena/front/play_web/web_table.h"

#include <chrono>
#include <cstddef>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_format.h"
#include "arena/measure/analysis/deal_analysis.h"
#include "arena/measure/analysis/losses_report.h"
#include "arena/numbers/format/schema.h"
#include "arena/table/person/choices.h"
#include "engine/cards/notation.h"
#include "engine/play/deal_result.h"
#include "engine/solve/solver.h"

namespace couillon::arena {
namespace {

// The interval at which a waiting thread looks at `stop`, which a signal sets.
constexpr std::chrono::milliseconds kLookAtStop(50);

// Text of a bot may hold bytes that are not UTF-8.
std::string OnOneLine(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace

WebTable::WebTable(TableFacts facts, Adviser advise,
                   const std::atomic<bool>& stop, StateBoard& board)
    : facts_(std::move(facts)),
      stop_(stop),
      board_(board),
      advise_(std::move(advise)) {
  viewer_.seat = facts_.person;
}

void WebTable::Begin(const std::string& commitment) {
  const CompiledRules& rules = *facts_.rules;
  deals_ = 0;
  {
    const std::lock_guard lock(mutex_);
    count_ = played_.size();  // without a deal that a fault has ended
  }
  position_.reset();
  slate_.reset();
  net_.assign(rules.sides, 0);
  if (facts_.deals == 0) slate_.emplace(rules.ruleset);
  state_ = {{"phase", "deal"}, {"commitment", commitment}};
  state_["seed"] = nullptr;
  state_["number"] = nullptr;
  state_["deal_id"] = nullptr;
  state_["deal"] = nullptr;
  state_["last"] = nullptr;
  state_["decision"] = nullptr;
  state_["slate"] = slate_ ? SlateJson(rules, *slate_, *slate_) : Json();
  state_["net"] = slate_ ? Json() : Json(net_);
  state_["result"] = nullptr;
  state_["end"] = nullptr;
}

void WebTable::Publish() {
  if (position_) state_["deal"] = DealJson(*position_, viewer_);
  board_.Publish(OnOneLine(state_));
}

// Waits until a browser has answered; false if the person has left.
bool WebTable::WaitFor(std::unique_lock<std::mutex>& lock, Wait what) {
  waits_ = what;
  while (waits_ == what && !left_ && !stop_.load()) {
    changed_.wait_for(lock, kLookAtStop);
  }
  const bool answered = waits_ != what;
  waits_ = Wait::kNothing;
  return answered;
}

void WebTable::OnDeal(std::uint64_t number, const Position& position) {
  deals_ = number + 1;
  viewer_ = {.seat = facts_.person};
  actions_.clear();
  position_ = position;
  state_["phase"] = "deal";
  state_["number"] = number;
  state_["deal_id"] = count_++;
  state_["last"] = nullptr;
  state_["decision"] = nullptr;
  state_["result"] = nullptr;
  Publish();
}

std::optional<Action> WebTable::Ask(const Observation& seen) {
  const CompiledRules& rules = *facts_.rules;
  if (seen.decider == seen.seat) viewer_.has_looked = true;
  std::unique_lock lock(mutex_);
  if (left_ || !position_) return std::nullopt;
  due_ = {.number = ++decisions_,
          .choices = ListChoices(rules, seen),
          .seen = seen};
  answer_.reset();
  state_["decision"] = DecisionJson(due_.number, *position_, due_.choices);
  Publish();
  WaitFor(lock, Wait::kChoice);
  state_["decision"] = nullptr;
  return answer_;
}

void WebTable::OnAction(const Position& before, Action action,
                        const Position& after) {
  actions_.push_back(action);
  const auto upcard = before.Observe().upcard;
  position_ = after;
  if (!before.trump() && upcard && !after.trump() && !after.done() &&
      after.Observe().upcard != upcard) {
    viewer_.refused.push_back(*upcard);
  }
  if (!IsPublic(before, action, viewer_.seat)) return;
  const std::string text =
      FormatAction(action, before.phase(), before.naming());
  if (before.phase() != Phase::kPlay) {
    viewer_.said.emplace_back(before.seat(), text);
  }
  state_["last"] = {{"seat", before.seat()}, {"action", text}};
  Publish();
}

void WebTable::OnDealEnd(const Position& end, const DealScore& score,
                         const Slate* slate) {
  const CompiledRules& rules = *facts_.rules;
  const std::uint16_t carry = slate_ ? slate_->pending_carry() : 0;
  for (std::size_t side = 0; side < net_.size(); ++side) {
    net_[side] += score.erase[side] - score.add[side];
  }
  state_["phase"] = "deal_over";
  state_["result"] = ResultJson(end, score);
  if (slate != nullptr && slate_) {
    state_["slate"] = SlateJson(rules, *slate, *slate_);
    slate_ = *slate;
  } else {
    state_["net"] = net_;
  }
  Keep(end, carry);
  const bool last = slate != nullptr ? slate->ended() : deals_ == facts_.deals;
  if (last) return;  // End() shows it
  std::unique_lock lock(mutex_);
  if (left_) return;
  Publish();
  WaitFor(lock, Wait::kNextDeal);
}

void WebTable::Keep(const Position& end, std::uint16_t carry) {
  const std::lock_guard lock(mutex_);
  played_.push_back({.script = {.pack = end.pack(),
                                .dealer = end.dealer(),
                                .actions = actions_},
                     .carry = carry,
                     .analysis = std::nullopt});
}

bool WebTable::End(const GameEnd& end, const std::string& seed) {
  std::unique_lock lock(mutex_);
  state_["phase"] = "over";
  state_["seed"] = seed;
  state_["end"] = EndJson(end, facts_.person, left_);
  Publish();
  if (left_ || stop_.load()) return false;
  return WaitFor(lock, Wait::kNextGame);
}

bool WebTable::left() {
  const std::lock_guard lock(mutex_);
  return left_;
}

bool WebTable::Choose(std::int64_t decision, std::int64_t choice) {
  const std::lock_guard lock(mutex_);
  if (waits_ != Wait::kChoice || decision != due_.number || choice < 0 ||
      choice >= static_cast<std::int64_t>(due_.choices.size())) {
    return false;
  }
  answer_ = due_.choices[static_cast<std::size_t>(choice)];
  waits_ = Wait::kNothing;
  changed_.notify_all();
  return true;
}

bool WebTable::GoOn(std::int64_t deal) {
  const std::lock_guard lock(mutex_);
  if (waits_ != Wait::kNextDeal ||
      deal + 1 != static_cast<std::int64_t>(played_.size())) {
    return false;
  }
  waits_ = Wait::kNothing;
  changed_.notify_all();
  return true;
}

bool WebTable::PlayAgain() {
  const std::lock_guard lock(mutex_);
  if (waits_ != Wait::kNextGame) return false;
  waits_ = Wait::kNothing;
  changed_.notify_all();
  return true;
}

void WebTable::Leave() {
  const std::lock_guard lock(mutex_);
  left_ = true;
  changed_.notify_all();
}

std::optional<std::string> WebTable::Hint(std::int64_t decision) {
  Observation seen;
  {
    const std::lock_guard lock(mutex_);
    if (waits_ != Wait::kChoice || decision != due_.number) {
      return std::nullopt;
    }
    seen = due_.seen;
  }
  const std::lock_guard lock(advice_mutex_);
  const Action action = advise_(*facts_.rules, seen);
  return FormatAction(action, seen.phase, seen.naming);
}

absl::StatusOr<Json> WebTable::Analyse(std::int64_t deal) {
  const std::lock_guard one_at_a_time(analysis_mutex_);
  const auto index = static_cast<std::size_t>(deal);
  PlayedDeal played;
  {
    const std::lock_guard lock(mutex_);
    if (deal < 0 || index >= played_.size()) {
      return absl::NotFoundError(absl::StrFormat(
          "deal %d is not over; expected one below %d", deal, played_.size()));
    }
    played = played_[index];
  }
  if (played.analysis) return *played.analysis;
  const CompiledRules& rules = *facts_.rules;
  Solver solver(rules);
  Json json = NewDocument(kDealAnalysisSchema);
  json.update(AnalysedDealJson(
      rules, AnalyseDeal(solver, rules, played.script, played.carry, {})));
  const std::lock_guard lock(mutex_);
  played_[index].analysis = json;
  return json;
}

}  // namespace couillon::arena
