// A link whose bot does what a string of bytes says: answers well, spoils its
// answers, sends any message at all, fails, or says nothing. Messages are
// parsed and read as those of a bot over gRPC are. When the bytes are used up
// it plays honestly, so that every run ends.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "arena/table/referee/bot_link.h"

namespace couillon::fuzz {

// Bytes that are taken from the front.
class Bytes {
 public:
  Bytes(const std::uint8_t* data, std::size_t size)
      : data_(data), size_(size) {}
  [[nodiscard]] bool empty() const { return size_ == 0; }
  // The next one; 0 when there are none.
  std::uint8_t Next();
  // A length in one byte, and as many bytes as it says, or as there are.
  std::string NextChunk();

 private:
  const std::uint8_t* data_;
  std::size_t size_;
};

class HostileLink : public arena::BotLink {
 public:
  HostileLink(arena::LinkIndex link, Bytes bytes)
      : link_(link), bytes_(bytes) {}

  void Start() override;
  [[nodiscard]] arena::BotLimits limits() const override { return limits_; }
  void Send(std::span<const arena::Question> batch) override;
  void Collect(std::vector<arena::BotEvent>& events) override;
  void Stop() override {
    open_.clear();
    start_.clear();
  }

 private:
  void AnswerHonestly(std::vector<arena::BotEvent>& events);
  void SendMessage(const std::string& bytes,
                   std::vector<arena::BotEvent>& events);
  void SpoilOne(std::vector<arena::BotEvent>& events);
  void Fail(arena::Verdict verdict, std::vector<arena::BotEvent>& events);

  arena::LinkIndex link_;
  Bytes bytes_;
  arena::BotLimits limits_;
  std::vector<arena::Question> open_;
  std::vector<arena::BotEvent> start_;  // how the start went
};

}  // namespace couillon::fuzz
