#include "tests/tools/run_command.h"

#include <iostream>
#include <optional>
#include <sstream>

#include "tools/commands/shared/command.h"

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

CommandRun RunCommand(void (*add)(tools::CommandLine),
                      const std::vector<std::string>& arguments) {
  tools::CommandLineParser parser("couillon", "test");
  parser.root().RequireSubcommand();
  add(parser.root());
  std::vector<const char*> argv = {"couillon"};
  for (const std::string& argument : arguments)
    argv.push_back(argument.c_str());
  const Caught out(std::cout);
  const Caught error(std::cerr);
  std::optional<int> exit_code =
      parser.Parse(static_cast<int>(argv.size()), argv.data());
  if (!exit_code) {
    exit_code = parser.RunChosen();
  } else if (*exit_code != 0) {
    exit_code = tools::kExitUsage;
  }
  return {.exit_code = *exit_code, .out = out.text(), .error = error.text()};
}

}  // namespace couillon::tests
