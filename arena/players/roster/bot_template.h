// New bots: a directory with a manifest and a minimal program, made from
// bots/templates/LANGUAGE.
#pragma once

#include <string>
#include <vector>

#include "absl/status/status.h"

namespace couillon::arena {

// The languages for which the source tree `source` has a template, in
// alphabetical order.
std::vector<std::string> TemplateLanguages(const std::string& source);

// Creates `directory` from the template of `language` in the source tree
// `source`. The bot's name is the last part of `directory`; it replaces
// {{name}} in the files. No file contains the path of `source`, so the
// directory can be moved. NotFound for a language without a template,
// InvalidArgument for a name that is not lower case letters, digits and
// underscores, AlreadyExists if `directory` exists.
absl::Status MakeBot(const std::string& language, const std::string& source,
                     const std::string& directory);

}  // namespace couillon::arena
