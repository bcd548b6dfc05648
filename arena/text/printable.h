// Text that came from a bot or its author, made fit for terminals, JSON and the
// store, or refused.
#pragma once

#include <cstddef>
#include <string>

#include "absl/status/status.h"

namespace couillon::arena {

// Whether `text` is printable UTF-8 on one line: without control characters,
// tabs and line ends, marks that change the direction of writing, and
// characters that cannot be seen. Such text can be shown anywhere, and no two
// different ones look the same for what is invisible in them.
bool IsPlainText(const std::string& text);

// OK if `text` is plain and has at most `most` bytes; otherwise InvalidArgument
// with the name of the field, what was found and what was expected.
absl::Status CheckPlainText(const std::string& field, const std::string& text,
                            std::size_t most);

// `text` with everything but plain text, tabs and line ends written as \xNN, so
// that no bot can steer a terminal, reorder what is shown or break a file. What
// is longer than `most` bytes is cut in the middle of `text`, and said to be.
std::string Printable(const std::string& text, std::size_t most = 4096);

// The same on one line, tabs and line ends written as \t and \n: for messages
// of ours that have text of a bot in them.
std::string PrintableLine(const std::string& text, std::size_t most = 4096);

// `text`, which Printable made, as lines that start with `indent` and "| " and
// are cut to the width of a terminal: so nothing that a bot writes can be taken
// for a line of ours. Each begins with a line end.
std::string QuotedLines(const std::string& text,
                        const std::string& indent = "    ");

// `text`, and what a process wrote to stderr last, if anything, as quoted lines
// behind it. It need not be printable yet.
std::string WithStderrTail(const std::string& text,
                           const std::string& stderr_tail);

}  // namespace couillon::arena
