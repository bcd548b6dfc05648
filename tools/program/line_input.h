// Lines from standard input that a signal can interrupt: std::getline would
// read on.
#pragma once

#include <atomic>
#include <optional>
#include <string>

namespace couillon::tools {

class LineInput {
 public:
  // `stop` ends all input; it outlives the object.
  explicit LineInput(const std::atomic<bool>& stop) : stop_(stop) {}

  // Waits for the next line and returns it without its end; the last one may
  // have none. nullopt at the end of input, after an error, or once `stop` is
  // set. A line of more than 4096 bytes is cut there.
  std::optional<std::string> Read();

 private:
  const std::atomic<bool>& stop_;
  std::string read_;  // and not yet returned
  bool ended_ = false;
};

}  // namespace couillon::tools
