// Hands errors on to the caller, under the names that Abseil has for it. Its
// own header is not yet in the release that Debian ships.
#pragma once

#include <utility>

#include "absl/status/status.h"

// RETURN_IF_ERROR(expression): returns the status that `expression` gives,
// unless it is OK. The function returns absl::Status or absl::StatusOr.
#define RETURN_IF_ERROR(...) \
  COUILLON_RETURN_IF_ERROR_(COUILLON_UNIQUE_(status_, __COUNTER__), __VA_ARGS__)

// ASSIGN_OR_RETURN(lhs, expression): assigns the value of an absl::StatusOr to
// `lhs`, which may declare a variable, or returns its status. Is three
// statements: write it in a block of its own. A type with a comma needs `auto`.
#define ASSIGN_OR_RETURN(lhs, ...)                                           \
  COUILLON_ASSIGN_OR_RETURN_(COUILLON_UNIQUE_(status_or_, __COUNTER__), lhs, \
                             __VA_ARGS__)

#define COUILLON_RETURN_IF_ERROR_(status, ...)          \
  if (absl::Status status = (__VA_ARGS__); status.ok()) \
    [[likely]];                                         \
  else /* NOLINT */                                     \
    return status
#define COUILLON_ASSIGN_OR_RETURN_(status_or, lhs, ...) \
  auto status_or = (__VA_ARGS__);                       \
  if (!status_or.ok()) [[unlikely]]                     \
    return std::move(status_or).status();               \
  lhs = *std::move(status_or)
#define COUILLON_UNIQUE_(name, number) COUILLON_UNIQUE_JOIN_(name, number)
#define COUILLON_UNIQUE_JOIN_(name, number) name##number
