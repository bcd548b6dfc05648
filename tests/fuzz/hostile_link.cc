#include "tests/fuzz/hostile_link.h"

#include <algorithm>

#include "arena/table/referee/answer_columns.h"
#include "arena/table/referee/bot_description.h"
#include "arena/table/verdict.h"
#include "couillon/v1/bot_service.pb.h"
#include "engine/cards/action.h"

namespace couillon::fuzz {

using arena::BotEvent;
using arena::Verdict;

std::uint8_t Bytes::Next() {
  if (size_ == 0) return 0;
  --size_;
  return *data_++;
}

std::string Bytes::NextChunk() {
  const std::size_t size = std::min<std::size_t>(Next(), size_);
  std::string chunk(reinterpret_cast<const char*>(data_), size);
  data_ += size;
  size_ -= size;
  return chunk;
}

void HostileLink::Start() {
  Stop();
  v1::DescribeResponse response;
  if (!response.ParseFromString(bytes_.NextChunk())) {
    return Fail(Verdict::kStartFailure, start_);
  }
  const auto description = arena::ReadDescription(response);
  if (!description.ok()) return Fail(Verdict::kStartFailure, start_);
  limits_ = description->limits;
  start_.push_back({.link = link_, .kind = BotEvent::Kind::kReady});
}

void HostileLink::Send(std::span<const arena::Question> batch) {
  open_.insert(open_.end(), batch.begin(), batch.end());
}

void HostileLink::Collect(std::vector<BotEvent>& events) {
  if (!start_.empty()) {
    events.push_back(start_.front());
    start_.clear();
    return;
  }
  if (bytes_.empty()) return AnswerHonestly(events);
  const std::uint8_t order = bytes_.Next();
  switch (order % 8) {
    case 0:
    case 1:
      return AnswerHonestly(events);
    case 2:
    case 3:
      return SpoilOne(events);
    case 4:
      return SendMessage(bytes_.NextChunk(), events);
    case 5:
      // The first of those that are faults of a running bot.
      return Fail(static_cast<Verdict>(static_cast<int>(Verdict::kTimeout) +
                                       order / 8 % 4),
                  events);
    default:
      return;
  }
}

void HostileLink::AnswerHonestly(std::vector<BotEvent>& events) {
  for (const arena::Question& question : open_) {
    events.push_back({.link = link_,
                      .id = question.id,
                      .action = static_cast<std::uint32_t>(
                          question.seen.legal.Nth(0).number())});
  }
  open_.clear();
}

// Answers one open decision with any action, and perhaps as another.
void HostileLink::SpoilOne(std::vector<BotEvent>& events) {
  if (open_.empty()) return;
  const std::size_t at = bytes_.Next() % open_.size();
  const std::uint32_t id = open_[at].id + bytes_.Next() % 4;
  v1::PlayResponse response;
  response.add_decision_ids(id);
  response.add_actions(bytes_.Next());
  open_.erase(open_.begin() + static_cast<std::ptrdiff_t>(at));
  if (!arena::ReadAnswers(response, link_, 1, events).ok()) {
    Fail(Verdict::kProtocolError, events);
  }
}

void HostileLink::SendMessage(const std::string& bytes,
                              std::vector<BotEvent>& events) {
  v1::PlayResponse response;
  if (!response.ParseFromString(bytes) ||
      !arena::ReadAnswers(response, link_, open_.size(), events).ok()) {
    Fail(Verdict::kProtocolError, events);
    return;
  }
  for (const std::uint32_t id : response.decision_ids()) {
    std::erase_if(open_,
                  [id](const auto& question) { return question.id == id; });
  }
}

void HostileLink::Fail(Verdict verdict, std::vector<BotEvent>& events) {
  open_.clear();
  events.push_back({.link = link_,
                    .kind = BotEvent::Kind::kFailure,
                    .verdict = verdict,
                    .detail = "fuzz"});
}

}  // namespace couillon::fuzz
