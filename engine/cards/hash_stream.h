// The hash of TextHash for content that comes in pieces, such as a large file.
#pragma once

#include <memory>
#include <string>
#include <string_view>

namespace couillon {

class HashStream {
 public:
  HashStream();
  ~HashStream();
  HashStream(HashStream&& other) noexcept;
  HashStream& operator=(HashStream&& other) noexcept;

  void Add(std::string_view piece);

  // Returns TextHash of all pieces together. Requires: called once, and no
  // piece is added after it.
  [[nodiscard]] std::string Finish();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace couillon
