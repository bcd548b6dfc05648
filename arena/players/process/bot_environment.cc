#include "arena/players/process/bot_environment.h"

#include <algorithm>
#include <cstdlib>
#include <map>

#include "absl/strings/match.h"

extern char** environ;  // NOLINT: the name that POSIX gives it

namespace couillon::arena {
namespace {

// Variables that locate programs and libraries, or set language and time zone.
bool IsForPrograms(const std::string& name) {
  static const std::vector<std::string> kNames = {
      "PATH",       "LANG",          "LANGUAGE",     "TZ",
      "JAVA_HOME",  "JDK_HOME",      "VIRTUAL_ENV",  "LD_LIBRARY_PATH",
      "PYENV_ROOT", "PYENV_VERSION", "CONDA_PREFIX", "NODE_PATH",
      "GEM_PATH",   "RBENV_VERSION", "PYTHONPATH",   "CLASSPATH"};
  return name.starts_with("LC_") ||
         std::find(kNames.begin(), kNames.end(), name) != kNames.end();
}

// Variables that the dynamic loader and the C library obey.
bool IsForTheLoader(const std::string& name) {
  static const std::vector<std::string> kNames = {"GLIBC_TUNABLES",
                                                  "GCONV_PATH", "LOCPATH"};
  return name.starts_with("LD_") || name.starts_with("MALLOC_") ||
         std::find(kNames.begin(), kNames.end(), name) != kNames.end();
}

bool IsOwnVariable(const std::string& entry, const std::string& name) {
  const char* value = std::getenv(name.c_str());
  return value != nullptr && entry == name + "=" + value;
}

}  // namespace

std::vector<std::string> BotEnvironment(const std::vector<std::string>& passed,
                                        const std::vector<std::string>& own,
                                        const std::string& scratch) {
  std::map<std::string, std::string> variables;
  const auto set = [&variables](const std::string& entry) {
    const std::string name = entry.substr(0, entry.find('='));
    variables[name] = entry;
  };
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string text = *entry;
    if (IsForPrograms(text.substr(0, text.find('=')))) set(text);
  }
  set("HOME=" + scratch);
  set("TMPDIR=" + scratch);
  for (const std::string& entry : passed) {
    if (absl::StrContains(entry, '=')) {
      set(entry);
    } else if (const char* value = std::getenv(entry.c_str())) {
      set(entry + "=" + value);
    }
  }
  for (const std::string& entry : own) set(entry);
  std::vector<std::string> environment;
  environment.reserve(variables.size());
  for (const auto& [name, entry] : variables) environment.push_back(entry);
  return environment;
}

std::vector<std::string> TakeLoaderVariables(
    std::vector<std::string>& environment) {
  std::vector<std::string> taken;
  std::erase_if(environment, [&taken](const std::string& entry) {
    const std::string name = entry.substr(0, entry.find('='));
    if (!IsForTheLoader(name) || IsOwnVariable(entry, name)) return false;
    taken.insert(taken.end(),
                 {"--setenv", name,
                  entry.substr(std::min(entry.size(), name.size() + 1))});
    return true;
  });
  return taken;
}

}  // namespace couillon::arena
