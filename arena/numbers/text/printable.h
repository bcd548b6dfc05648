// Checks and escapes untrusted text of bots and their authors for terminals,
// JSON and the store.
#pragma once

#include <cstddef>
#include <string>

#include "absl/status/status.h"

namespace couillon::arena {

// Returns true if `text` is valid UTF-8, as protobuf and JSON require.
bool IsUtf8(const std::string& text);

// Returns true if `text` is printable UTF-8 on one line: without control
// characters, tabs, line ends, bidirectional controls and invisible characters.
// Such text can be shown anywhere, and no two such texts differ only in
// invisible characters.
bool IsPlainText(const std::string& text);

// Returns OK if `text` is plain and has at most `most` bytes; otherwise
// InvalidArgument with `field`, what was found and what was expected.
absl::Status CheckPlainText(const std::string& field, const std::string& text,
                            std::size_t most);

// Returns `text` with all bytes but plain text, tabs and line ends escaped as
// \xNN, so that no bot can control a terminal, reorder its output or break a
// file. If `text` has more than `most` bytes, a note replaces its middle.
std::string Printable(const std::string& text, std::size_t most = 4096);

// Returns the same on one line, with tabs and line ends escaped as \t and \n:
// for messages of the arena that contain text of a bot.
std::string PrintableLine(const std::string& text, std::size_t most = 4096);

// Returns `text` as lines that start with `indent` and "| ", wrapped to the
// width of a terminal, so that no text of a bot looks like a line of the arena.
// A line end precedes each. Requires: `text` is a result of Printable.
std::string QuotedLines(const std::string& text,
                        const std::string& indent = "    ");

// Returns `text` with the stderr tail of a process, if any, as quoted lines
// after it. The tail need not be printable.
std::string WithStderrTail(const std::string& text,
                           const std::string& stderr_tail);

}  // namespace couillon::arena
