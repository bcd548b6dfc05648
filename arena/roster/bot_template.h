// New bots: a directory with a manifest and a program to begin with, made from
// bots/templates/LANGUAGE.
#pragma once

#include <string>
#include <vector>

#include "absl/status/status.h"

namespace couillon::arena {

// The languages that the source tree `source` has a template for, in
// alphabetical order.
std::vector<std::string> TemplateLanguages(const std::string& source);

// Makes `directory` a bot named as its last part, from the template of
// `language` in the source tree `source`: in its files {{name}} becomes the
// name. None of them contains the path of `source`, so that the directory can
// be moved. NotFound for a language without a template, InvalidArgument for a
// name that is not lower case letters, digits and underscores, AlreadyExists
// if `directory` exists.
absl::Status MakeBot(const std::string& language, const std::string& source,
                     const std::string& directory);

}  // namespace couillon::arena
