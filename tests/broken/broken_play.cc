#include "tests/broken/broken_play.h"

#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <functional>
#include <map>
#include <utility>

#include "bots/cpp/greedy.h"
#include "engine/cards/check.h"
#include "tests/broken/escape_faults.h"
#include "tests/broken/process_faults.h"

namespace couillon::bots::broken {
namespace {

std::string RandomBytes(std::size_t size) {
  std::string bytes(size, '\0');
  std::uint32_t state = 7;
  for (char& byte : bytes) {
    state = state * 1664525 + 1013904223;
    byte = static_cast<char>(state >> 24);
  }
  return bytes;
}

// A length-delimited field with number 1000, which no message uses.
std::string UnknownField(std::size_t size) {
  std::string bytes = "\xc2\x3e";
  for (std::size_t left = size;; left >>= 7) {
    if (left < 0x80) {
      bytes += static_cast<char>(left);
      break;
    }
    bytes += static_cast<char>(0x80 | (left & 0x7f));
  }
  return bytes + std::string(size, 'x');
}

void AddAnswers(std::uint32_t count, v1::PlayResponse& response) {
  for (std::uint32_t i = 0; i < count; ++i) {
    response.add_decision_ids(i);
    response.add_actions(0);
  }
}

// The same answers, one per message, to be sent slowly.
Reply Drip(const v1::PlayResponse& response) {
  Reply reply;
  reply.slowly = true;
  for (int i = 0; i < response.actions_size(); ++i) {
    v1::PlayResponse one;
    one.add_decision_ids(response.decision_ids(i));
    one.add_actions(response.actions(i));
    reply.messages.push_back(one.SerializeAsString());
  }
  return reply;
}

bool IsCursed(const v1::Decision& decision) {
  return decision.random_seed() % 32 == 0;
}

// Sleeps for 20 ms per decision about the first card of a deal.
void ThinkAboutFirstLeads(const v1::PlayRequest& request) {
  for (const v1::Decision& decision : request.decisions()) {
    if (decision.phase() == v1::PHASE_PLAY && decision.played_cards().empty()) {
      usleep(20'000);
    }
  }
}

}  // namespace

bool HasCursed(const v1::PlayRequest& request) {
  return std::any_of(request.decisions().begin(), request.decisions().end(),
                     IsCursed);
}

BrokenPlay::BrokenPlay(std::string fault, std::string socket)
    : fault_(std::move(fault)),
      socket_(std::move(socket)),
      strategy_(std::make_unique<Greedy>()),
      session_(*strategy_) {}

Reply BrokenPlay::Greet() const {
  Reply reply;
  if (fault_ != "early") return reply;
  v1::PlayResponse response;
  response.add_decision_ids(1U << 30);
  response.add_actions(0);
  reply.messages.push_back(response.SerializeAsString());
  return reply;
}

Reply BrokenPlay::Answer(const v1::PlayRequest& request) {
  v1::PlayResponse response;
  COUILLON_CHECK(session_.Answer(request, response).ok());
  if (fault_ == "slow-drip") return Drip(response);
  if (fault_ == "slow-first-lead") ThinkAboutFirstLeads(request);
  const bool loads = fault_ == "loads-late" || fault_ == "loads-late-aborts";
  if (loads && request.decisions_size() > 0 &&
      !std::exchange(has_loaded_, true)) {
    sleep(4);
  }
  // Crashes at no particular decision: a retry of single decisions succeeds,
  // and so does a retry after a restart.
  if (fault_ == "crashes-late" && request.decisions_size() > 1 &&
      ++large_messages_ == 8) {
    std::abort();
  }
  Reply reply;
  if (remembers_) {
    response.add_decision_ids(remembered_id_);
    response.add_actions(0);
    remembers_ = false;
  }
  for (int i = 0; i < request.decisions_size(); ++i) {
    if (!IsCursed(request.decisions(i))) continue;
    if (fault_ == "loads-late-aborts") std::abort();
    MisuseProcess(fault_, socket_);
    TryToEscape(fault_, socket_);
    Spoil(i, response, reply);
    // A fault of a single decision must not depend on its batch.
    if (fault_ != "illegal" && fault_ != "action-huge") break;
  }
  if (reply.messages.empty() && !reply.closes) {
    reply.messages.push_back(response.SerializeAsString());
  }
  return reply;
}

// Makes the answer to the decision at `cursed` faulty.
void BrokenPlay::Spoil(int cursed, v1::PlayResponse& response, Reply& reply) {
  if (!SpoilAnswers(cursed, response, reply)) SpoilReply(response, reply);
}

// Faults in which decisions are answered, or with which action. Like
// SpoilReply(), returns whether the fault is one of them.
bool BrokenPlay::SpoilAnswers(int cursed, v1::PlayResponse& response,
                              Reply& reply) {
  const std::map<std::string, std::function<void()>> spoils = {
      {"illegal", [&] { response.set_actions(cursed, 43); }},
      {"action-huge", [&] { response.set_actions(cursed, 1U << 31); }},
      {"id-unknown", [&] { response.set_decision_ids(cursed, 1U << 30); }},
      {"id-twice",
       [&] {
         // Replaces another answer, so that the number of answers is right.
         const int last = response.actions_size() - 1;
         response.mutable_decision_ids()->SwapElements(0, cursed);
         response.mutable_actions()->SwapElements(0, cursed);
         response.set_decision_ids(last, response.decision_ids(0));
         response.set_actions(last, response.actions(0));
         if (last == 0) {
           reply.messages = {response.SerializeAsString(),
                             response.SerializeAsString()};
         }
       }},
      {"id-late",
       [&] {
         remembered_id_ = response.decision_ids(cursed);
         remembers_ = true;
       }},
      {"skips",
       [&] {
         response.mutable_decision_ids()->SwapElements(
             cursed, response.decision_ids_size() - 1);
         response.mutable_actions()->SwapElements(cursed,
                                                  response.actions_size() - 1);
         response.mutable_decision_ids()->RemoveLast();
         response.mutable_actions()->RemoveLast();
       }},
      {"columns", [&] { response.mutable_actions()->RemoveLast(); }},
      {"million", [&] { AddAnswers(1'000'000, response); }},
      {"answers-more", [&] { AddAnswers(50, response); }},
  };
  const auto found = spoils.find(fault_);
  if (found == spoils.end()) return false;
  found->second();
  return true;
}

// Faults in the messages on the stream and in its end.
bool BrokenPlay::SpoilReply(const v1::PlayResponse& response,
                            Reply& reply) const {
  const std::map<std::string, std::function<void()>> spoils = {
      {"huge-message",
       [&] { reply.messages = {RandomBytes(100 * kMegabyte)}; }},
      {"garbage", [&] { reply.messages = {RandomBytes(1000)}; }},
      {"empty-messages",
       [&] {
         reply.messages = {std::string()};
         reply.for_ever = true;
       }},
      {"unknown-fields",
       [&] {
         reply.messages = {response.SerializeAsString() +
                           UnknownField(3 * kMegabyte)};
       }},
      {"unknown-small",
       [&] {
         reply.messages = {response.SerializeAsString() + UnknownField(50'000)};
       }},
      {"empty-large",
       [&] {
         reply.messages = {UnknownField(1000)};
         reply.for_ever = true;
       }},
      {"closes", [&] { reply.closes = true; }},
      {"reopens", [&] { reply.closes = reply.reopens = true; }},
      {"closes-rudely", [&] { reply.closes = reply.rudely = true; }},
      {"metadata", [&] { reply.closes = reply.with_metadata = true; }},
      {"exits-after", [&] { reply.exits = true; }},
  };
  const auto found = spoils.find(fault_);
  if (found == spoils.end()) return false;
  found->second();
  return true;
}

std::string BrokenDescription(const std::string& fault) {
  v1::DescribeResponse response;
  response.set_name("heuristic");  // another bot's name, which is allowed
  response.set_version("1");
  if (fault == "describe-garbage") return RandomBytes(1000);
  if (fault == "describe-huge") response.set_name(std::string(100 << 20, 'x'));
  if (fault == "describe-long") response.set_name(std::string(100'000, 'x'));
  if (fault == "describe-control") response.set_name("\x1b[2Jred\r\n");
  if (fault == "describe-sdk-long") response.set_sdk(std::string(100'000, 'x'));
  if (fault == "describe-sdk") response.set_sdk("\x1b[2Jred\r\n");
  // protobuf refuses to serialize this name, so the bytes are made by hand.
  if (fault == "describe-not-utf8") return "\x0a\x03\xff\xfe\xfd";
  if (fault == "describe-many") {
    for (int i = 0; i < 50'000; ++i) response.add_rulesets("x");
  }
  return response.SerializeAsString();
}

}  // namespace couillon::bots::broken
