// Enums of messages and of the engine. An enum of a message has 0 for "not set"
// and then the values of the engine's in the same order; whoever converts one
// asserts that, value by value, and that none is left.
#pragma once

namespace couillon::wire {

// Requires: `value` is a named one and not 0.
template <typename Engine, typename Message>
constexpr Engine FromEnum(Message value) {
  return static_cast<Engine>(static_cast<int>(value) - 1);
}

template <typename Message, typename Engine>
constexpr Message ToEnum(Engine value) {
  return static_cast<Message>(static_cast<int>(value) + 1);
}

}  // namespace couillon::wire
