// The last line that the program prints for a wrong command line: it names the
// word that is unknown, and the known one that is nearest to it.
#include <gtest/gtest.h>

#include <cstddef>
#include <ostream>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "tests/support/program.h"

namespace couillon {
namespace {

using testing_support::ProgramResult;
using testing_support::RunProgram;

// The exit codes of wrong usage, and of names that only a file, a ruleset or a
// bot can know.
constexpr int kUsage = 2;
constexpr int kError = 1;

struct WrongLine {
  std::string arguments;  // separated by blanks
  int exit_code = 0;
  std::string begin;  // of the last line
  std::string end;
};

void PrintTo(const WrongLine& line, std::ostream* out) {
  *out << line.arguments;
}

class UsageErrorTest : public ::testing::TestWithParam<WrongLine> {};

TEST_P(UsageErrorTest, TheLastLineSaysWhatWasMeant) {
  std::vector<std::string> command = {COUILLON_PROGRAM};
  for (const auto word :
       absl::StrSplit(GetParam().arguments, ' ', absl::SkipEmpty())) {
    command.emplace_back(word);
  }
  const ProgramResult run = RunProgram(command);
  EXPECT_EQ(run.exit_code, GetParam().exit_code) << run.err;
  EXPECT_EQ(run.out, "");
  const std::string text(absl::StripSuffix(run.err, "\n"));
  const std::size_t line_end = text.rfind('\n');
  const std::string line =
      line_end == std::string::npos ? text : text.substr(line_end + 1);
  EXPECT_TRUE(absl::StartsWith(line, GetParam().begin)) << line;
  EXPECT_TRUE(absl::EndsWith(line, GetParam().end)) << line;
}

// What the command itself does not have.
const std::vector<WrongLine>& WrongUsage() {
  static const std::vector<WrongLine> kLines = {
      {"leage run", kUsage, "couillon: unknown command \"leage\"",
       "; did you mean league?"},
      {"whist", kUsage, "couillon: unknown command \"whist\" ",
       "(couillon --help)"},
      {"", kUsage, "couillon: A subcommand is required", "(couillon --help)"},
      {"league statsu x", kUsage, "couillon league: unknown command \"statsu\"",
       "; did you mean status?"},
      {"bot chek x", kUsage, "couillon bot: unknown command \"chek\"",
       "; did you mean check?"},
      {"match a b --dels 3", kUsage, "couillon match: unknown option --dels",
       "; did you mean --deals?"},
      {"match a b --dels=3", kUsage, "couillon match: unknown option --dels",
       "; did you mean --deals?"},
      {"league run --bot a b", kUsage,
       "couillon league run: unknown option --bot", "; did you mean --bots?"},
      {"sprt --count 1,2,3,4,5", kUsage,
       "couillon sprt: unknown option --count", "; did you mean --counts?"},
      {"play --frob", kUsage, "couillon play: unknown option --frob",
       "(couillon play --help)"},
      {"rules -x", kUsage, "couillon rules: unknown option -x",
       "(couillon rules --help)"},
      {"verify x y", kUsage, "couillon verify: unexpected argument \"y\"",
       "(couillon verify --help)"},
      {"report x --format jsn", kUsage,
       "couillon report: --format: found \"jsn\"; expected text, json, csv",
       "; did you mean json?"},
      {"report x --format JSON", kUsage,
       "couillon report: --format: found \"JSON\"", "; did you mean json?"},
      {"report x --format yaml", kUsage,
       "couillon report: --format: found \"yaml\"", "(couillon report --help)"},
      {"bench --rows engine,grpc-unx", kUsage,
       "couillon bench: --rows: found \"grpc-unx\"; expected engine, bulk",
       "; did you mean grpc-unix?"},
      {"league run --bots a b --format individal", kUsage,
       "couillon league run: --format: found \"individal\"",
       "; did you mean individual?"},
      {"match a b --isolation bwrp", kUsage,
       "couillon match: --isolation: found \"bwrp\"", "; did you mean bwrap?"},
      {"match a b --deals x", kUsage,
       "couillon match: --deals: found x; expected a whole number",
       "(couillon match --help)"},
      {"match a b --deals 0x10", kUsage,
       "couillon match: --deals: found 0x10; expected a whole number",
       "(couillon match --help)"},
      {"deal fr --seed x --from -1", kUsage,
       "couillon deal: --from: found -1; expected 0 or more",
       "(couillon deal --help)"},
      {"deal fr --seed caf\xe9", kUsage,
       "couillon deal: --seed: found \"caf\\xe9\"; expected UTF-8",
       "(couillon deal --help)"},
      {"league run --bots a b --seed \xff", kUsage,
       "couillon league run: --seed: found \"\\xff\"; expected UTF-8",
       "(couillon league run --help)"},
      {"arena init x --deals 9 --seed \xff", kUsage,
       "couillon arena init: --seed: found \"\\xff\"; expected UTF-8",
       "(couillon arena init --help)"},
  };
  return kLines;
}

// What no file, ruleset or bot is.
const std::vector<WrongLine>& WrongNames() {
  static const std::vector<WrongLine> kLines = {
      {"deal fr --seed @/", kError, "couillon: --seed: /: Is a directory", ""},
      {"deal fr --seed @/dev/zero", kError,
       "couillon: --seed: /dev/zero: found more than 65536 bytes", ""},
      {"rules ./", kError, "couillon: ./: cannot be read: Is a directory", ""},
      {"rules no/such.txtpb", kError,
       "couillon: no/such.txtpb: cannot be read: No such file", ""},
      {"rules such.textproto", kError,
       "couillon: such.textproto: cannot be read: No such file", ""},
      {"rate --pairs /", kError, "couillon: /: cannot be read: Is a directory",
       "; expected the results of a league"},
      {"sprt --pairs /", kError, "couillon: /: cannot be read: Is a directory",
       "; expected a table of pair results"},
      {"rules kwajogen", kError,
       "couillon: no ruleset is called \"kwajogen\"; there are: ",
       "; did you mean kwajongen?"},
      {"match random greedy --ruleset fr;denexa", kError,
       "couillon: no ruleset is called \"fr;denexa\"",
       "; expected commas between rulesets"},
      {"match random,greedy random", kError,
       "couillon: --bots: found \"random,greedy\", which is no file; expected "
       "blanks between bots",
       ""},
      {"rules whist", kError, "couillon: no ruleset is called \"whist\"",
       "(or give the path of a file)"},
      {"rules mit-malmedy+dame-de-mak", kError,
       "couillon: mit-malmedy: the switch \"dame-de-mak\" does not apply",
       "; did you mean dame-de-make?"},
      {"match heuristik greedy", kError,
       "couillon: --bots: \"heuristik\" is neither",
       "; did you mean heuristic?"},
      {"match builtin:heuristik greedy", kError,
       "couillon: bot heuristik: there is no bundled bot \"heuristik\"",
       "; did you mean heuristic?"},
      {"match pimc:sampels=3 greedy", kError,
       "couillon: bot pimc:sampels=3: the bot pimc has the option \"sampels\"",
       "; did you mean samples?"},
      {"sprt el0=0 elo1=3 --counts 1,2,3,4,5", kError,
       "couillon: sprt: found el0=0; expected elo0=", "; did you mean elo0?"},
      {"league add nowhere heuristc", kError, "couillon: --bots: \"heuristc\"",
       "; did you mean heuristic?"},
      {"league replace nowhere a=builtin:nosuch", kError,
       "couillon: bot a: there is no bundled bot \"nosuch\"", ""},
      {"bot new --lang pyhton x", kError,
       "couillon: --lang: \"pyhton\" has no template",
       "; did you mean python?"},
  };
  return kLines;
}

INSTANTIATE_TEST_SUITE_P(WrongUsage, UsageErrorTest,
                         ::testing::ValuesIn(WrongUsage()));
INSTANTIATE_TEST_SUITE_P(WrongNames, UsageErrorTest,
                         ::testing::ValuesIn(WrongNames()));

}  // namespace
}  // namespace couillon
