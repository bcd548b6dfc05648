#include "arena/front/view/event_board.h"

#include <memory>

#include "absl/strings/str_cat.h"

namespace couillon::arena {

void EventBoard::PublishReport(const std::string& data) {
  const std::lock_guard lock(mutex_);
  ++report_.number;
  // A browser that reconnects says the last id that it has seen.
  report_.text = std::make_shared<const std::string>(absl::StrCat(
      "event: report\nid: ", report_.number, "\ndata: ", data, "\n\n"));
  changed_.notify_all();
}

void EventBoard::PublishProgress(const std::string& data) {
  const std::lock_guard lock(mutex_);
  ++progress_.number;
  progress_.text = std::make_shared<const std::string>(
      absl::StrCat("event: progress\ndata: ", data, "\n\n"));
  changed_.notify_all();
}

std::int64_t EventBoard::report_number() {
  const std::lock_guard lock(mutex_);
  return report_.number;
}

bool EventBoard::Join() {
  const std::lock_guard lock(mutex_);
  if (clients_ >= most_clients_) return false;
  ++clients_;
  changed_.notify_all();
  return true;
}

void EventBoard::Leave() {
  const std::lock_guard lock(mutex_);
  --clients_;
}

int EventBoard::clients() {
  const std::lock_guard lock(mutex_);
  return clients_;
}

std::vector<EventText> EventBoard::WaitForNews(
    Seen& seen, std::chrono::milliseconds longest) {
  std::unique_lock lock(mutex_);
  changed_.wait_for(lock, longest, [&] {
    return stopped_ || report_.number > seen.report ||
           progress_.number > seen.progress;
  });
  std::vector<EventText> news;
  if (stopped_) return news;
  if (report_.number > seen.report) news.push_back(report_.text);
  if (progress_.number > seen.progress) news.push_back(progress_.text);
  seen = {.report = report_.number, .progress = progress_.number};
  return news;
}

bool EventBoard::WaitForClient() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return stopped_ || clients_ > 0; });
  return !stopped_;
}

bool EventBoard::WaitFor(std::chrono::duration<double> time) {
  std::unique_lock lock(mutex_);
  return !changed_.wait_for(lock, time, [&] { return stopped_; });
}

void EventBoard::Stop() {
  const std::lock_guard lock(mutex_);
  stopped_ = true;
  changed_.notify_all();
}

bool EventBoard::stopped() {
  const std::lock_guard lock(mutex_);
  return stopped_;
}

}  // namespace couillon::arena
