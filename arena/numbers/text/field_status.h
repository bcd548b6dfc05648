// Errors that say which field of a request they are about, so that a command
// line can name the option that sets it.
#pragma once

#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"

namespace couillon::arena {

// Returns `status`, an error, with the name of the field that it is about.
absl::Status WithField(absl::string_view field, absl::Status status);

// Returns InvalidArgument, whose message is the name of the field and
// `problem`, such as ": found none".
absl::Status FieldError(absl::string_view field, absl::string_view problem);

// The field that `status` is about; empty if it names none.
std::string FieldOf(const absl::Status& status);

}  // namespace couillon::arena
