// Protobuf's JSON, written to a new file that replaces the old one.

#include "arena/league/store/audit_file.h"

#include <filesystem>
#include <fstream>
#include <ios>
#include <system_error>

#include "absl/strings/str_format.h"
#include "arena/league/store/folder_content.h"
#include "engine/cards/status_macros.h"
#include "google/protobuf/util/json_util.h"
#include "proto/stored_json.h"
#include "proto/whole_file.h"

namespace couillon::arena {
namespace {

std::string AuditPath(const std::string& directory) {
  return (std::filesystem::path(directory) / "audit.json").string();
}

absl::Status CannotWrite(const std::string& path) {
  return absl::PermissionDeniedError(absl::StrFormat(
      "%s: cannot be written; make the directory writable, or copy the league",
      path));
}

}  // namespace

absl::StatusOr<std::optional<v1::LeagueAudit>> ReadAudit(
    const std::string& directory) {
  const std::string path = AuditPath(directory);
  std::error_code error;
  RETURN_IF_ERROR(CheckPlainFile(path));
  if (!std::filesystem::exists(path, error)) return std::nullopt;
  ASSIGN_OR_RETURN(const std::string text,
                   ReadWhole(path, kMaxStoredTextBytes));
  v1::LeagueAudit audit;
  if (ReadStoredJson(text, audit)) {
    return audit;
  }
  return absl::DataLossError(absl::StrFormat(
      "%s: is not a stored audit; remove it, and audit the league again",
      path));
}

absl::Status WriteAudit(const std::string& directory,
                        const v1::LeagueAudit& audit) {
  const std::string path = AuditPath(directory);
  const std::string fresh = path + ".new";
  google::protobuf::util::JsonPrintOptions options;
  options.add_whitespace = true;
  std::string json;
  if (!google::protobuf::util::MessageToJsonString(audit, &json, options)
           .ok()) {
    return absl::InternalError("the audit has no JSON form");
  }
  std::error_code error;
  std::filesystem::remove(fresh, error);  // it may be a link to another file
  {
    std::ofstream file(fresh, std::ios::binary | std::ios::trunc);
    file << json;
    if (!file.flush()) return CannotWrite(fresh);
  }
  std::filesystem::rename(fresh, path, error);
  return error ? CannotWrite(path) : absl::OkStatus();
}

absl::Status RemoveAudit(const std::string& directory) {
  std::error_code error;
  std::filesystem::remove(AuditPath(directory), error);
  return error ? CannotWrite(AuditPath(directory)) : absl::OkStatus();
}

}  // namespace couillon::arena
