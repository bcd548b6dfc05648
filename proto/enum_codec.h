// Converts enums between messages and the engine. A message's enum has 0 for
// "not set" and then the values of the engine's enum in the same order. Each
// caller has static_asserts of this, value by value, and that no value is left
// over.
#pragma once

namespace couillon::wire {

// Requires: `value` is a named value other than 0.
template <typename Engine, typename Message>
constexpr Engine FromEnum(Message value) {
  return static_cast<Engine>(static_cast<int>(value) - 1);
}

template <typename Message, typename Engine>
constexpr Message ToEnum(Engine value) {
  return static_cast<Message>(static_cast<int>(value) + 1);
}

}  // namespace couillon::wire
