// A digest over lists of texts, each after its length; a difference names the
// first file that differs.

#include "arena/players/roster/bot_identity.h"

#include <filesystem>
#include <map>
#include <system_error>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "arena/numbers/text/printable.h"
#include "arena/players/process/bot_program.h"
#include "arena/players/process/sandbox_view.h"
#include "arena/players/roster/bot_folder.h"
#include "arena/players/roster/open_file.h"
#include "arena/table/referee/bot_description.h"
#include "couillon/v1/bot_manifest.pb.h"
#include "couillon/v1/bot_service.pb.h"
#include "couillon/v1/league.pb.h"
#include "engine/cards/status_macros.h"
#include "engine/cards/text_hash.h"

namespace couillon::arena {
namespace {

namespace fs = std::filesystem;

absl::Status WrongIdentity(const v1::BotEntry& entry, const std::string& what) {
  return absl::InvalidArgumentError(absl::StrFormat(
      "bot %s: %s", PrintableLine(entry.name()), PrintableLine(what)));
}

constexpr char kLinkTo[] = "link to ";

// The digests of a bot's files, by path.
using Files = std::map<std::string, std::string>;

absl::Status AddFile(const v1::BotEntry& entry,
                     const absl::StatusOr<std::string>& digest,
                     const std::string& name, Files& files) {
  if (!digest.ok()) {
    return WrongIdentity(entry, std::string(digest.status().message()));
  }
  files[name] = *digest;
  return absl::OkStatus();
}

absl::StatusOr<std::string> DigestAt(BotFolder& folder,
                                     const std::string& path) {
  ASSIGN_OR_RETURN(const BotFolder::File file, folder.OpenAt(path));
  return file.content.Digest();
}

absl::Status AddDirectory(const v1::BotEntry& entry, Files& files) {
  absl::StatusOr<BotFolder> folder = BotFolder::Open(entry.directory());
  if (!folder.ok()) {
    return WrongIdentity(entry, std::string(folder.status().message()));
  }
  const absl::StatusOr<std::vector<BotFolderEntry>> found = folder->List();
  if (!found.ok()) {
    return WrongIdentity(entry, std::string(found.status().message()));
  }
  for (const BotFolderEntry& item : *found) {
    if (item.kind == BotFolderEntry::Kind::kFile) {
      RETURN_IF_ERROR(
          AddFile(entry, DigestAt(*folder, item.path), item.path, files));
    } else if (item.kind != BotFolderEntry::Kind::kOther) {
      files[item.path] = kLinkTo + item.target;
    }
  }
  for (const BotFolderEntry& item : *found) {
    if (item.kind != BotFolderEntry::Kind::kLinkToFile) continue;
    const auto leads = files.find(item.leads);
    if (leads != files.end()) files[item.path] = leads->second;
  }
  return absl::OkStatus();
}

// Adds the file that a word of a command names, if it names one that is neither
// in the bot's directory nor the system's.
absl::Status AddNamed(const v1::BotEntry& entry, const std::string& word,
                      Files& files) {
  std::error_code error;
  const fs::path path = fs::path(entry.directory()) / word;
  const fs::path real = fs::canonical(path, error);
  if (error || !fs::is_regular_file(real, error)) return absl::OkStatus();
  if (IsOfTheSystem(real)) return absl::OkStatus();
  const fs::path inside =
      entry.directory().empty()
          ? fs::path("..")
          : real.lexically_relative(fs::canonical(entry.directory(), error));
  if (*inside.begin() != "..") return absl::OkStatus();
  return AddFile(entry, DigestFile(path.string()), word, files);
}

absl::Status AddCommand(const v1::BotEntry& entry, Files& files) {
  absl::StatusOr<std::string> program =
      FindProgram(entry.command(0), entry.directory());
  if (!program.ok()) {
    return absl::NotFoundError(
        absl::StrFormat("bot %s: %s", PrintableLine(entry.name()),
                        std::string(program.status().message())));
  }
  absl::Status status = AddNamed(entry, *program, files);
  for (int i = 1; status.ok() && i < entry.command_size(); ++i) {
    const std::string& word = entry.command(i);
    status = AddNamed(entry, word, files);
    const auto equals = word.find('=');
    if (status.ok() && equals != std::string::npos) {
      status = AddNamed(entry, word.substr(equals + 1), files);
    }
  }
  return status;
}

// A text after its length, so that no two lists of texts have the same form.
void Append(const std::string& text, std::string& form) {
  absl::StrAppend(&form, text.size(), ":", text, ";");
}

std::string ComputeDigest(const v1::BotEntry& entry,
                          const v1::BotIdentity& identity) {
  std::string form;
  Append(entry.builtin(), form);
  Append(entry.remote().address(), form);
  if (entry.has_dial_in()) {
    Append(entry.dial_in().author(), form);
    Append(entry.dial_in().description().SerializeAsString(), form);
  }
  Append(absl::StrCat(entry.command_size()), form);
  for (const std::string& word : entry.command()) Append(word, form);
  Append(absl::StrCat(entry.options_size()), form);
  for (const v1::BotOption& option : entry.options()) {
    Append(option.name(), form);
    Append(option.value(), form);
  }
  Append(entry.version(), form);
  Append(identity.described_name(), form);
  Append(identity.described_version(), form);
  // One text more, where files are pairs: no other bot has this form. Without
  // an SDK the form is that of versions that knew none.
  if (!identity.sdk().empty()) Append(identity.sdk(), form);
  for (const v1::BotFile& file : identity.files()) {
    Append(file.path(), form);
    Append(file.digest(), form);
  }
  return TextHash(form);
}

Files ListFiles(const v1::BotIdentity& identity) {
  Files files;
  for (const v1::BotFile& file : identity.files()) {
    files[file.path()] = file.digest();
  }
  return files;
}

// The change of the first file that differs, by path; empty if none does.
std::string FileDifference(const Files& stored, const Files& found) {
  for (const auto& [path, digest] : stored) {
    const auto now = found.find(path);
    if (now == found.end()) return "the file " + path + " is missing";
    if (now->second != digest) return "the file " + path + " has changed";
  }
  for (const auto& [path, digest] : found) {
    if (stored.count(path) == 0) return "the file " + path + " is new";
  }
  return "";
}

bool IsDescribed(const v1::BotIdentity& identity) {
  return !identity.described_name().empty() ||
         !identity.described_version().empty();
}

std::string DescriptionDifference(const v1::BotIdentity& stored,
                                  const v1::BotIdentity& found) {
  const auto text = [](const v1::BotIdentity& identity) {
    return absl::StrCat(identity.described_name(), " ",
                        identity.described_version());
  };
  if (!IsDescribed(stored) || !IsDescribed(found)) return "";
  if (text(stored) == text(found)) return "";
  return absl::StrFormat("it says that it is \"%s\", and was \"%s\"",
                         text(found), text(stored));
}

std::string SdkDifference(const v1::BotIdentity& stored,
                          const v1::BotIdentity& found) {
  if (stored.sdk().empty() || stored.sdk() == found.sdk()) return "";
  if (found.sdk().empty() && !IsDescribed(found)) return "";
  return absl::StrFormat(
      "its SDK is %s, and was \"%s\"",
      found.sdk().empty() ? "not named" : "\"" + found.sdk() + "\"",
      stored.sdk());
}

}  // namespace

absl::StatusOr<v1::BotIdentity> ComputeIdentity(const v1::BotEntry& entry) {
  Files files;
  absl::Status status;
  if (!entry.directory().empty()) status = AddDirectory(entry, files);
  if (status.ok() && !entry.command().empty()) {
    status = AddCommand(entry, files);
  }
  if (!status.ok()) return status;
  v1::BotIdentity identity;
  for (const auto& [path, digest] : files) {
    v1::BotFile& file = *identity.add_files();
    file.set_path(path);
    file.set_digest(digest);
  }
  identity.set_digest(ComputeDigest(entry, identity));
  return identity;
}

void AddDescription(const v1::BotEntry& entry,
                    const BotDescription& description,
                    v1::BotIdentity& identity) {
  identity.set_described_name(description.name);
  identity.set_described_version(description.version);
  identity.set_sdk(description.sdk);
  identity.set_digest(ComputeDigest(entry, identity));
}

bool IsSameBot(const v1::BotEntry& stored, const v1::BotEntry& today) {
  const std::string& digest = stored.identity().digest();
  if (digest == today.identity().digest()) return true;
  if (!stored.identity().sdk().empty()) return false;
  v1::BotEntry unnamed = today;
  unnamed.mutable_identity()->clear_sdk();
  if (unnamed.has_dial_in()) {
    unnamed.mutable_dial_in()->mutable_description()->clear_sdk();
  }
  return digest == ComputeDigest(unnamed, unnamed.identity());
}

absl::Status CompareIdentity(const v1::BotEntry& entry,
                             const v1::BotIdentity& found) {
  const v1::BotIdentity& stored = entry.identity();
  std::string difference = FileDifference(ListFiles(stored), ListFiles(found));
  if (difference.empty()) difference = DescriptionDifference(stored, found);
  if (difference.empty()) difference = SdkDifference(stored, found);
  if (difference.empty()) return absl::OkStatus();
  return absl::FailedPreconditionError(
      absl::StrFormat("bot %s is not the bot that played: %s",
                      PrintableLine(entry.name()), PrintableLine(difference)));
}

absl::Status CheckIdentities(const v1::LeagueConfig& config) {
  for (const v1::BotEntry& entry : config.bots()) {
    if (!entry.has_identity()) continue;
    std::error_code error;
    if (!entry.directory().empty() && !fs::exists(entry.directory(), error)) {
      return absl::NotFoundError(
          absl::StrFormat("bot %s: %s is not on this machine",
                          PrintableLine(entry.name()), entry.directory()));
    }
    ASSIGN_OR_RETURN(const v1::BotIdentity found, ComputeIdentity(entry));
    RETURN_IF_ERROR(CompareIdentity(entry, found));
  }
  return absl::OkStatus();
}

}  // namespace couillon::arena
