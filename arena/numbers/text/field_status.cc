// The name of a field is a payload of the status.
#include "arena/numbers/text/field_status.h"

#include "absl/strings/cord.h"
#include "absl/strings/str_cat.h"

namespace couillon::arena {
namespace {

constexpr char kPayload[] = "couillon/field";

}  // namespace

absl::Status WithField(absl::string_view field, absl::Status status) {
  if (!status.ok()) status.SetPayload(kPayload, absl::Cord(field));
  return status;
}

absl::Status FieldError(absl::string_view field, absl::string_view problem) {
  return WithField(field,
                   absl::InvalidArgumentError(absl::StrCat(field, problem)));
}

std::string FieldOf(const absl::Status& status) {
  const auto field = status.GetPayload(kPayload);
  return field ? std::string(*field) : "";
}

}  // namespace couillon::arena
