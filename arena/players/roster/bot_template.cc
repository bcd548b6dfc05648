// The files of a template with {{name}} replaced.

#include "arena/players/roster/bot_template.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <ios>
#include <system_error>

#include "absl/status/statusor.h"
#include "absl/strings/ascii.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "engine/cards/status_macros.h"
#include "proto/nearest_name.h"
#include "proto/whole_file.h"

namespace couillon::arena {
namespace {

namespace fs = std::filesystem;

fs::path Templates(const std::string& source) {
  return fs::path(source) / "bots" / "templates";
}

// Returns true if `name` is an identifier in every language and build system.
bool IsWord(const std::string& name) {
  return !name.empty() && absl::ascii_islower(name[0]) &&
         std::all_of(name.begin(), name.end(), [](unsigned char c) {
           return absl::ascii_islower(c) || absl::ascii_isdigit(c) || c == '_';
         });
}

absl::Status CopyFile(const fs::path& from, const fs::path& to,
                      const std::string& name) {
  ASSIGN_OR_RETURN(const std::string text, ReadWhole(from.string()));
  std::ofstream out(to, std::ios::binary);
  out << absl::StrReplaceAll(text, {{"{{name}}", name}});
  out.close();
  if (out) return absl::OkStatus();
  return absl::PermissionDeniedError(absl::StrFormat(
      "%s: cannot be written from %s", to.string(), from.string()));
}

}  // namespace

std::vector<std::string> TemplateLanguages(const std::string& source) {
  std::vector<std::string> languages;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(Templates(source), error)) {
    if (entry.is_directory(error)) {
      languages.push_back(entry.path().filename().string());
    }
  }
  std::sort(languages.begin(), languages.end());
  return languages;
}

absl::Status MakeBot(const std::string& language, const std::string& source,
                     const std::string& directory) {
  const std::string name = fs::path(directory).filename().string();
  if (!IsWord(name)) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "bot new: the name is \"%s\"; expected a small letter, then small "
        "letters, digits and underscores",
        name));
  }
  const std::vector<std::string> languages = TemplateLanguages(source);
  if (std::find(languages.begin(), languages.end(), language) ==
      languages.end()) {
    return absl::NotFoundError(absl::StrFormat(
        "--lang: \"%s\" has no template in %s; expected one of %s%s", language,
        Templates(source).string(), absl::StrJoin(languages, ", "),
        DidYouMean(language, languages)));
  }
  std::error_code error;
  if (fs::exists(directory, error)) {
    return absl::AlreadyExistsError(absl::StrFormat(
        "bot new: %s exists; expected a new directory", directory));
  }
  const fs::path from = Templates(source) / language;
  fs::create_directories(directory, error);
  for (const auto& entry : fs::recursive_directory_iterator(from, error)) {
    const fs::path to = directory / fs::relative(entry.path(), from, error);
    if (entry.is_directory(error)) {
      fs::create_directories(to, error);
      continue;
    }
    RETURN_IF_ERROR(CopyFile(entry.path(), to, name));
  }
  if (!error) return absl::OkStatus();
  return absl::PermissionDeniedError(
      absl::StrFormat("%s: %s", directory, error.message()));
}

}  // namespace couillon::arena
