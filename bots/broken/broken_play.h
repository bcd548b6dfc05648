// What a broken bot answers: an honest bot's messages, spoilt.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "bots/cpp/play_session.h"
#include "bots/cpp/strategy.h"
#include "couillon/v1/bot_service.pb.h"

namespace couillon::bots::broken {

// What goes back over the stream: messages as bytes, and perhaps its end.
struct Reply {
  std::vector<std::string> messages;
  bool closes = false;
  bool rudely = false;         // with a status of control characters
  bool with_metadata = false;  // 100 kB of it
  bool reopens = false;        // the server, after that
  bool exits = false;          // the process, once that is sent
  bool for_ever = false;       // sends the last message again and again
  bool slowly = false;         // half a second before each message
};

class BrokenPlay {
 public:
  BrokenPlay(std::string fault, std::string socket);

  // What to send before anything is asked.
  [[nodiscard]] Reply Greet() const;
  // What to send for a request. May not return.
  Reply Answer(const v1::PlayRequest& request);

 private:
  void Spoil(int cursed, v1::PlayResponse& response, Reply& reply);
  bool SpoilAnswers(int cursed, v1::PlayResponse& response, Reply& reply);
  bool SpoilReply(const v1::PlayResponse& response, Reply& reply) const;

  std::string fault_;
  std::string socket_;
  std::unique_ptr<Strategy> strategy_;
  PlaySession session_;
  std::uint32_t remembered_id_ = 0;
  bool remembers_ = false;
  int large_messages_ = 0;  // with more than one decision
};

// Whether one of the decisions is among those at which a bot is broken.
bool HasCursed(const v1::PlayRequest& request);

// The answer to Describe, as bytes, with a fault of StartFaults().
std::string BrokenDescription(const std::string& fault);

}  // namespace couillon::bots::broken
