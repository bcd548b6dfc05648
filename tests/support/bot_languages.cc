#include "tests/support/bot_languages.h"

#include <unistd.h>

#include <fstream>
#include <ostream>
#include <sstream>
#include <string>
#include <vector>

#include "engine/cards/check.h"
#include "tests/support/program.h"

namespace couillon::testing_support {
namespace {

const std::string kSource = COUILLON_SOURCE;

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
    languages.push_back(language);
  }
  COUILLON_CHECK(!languages.empty());
  return languages;
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
