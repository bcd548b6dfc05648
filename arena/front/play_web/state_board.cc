// A mutex and a condition variable around the latest state.

#include "arena/front/play_web/state_board.h"

#include <algorithm>
#include <cstddef>
#include <memory>

#include "absl/strings/str_cat.h"

namespace couillon::arena {
namespace {

// More than the decisions of a deal: a browser that was cut off for a while
// sees what happened meanwhile, card by card.
constexpr std::size_t kKept = 128;

}  // namespace

void StateBoard::Publish(std::string json) {
  const std::lock_guard lock(mutex_);
  ++last_;
  events_.push_back(std::make_shared<const std::string>(
      absl::StrCat("event: state\nid: ", last_, "\ndata: ", json, "\n\n")));
  if (events_.size() > kKept) events_.pop_front();
  latest_ = std::move(json);
  changed_.notify_all();
}

std::pair<std::int64_t, std::string> StateBoard::Latest() {
  const std::lock_guard lock(mutex_);
  return {last_, latest_};
}

bool StateBoard::Join() {
  const std::lock_guard lock(mutex_);
  if (clients_ >= most_clients_) return false;
  ++clients_;
  return true;
}

void StateBoard::Leave() {
  const std::lock_guard lock(mutex_);
  --clients_;
  changed_.notify_all();
}

int StateBoard::clients() {
  const std::lock_guard lock(mutex_);
  return clients_;
}

std::vector<EventText> StateBoard::WaitForNews(
    std::int64_t& seen, std::chrono::milliseconds longest) {
  std::unique_lock lock(mutex_);
  changed_.wait_for(lock, longest, [&] { return stopped_ || last_ > seen; });
  if (last_ <= seen) return {};
  const auto kept = static_cast<std::int64_t>(events_.size());
  const std::int64_t missed = last_ - std::max<std::int64_t>(seen, 0);
  const std::int64_t sent = missed > kept ? 1 : missed;
  seen = last_;
  return {events_.end() - sent, events_.end()};
}

void StateBoard::Stop() {
  std::unique_lock lock(mutex_);
  stopped_ = true;
  changed_.notify_all();
  changed_.wait(lock, [this] { return clients_ == 0; });
}

bool StateBoard::stopped() {
  const std::lock_guard lock(mutex_);
  return stopped_;
}

}  // namespace couillon::arena
