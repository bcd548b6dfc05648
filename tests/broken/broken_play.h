// The answers of a broken bot: a correct bot's messages with a fault.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "bots/cpp/play_session.h"
#include "bots/cpp/strategy.h"
#include "couillon/v1/bot_service.pb.h"

namespace couillon::bots::broken {

// What the bot sends over the stream: serialized messages, and possibly the end
// of the stream.
struct Reply {
  std::vector<std::string> messages;
  bool closes = false;
  bool rudely = false;         // closes with control characters in the status
  bool with_metadata = false;  // closes with 100 kB of metadata
  bool reopens = false;        // then restarts the server
  bool exits = false;          // then ends the process
  bool for_ever = false;       // repeats the last message without end
  bool slowly = false;         // waits half a second before each message
};

class BrokenPlay {
 public:
  BrokenPlay(std::string fault, std::string socket);

  // The messages to send before any request.
  [[nodiscard]] Reply Greet() const;
  // The reply to a request. May not return.
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
  bool has_loaded_ = false;
  int large_messages_ = 0;  // with more than one decision
};

// Whether the fault occurs at one of the decisions.
bool HasCursed(const v1::PlayRequest& request);

// The serialized answer to Describe, with a fault of StartFaults().
std::string BrokenDescription(const std::string& fault);

}  // namespace couillon::bots::broken
