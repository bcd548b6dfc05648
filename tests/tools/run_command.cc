#include "tests/tools/run_command.h"

#include <CLI/CLI.hpp>
#include <iostream>
#include <sstream>

namespace couillon::tests {
namespace {

// Sends a stream into a string for as long as it lives.
class Caught {
 public:
  explicit Caught(std::ostream& stream)
      : stream_(stream), before_(stream.rdbuf(text_.rdbuf())) {}
  ~Caught() { stream_.rdbuf(before_); }
  Caught(const Caught&) = delete;
  Caught& operator=(const Caught&) = delete;
  [[nodiscard]] std::string text() const { return text_.str(); }

 private:
  std::ostream& stream_;
  std::ostringstream text_;
  std::streambuf* before_;
};

}  // namespace

CommandRun RunCommand(void (*add)(CLI::App&, tools::Command&),
                      const std::vector<std::string>& words) {
  CLI::App app("test");
  app.require_subcommand(1);
  tools::Command chosen;
  add(app, chosen);
  try {
    // CLI11 takes the words from the last to the first.
    app.parse(std::vector<std::string>(words.rbegin(), words.rend()));
  } catch (const CLI::ParseError& error) {
    return {.exit_code = tools::kExitUsage, .error = error.what()};
  }
  const Caught out(std::cout);
  const Caught error(std::cerr);
  const int exit_code = chosen();
  return {.exit_code = exit_code, .out = out.text(), .error = error.text()};
}

}  // namespace couillon::tests
