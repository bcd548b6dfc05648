// New bots: a directory with a manifest and a program to begin with, made from
// bots/templates/LANGUAGE.
#pragma once

#include <string>
#include <vector>

#include "absl/status/status.h"

namespace couillon::tools {

// The root of the source tree this program was built from: where the SDKs and
// the templates are.
std::string SourceTree();

// The languages that `source` has a template for, in alphabetical order.
std::vector<std::string> TemplateLanguages(const std::string& source);

// Makes `directory` a bot called as its last part, from the template of
// `language`: in its files {{name}} becomes the name. Where `source` is stands
// in none of them, so that the directory can be moved. NotFound for a language
// without a template, InvalidArgument for a name that is no word, AlreadyExists
// if something is there.
absl::Status MakeBot(const std::string& language, const std::string& source,
                     const std::string& directory);

}  // namespace couillon::tools
