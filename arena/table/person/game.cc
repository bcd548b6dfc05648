// A loop over the decisions of each table: ask the link of the seat, wait for
// its events, apply the action, and notify the watcher.

#include "arena/table/person/game.h"

#include <chrono>
#include <cstddef>
#include <span>
#include <utility>

#include "arena/numbers/text/printable.h"
#include "arena/table/question_text.h"
#include "engine/cards/check.h"
#include "engine/play/observation.h"

namespace couillon::arena {
namespace {

constexpr std::chrono::milliseconds kPollInterval(20);

}  // namespace

Game::Game(GameSpec spec, BotLinks& links, GameWatcher& watcher)
    : spec_(std::move(spec)),
      links_(links),
      watcher_(watcher),
      states_(links.links.size(), State::kStopped) {}

GameEnd Game::Run(const std::atomic<bool>& stop) {
  stop_ = &stop;
  const bool is_match = spec_.count == 0;
  const std::uint64_t tables = is_match ? 1 : spec_.count;
  if (is_match) slate_.emplace(spec_.rules->ruleset);
  for (std::uint64_t item = 0; item < tables; ++item) {
    Table table({.rules = spec_.rules,
                 .deals = spec_.deals,
                 .item = item,
                 .is_match = is_match});
    if (!PlayTable(table, item)) return end_;
  }
  if (slate_) end_.winner = WinnerOfMatch(spec_.rules->ruleset, *slate_);
  return end_;
}

// Plays one deal or the match, whose first deal has that number. False if the
// game is over before.
bool Game::PlayTable(Table& table, std::uint64_t number) {
  watcher_.OnDeal(number, table.position());
  while (!table.done()) {
    const Position before = table.position();
    const std::optional<Action> action = Ask(table);
    if (!action) return false;
    Position after = before;
    after.Apply(*action);
    const bool applied = table.Apply(*action);
    COUILLON_CHECK(applied);
    watcher_.OnAction(before, *action, after);
    if (!after.done()) continue;
    const DealScore score =
        ScoreDeal(spec_.rules->ruleset, after.Result(),
                  slate_ ? slate_->pending_carry() : std::uint16_t{0});
    if (slate_) slate_->Apply(score);
    watcher_.OnDealEnd(after, score, slate_ ? &*slate_ : nullptr);
    if (!table.done()) watcher_.OnDeal(++number, table.position());
  }
  return true;
}

// The action for the decision that is due; nullopt if the game is over.
std::optional<Action> Game::Ask(const Table& table) {
  turn_ = table.position().decider();
  const LinkIndex link = spec_.link_of_seat[turn_];
  if (!WaitUntilReady(link)) return std::nullopt;
  const Question question{.id = next_id_, .seen = table.Observe()};
  asked_ = link;
  answer_.reset();
  links_.links[static_cast<std::size_t>(link)]->Send(std::span(&question, 1));
  while (!answer_) {
    if (!Collect()) return std::nullopt;
  }
  ++next_id_;
  if (*answer_ < static_cast<std::uint32_t>(kActions)) {
    const Action action(static_cast<int>(*answer_));
    if (question.seen.legal.Has(action)) return action;
  }
  Fail({.verdict = Verdict::kIllegalAction,
        .detail = "answered " + AnswerText(question.seen, *answer_) + " (" +
                  ShortQuestionText(question.seen) + ")"});
  return std::nullopt;
}

bool Game::WaitUntilReady(LinkIndex link) {
  State& state = states_[static_cast<std::size_t>(link)];
  while (state != State::kReady) {
    if (state == State::kStopped) {
      state = State::kStarting;
      links_.links[static_cast<std::size_t>(link)]->Start();
    }
    if (!Collect()) return false;
  }
  return true;
}

// Takes in events, after a short wait if there are none. False if the game is
// over.
bool Game::Collect() {
  if (links_.waiter) links_.waiter->Poll();
  events_.clear();
  for (const auto& link : links_.links) link->Collect(events_);
  for (const BotEvent& event : events_) {
    Handle(event);
    if (end_.kind != GameEnd::Kind::kPlayed) return false;
  }
  if (stop_->load()) {
    end_.kind = GameEnd::Kind::kStopped;
    return false;
  }
  if (!events_.empty()) return true;
  COUILLON_CHECK(links_.waiter != nullptr);
  links_.waiter->Wait(kPollInterval);
  return true;
}

void Game::Handle(const BotEvent& event) {
  State& state = states_[static_cast<std::size_t>(event.link)];
  switch (event.kind) {
    case BotEvent::Kind::kReady:
      state = State::kReady;
      return;
    case BotEvent::Kind::kEnding:
      state = State::kEnding;
      return;
    case BotEvent::Kind::kAnswer:
      if (asked_ == event.link && event.id == next_id_) {
        answer_ = event.action;
        asked_.reset();
        return;
      }
      return Fail({.verdict = Verdict::kProtocolError,
                   .detail = "answered a decision that is not open"});
    case BotEvent::Kind::kFailure: {
      const bool starting = state == State::kStarting;
      state = State::kStopped;
      if (starting || asked_ == event.link) Fail(event);
      return;
    }
  }
}

void Game::Fail(const BotEvent& event) {
  end_.kind = GameEnd::Kind::kFault;
  end_.seat = turn_;
  end_.verdict = event.verdict;
  end_.detail = WithStderrTail(PrintableLine(event.detail), event.last_stderr);
}

}  // namespace couillon::arena
