// One reader per format: Python, Java, Node, Go, Rust, sanitizers and failed
// assertions.

#include "arena/numbers/text/thrown_exception.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "absl/strings/strip.h"

namespace couillon::arena {
namespace {

using absl::string_view;
using Lines = std::vector<string_view>;

bool IsDigit(char c) {
  return absl::ascii_isdigit(static_cast<unsigned char>(c));
}

// Parts of the paths of code that is not the bot's own.
constexpr std::array<const char*, 20> kLibraries = {
    "/site-packages/", "/dist-packages/", "/packages/",     "/lib/python",
    "couillon_bot/",   "<frozen",         "node:",          "node_modules/",
    "bots/node/src/",  "/go/src/",        "/pkg/mod/",      "bots/go/bot/",
    "/sdk/bot/",       "/rustc/",         "/registry/src/", "/usr/include/",
    "/usr/lib/",       "/sysdeps/",       "../csu/",        "/libsanitizer/"};
constexpr std::array<const char*, 9> kJavaLibraries = {
    "java.",    "javax.",    "jdk.",        "sun.",         "java.base/",
    "io.grpc.", "io.netty.", "com.google.", "couillon.bot."};

bool IsLibrary(string_view path) {
  return std::ranges::any_of(kLibraries, [path](const char* part) {
    return absl::StrContains(path, part);
  });
}

// The innermost call of the bot's own code so far: the first one. A library's
// is no place to repair.
struct Innermost {
  std::string place;
  bool own = false;

  void See(const std::string& call, bool is_own) {
    if (own || call.empty() || !is_own) return;
    place = call;
    own = true;
  }
};

// Removes ":DIGITS" from the end of `text` and returns the digits; empty if
// there are none.
std::string TakeNumber(string_view& text) {
  std::size_t digits = text.size();
  while (digits > 0 && IsDigit(text[digits - 1])) --digits;
  if (digits == text.size() || digits == 0 || text[digits - 1] != ':') {
    return "";
  }
  const std::string number(text.substr(digits));
  text = text.substr(0, digits - 1);
  return number;
}

// "FILE:LINE" of a text that ends with FILE:LINE or FILE:LINE:COLUMN; empty if
// it does not.
std::string PlaceAtEnd(string_view text) {
  const std::string last = TakeNumber(text);
  if (last.empty()) return "";
  const std::string before = TakeNumber(text);
  text = absl::StripPrefix(text, "file://");
  if (text.empty()) return "";
  return std::string(text) + ":" + (before.empty() ? last : before);
}

// The text between `begin` and `end`; null if they do not occur in this order.
std::optional<string_view> Between(string_view text, string_view begin,
                                   string_view end) {
  const std::size_t from = text.find(begin);
  if (from == string_view::npos) return std::nullopt;
  text.remove_prefix(from + begin.size());
  const std::size_t to = text.find(end);
  if (to == string_view::npos) return std::nullopt;
  return text.substr(0, to);
}

std::string Trimmed(string_view text) {
  return std::string(absl::StripAsciiWhitespace(text));
}

// Python lists the innermost call last, and then the exception.
std::optional<ThrownException> ReadPython(const Lines& lines) {
  std::optional<ThrownException> thrown;
  std::vector<std::string> calls;
  for (const string_view line : lines) {
    const auto file = Between(line, "  File \"", "\", line ");
    if (file) {
      string_view number = line.substr(line.rfind("\", line ") + 8);
      number = number.substr(0, number.find_first_not_of("0123456789"));
      calls.push_back(std::string(*file) + ":" + std::string(number));
    } else if (!calls.empty() && !line.empty() && line[0] != ' ') {
      Innermost innermost;
      std::ranges::reverse(calls);
      for (const std::string& call : calls) {
        innermost.See(call, !IsLibrary(call));
      }
      thrown = {.what = Trimmed(line), .place = innermost.place};
      calls.clear();
    }
  }
  return thrown;
}

// A call of Java, "at module/package.Class.method(File.java:12)".
bool SeeJavaCall(string_view line, Innermost& innermost) {
  if (!absl::ConsumePrefix(&line, "at ") ||
      !absl::StrContains(line, ".java:")) {
    return false;
  }
  const auto place = Between(line, "(", ")");
  if (!place) return false;
  innermost.See(PlaceAtEnd(*place),
                std::ranges::none_of(kJavaLibraries, [line](const char* name) {
                  return absl::StartsWith(line, name);
                }));
  return true;
}

// A call of Node, "at name (FILE:LINE:COLUMN)" or "at FILE:LINE:COLUMN"; those
// of the backtraces of Rust look the same.
bool SeeNodeCall(string_view line, Innermost& innermost) {
  if (!absl::ConsumePrefix(&line, "at ")) return false;
  absl::ConsumePrefix(&line, "async ");
  if (absl::ConsumeSuffix(&line, ")")) {
    line.remove_prefix(
        line.rfind('(') == string_view::npos ? 0 : line.rfind('(') + 1);
  }
  const std::string place = PlaceAtEnd(line);
  if (place.empty()) return false;
  innermost.See(place, !IsLibrary(place));
  return true;
}

// Reads exceptions that are followed by their calls, the innermost first; the
// cause of an exception stands after it.
template <typename SeeCall>
std::optional<ThrownException> ReadCalls(const Lines& lines, SeeCall see) {
  std::optional<ThrownException> thrown;
  std::string what;
  Innermost innermost;
  for (const string_view line : lines) {
    const string_view text = absl::StripAsciiWhitespace(line);
    if (text.empty()) continue;
    if (see(text, innermost)) {
      if (!what.empty()) thrown = {.what = what, .place = innermost.place};
    } else if (!absl::StartsWith(text, "... ") &&
               !absl::StartsWith(text, "at ")) {
      what = std::string(text);
      innermost = {};
    }
  }
  return thrown;
}

std::optional<ThrownException> ReadJava(const Lines& lines) {
  std::optional<ThrownException> thrown = ReadCalls(lines, SeeJavaCall);
  if (!thrown) return thrown;
  string_view what = thrown->what;
  absl::ConsumePrefix(&what, "Caused by: ");
  if (absl::ConsumePrefix(&what, "Exception in thread \"")) {
    what = what.substr(what.find("\" ") + 2);
  }
  thrown->what = std::string(what);
  return thrown;
}

std::optional<ThrownException> ReadNode(const Lines& lines) {
  return ReadCalls(lines, SeeNodeCall);
}

// The panic of a line of Go, from the word on; empty if there is none. The SDK
// recovers from a panic: it prints "NAME: panic: MESSAGE" and then the calls.
string_view GoPanic(string_view line, string_view next) {
  if (absl::StartsWith(line, "panic: ") ||
      absl::StartsWith(line, "fatal error: ")) {
    return line;
  }
  const std::size_t at = line.find(": panic: ");
  if (at == string_view::npos || !absl::StartsWith(next, "goroutine ")) {
    return {};
  }
  return line.substr(at + 2);
}

std::optional<ThrownException> ReadGo(const Lines& lines) {
  std::optional<ThrownException> thrown;
  Innermost innermost;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const string_view line = lines[i];
    const string_view panic =
        GoPanic(line, i + 1 < lines.size() ? lines[i + 1] : "");
    if (!panic.empty()) {
      thrown = {.what = Trimmed(panic), .place = ""};
      innermost = {};
    } else if (thrown && absl::StartsWith(line, "\t")) {
      const string_view call = absl::StripAsciiWhitespace(line);
      innermost.See(PlaceAtEnd(call.substr(0, call.find(' '))),
                    !IsLibrary(call));
      thrown->place = innermost.place;
    }
  }
  return thrown;
}

// "thread 'main' panicked at FILE:LINE:COLUMN:" and the message in the next
// line; before Rust 1.73 "panicked at 'MESSAGE', FILE:LINE:COLUMN".
std::optional<ThrownException> ReadRust(const Lines& lines) {
  constexpr string_view kPanicked = "panicked at ";
  std::optional<ThrownException> thrown;
  Innermost innermost;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const std::size_t at = lines[i].find(kPanicked);
    if (at == string_view::npos) {
      if (thrown &&
          SeeNodeCall(absl::StripAsciiWhitespace(lines[i]), innermost)) {
        thrown->place = innermost.place;
      }
      continue;
    }
    string_view text = lines[i].substr(at + kPanicked.size());
    absl::ConsumeSuffix(&text, ":");
    std::string message = i + 1 < lines.size() ? Trimmed(lines[i + 1]) : "";
    const std::size_t comma = text.rfind(", ");
    if (absl::StartsWith(text, "'") && comma != string_view::npos) {
      message = std::string(text.substr(0, comma));
      text.remove_prefix(comma + 2);
    }
    innermost = {};
    innermost.See(PlaceAtEnd(text), !IsLibrary(text));
    thrown = {.what = "panic: " + message, .place = innermost.place};
  }
  return thrown;
}

// "#0 0x55 in Decide(int) FILE:LINE:COLUMN" of a sanitizer.
void SeeSanitizerCall(string_view line, Innermost& innermost) {
  line = absl::StripAsciiWhitespace(line);
  if (!absl::StartsWith(line, "#")) return;
  const std::string place = PlaceAtEnd(line.substr(line.rfind(' ') + 1));
  innermost.See(place, !IsLibrary(place));
}

std::optional<ThrownException> ReadSanitizer(const Lines& lines) {
  std::optional<ThrownException> thrown;
  Innermost innermost;
  for (const string_view line : lines) {
    const std::size_t error = line.find("runtime error: ");
    if (error != string_view::npos) {
      string_view place = line.substr(0, error);
      absl::ConsumeSuffix(&place, ": ");
      return ThrownException{.what = Trimmed(line.substr(error)),
                             .place = PlaceAtEnd(place)};
    }
    if (const auto kind = Between(line, "ERROR: ", "Sanitizer: "); kind) {
      const string_view what = line.substr(line.find("ERROR: ") + 7);
      thrown = {.what = Trimmed(what.substr(0, what.find(" on "))),
                .place = ""};
      innermost = {};
    } else if (string_view what = line;
               !thrown && absl::ConsumePrefix(&what, "SUMMARY: ")) {
      // The beginning of the report is not in the tail.
      what = what.substr(0, what.find(" in "));
      const std::size_t space = what.rfind(' ');
      if (space == string_view::npos) continue;
      thrown = {.what = Trimmed(what.substr(0, space)),
                .place = PlaceAtEnd(what.substr(space + 1))};
      return thrown;
    }
    if (!thrown || innermost.own) continue;
    SeeSanitizerCall(line, innermost);
    thrown->place = innermost.place;
  }
  return thrown;
}

// "PROGRAM: FILE:LINE: FUNCTION: Assertion `...' failed."
std::optional<ThrownException> ReadAssertion(const Lines& lines) {
  for (const string_view line : lines) {
    const std::size_t at = line.find(": Assertion ");
    if (at == string_view::npos) continue;
    for (const string_view part : absl::StrSplit(line.substr(0, at), ": ")) {
      const std::string place = PlaceAtEnd(part);
      if (place.empty()) continue;
      return ThrownException{.what = Trimmed(line.substr(at + 2)),
                             .place = place};
    }
  }
  return std::nullopt;
}

std::optional<ThrownException> ReadTerminate(const Lines& lines) {
  std::optional<ThrownException> thrown;
  for (const string_view line : lines) {
    if (const auto type = Between(
            line, "terminate called after throwing an instance of '", "'")) {
      thrown = {.what = std::string(*type), .place = ""};
    } else if (string_view what = line;
               thrown && absl::ConsumePrefix(&what, "  what():  ")) {
      thrown->what += ": " + Trimmed(what);
    }
  }
  return thrown;
}

// "KeyError" of "KeyError: 'SA'".
string_view KindOf(string_view what) { return what.substr(0, what.find(": ")); }

}  // namespace

std::string ThrownException::CauseKey() const {
  if (place.empty()) return WithoutNumbers(what);
  return std::string(KindOf(what)) + " at " + place;
}

std::string ThrownException::Text() const {
  return place.empty() ? what : what + " at " + place;
}

std::optional<ThrownException> FindException(const std::string& stderr_tail) {
  const Lines lines = absl::StrSplit(stderr_tail, '\n');
  for (const auto read : {ReadPython, ReadGo, ReadRust, ReadSanitizer, ReadJava,
                          ReadNode, ReadAssertion, ReadTerminate}) {
    if (auto thrown = read(lines)) return thrown;
  }
  return std::nullopt;
}

std::string WithoutNumbers(const std::string& text) {
  std::string result;
  for (const char c : text) {
    if (!IsDigit(c)) {
      result += c;
    } else if (!result.ends_with('N')) {
      result += 'N';
    }
  }
  return result;
}

}  // namespace couillon::arena
