// Finds in the stderr output of a process what ended it: an exception, a panic,
// a failed assertion or the report of a sanitizer, and the place in the bot's
// own code.
#pragma once

#include <optional>
#include <string>

namespace couillon::arena {

struct ThrownException {
  // As the language prints it, on one line: "KeyError: 'SA'", "panic: runtime
  // error: index out of range [5] with length 0".
  std::string what;
  // The innermost call outside of the language's libraries, of gRPC and of the
  // SDK, as FILE:LINE; the innermost one if all are in those. FILE is as
  // printed, in Java without folders. Empty if there is none, as after
  // std::terminate.
  std::string place;

  // Equal for equal causes: the same kind of exception, whose message may
  // differ, at the same place; without a place, the same message except for
  // numbers.
  [[nodiscard]] std::string CauseKey() const;
  // "KeyError: 'SA' at bot.py:5".
  [[nodiscard]] std::string Text() const;
};

// Returns the last exception in `stderr_tail`, which may begin in the middle.
// Understands Python, Node, Go, Rust, Java and C++ (std::terminate, assert, the
// sanitizers). Null if there is none.
std::optional<ThrownException> FindException(const std::string& stderr_tail);

// `text` with N in place of every number.
std::string WithoutNumbers(const std::string& text);

}  // namespace couillon::arena
