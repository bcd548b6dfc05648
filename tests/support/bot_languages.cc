#include "tests/support/bot_languages.h"

#include <unistd.h>

#include <fstream>
#include <sstream>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "engine/cards/check.h"
#include "tests/support/program.h"

namespace couillon::testing_support {
namespace {

const std::string kSource = COUILLON_SOURCE;

// A test replaces it with the program of its own build.
constexpr char kCppProgram[] = "build/release/bin/couillon-bot";

}  // namespace

std::ostream& operator<<(std::ostream& out, const BotLanguage& language) {
  return out << language.name;
}

std::vector<BotLanguage> BotLanguages() {
  std::vector<BotLanguage> languages;
  std::ifstream file(kSource + "/bots/languages.txt");
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line.front() == '#') continue;
    std::istringstream columns(line);
    BotLanguage language;
    columns >> language.name >> language.built;
    language.built = kSource + "/" + language.built;
    for (std::string word; columns >> word;) language.command.push_back(word);
    COUILLON_CHECK(!language.command.empty());
    languages.push_back(language);
  }
  COUILLON_CHECK(!languages.empty());
  return languages;
}

std::string CommandOf(const BotLanguage& language, const std::string& bot,
                      const std::string& cpp_program) {
  std::string capitalized = bot;
  capitalized[0] = absl::ascii_toupper(static_cast<unsigned char>(bot[0]));
  std::vector<std::string> words;
  for (const std::string& word : language.command) {
    const bool is_path =
        absl::StartsWith(word, "build/") || absl::StartsWith(word, "bots/");
    words.push_back(
        word == kCppProgram
            ? cpp_program
            : absl::StrCat(is_path ? kSource + "/" : "",
                           absl::StrReplaceAll(
                               word, {{"NAME", bot}, {"Name", capitalized}})));
  }
  return absl::StrJoin(words, " ");
}

std::string WhyNotBuilt(const BotLanguage& language) {
  if (access(language.built.c_str(), R_OK) == 0) return "";
  const std::string skipped =
      kSource + "/build/bots/" + language.name + ".skipped";
  return access(skipped.c_str(), R_OK) == 0
             ? ReadFile(skipped)
             : language.built + " is missing: run tools/setup.sh --bots";
}

}  // namespace couillon::testing_support
