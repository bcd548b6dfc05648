// JSON with hashes of tokens; a change is written to a new file that only its
// owner can read.

#include "arena/standing/journal/authors.h"

#include <fcntl.h>
#include <sys/types.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstdio>
#include <filesystem>
#include <functional>
#include <system_error>
#include <vector>

#include "absl/strings/str_format.h"
#include "arena/league/store/directory_lock.h"
#include "arena/league/store/folder_content.h"
#include "arena/numbers/text/printable.h"
#include "arena/players/roster/name_rule.h"
#include "arena/standing/journal/journal.h"
#include "engine/cards/status_macros.h"
#include "engine/cards/text_hash.h"
#include "engine/deal/deal_source.h"
#include "google/protobuf/util/json_util.h"
#include "proto/stored_json.h"
#include "proto/whole_file.h"

namespace couillon::arena {
namespace {

namespace fs = std::filesystem;

std::string AuthorsPath(const std::string& directory) {
  return (fs::path(directory) / "authors.json").string();
}

absl::Status FileError(const std::string& path) {
  return absl::PermissionDeniedError(
      absl::StrFormat("%s: %s", path, std::generic_category().message(errno)));
}

// Writes all of `text` to a new file that only its owner can read.
absl::Status WritePrivate(const std::string& path, const std::string& text) {
  const int fd =
      open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  if (fd < 0) return FileError(path);
  std::size_t written = 0;
  while (written < text.size()) {
    const ssize_t bytes =
        write(fd, text.data() + written, text.size() - written);
    if (bytes <= 0) break;
    written += static_cast<std::size_t>(bytes);
  }
  const bool whole = written == text.size() && fsync(fd) == 0;
  absl::Status status = whole ? absl::OkStatus() : FileError(path);
  close(fd);
  return status;
}

absl::Status WriteAuthors(const std::string& directory,
                          const v1::AuthorList& authors) {
  google::protobuf::util::JsonPrintOptions options;
  options.add_whitespace = true;
  std::string text;
  if (!google::protobuf::util::MessageToJsonString(authors, &text, options)
           .ok()) {
    return absl::InternalError("the list of authors has no JSON form");
  }
  const std::string path = AuthorsPath(directory);
  const std::string temporary = path + ".new";
  RETURN_IF_ERROR(WritePrivate(temporary, text));
  if (std::rename(temporary.c_str(), path.c_str()) != 0) return FileError(path);
  SyncFolder(directory);
  return absl::OkStatus();
}

// Calls `change` with the list and writes it; nobody else changes it meanwhile,
// since the journal's lock is held.
absl::Status ChangeAuthors(
    const std::string& directory,
    const std::function<absl::Status(v1::AuthorList&)>& change) {
  return UpdateJournal(
      directory,
      [&](const JournalEntries& /*entries*/) -> absl::StatusOr<JournalEntries> {
        ASSIGN_OR_RETURN(v1::AuthorList authors, ReadAuthors(directory));
        RETURN_IF_ERROR(change(authors));
        RETURN_IF_ERROR(WriteAuthors(directory, authors));
        return JournalEntries();
      });
}

absl::Status CheckNewAuthor(const v1::AuthorList& authors,
                            const std::string& author) {
  RETURN_IF_ERROR(CheckName("author", author));
  const std::vector<std::string> skeletons = NameSkeletons(author);
  for (const v1::AdmittedAuthor& other : authors.authors()) {
    if (!LookAlike(skeletons, NameSkeletons(other.name()))) continue;
    return absl::InvalidArgumentError(absl::StrFormat(
        "author is \"%s\", which looks like the author %s; expected a name "
        "that cannot be mistaken for it",
        author, PrintableLine(other.name())));
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<std::string> AdmitAuthor(const std::string& directory,
                                        const std::string& author,
                                        std::uint32_t most_bots) {
  std::string token = FreshSeed();
  RETURN_IF_ERROR(ChangeAuthors(directory, [&](v1::AuthorList& authors) {
    const auto known = std::find_if(
        authors.mutable_authors()->begin(), authors.mutable_authors()->end(),
        [&author](const auto& each) { return each.name() == author; });
    if (known == authors.mutable_authors()->end()) {
      RETURN_IF_ERROR(CheckNewAuthor(authors, author));
    }
    v1::AdmittedAuthor& entry = known == authors.mutable_authors()->end()
                                    ? *authors.add_authors()
                                    : *known;
    entry.set_name(author);
    entry.set_token_hash(TextHash(token));
    entry.set_most_bots(most_bots);
    return absl::OkStatus();
  }));
  return token;
}

absl::Status DismissAuthor(const std::string& directory,
                           const std::string& author) {
  return ChangeAuthors(directory, [&](v1::AuthorList& authors) {
    for (int i = 0; i < authors.authors_size(); ++i) {
      if (authors.authors(i).name() != author) continue;
      authors.mutable_authors()->DeleteSubrange(i, 1);
      return absl::OkStatus();
    }
    return absl::NotFoundError(
        absl::StrFormat("%s: no author \"%s\" is admitted", directory, author));
  });
}

absl::StatusOr<v1::AuthorList> ReadAuthors(const std::string& directory) {
  v1::AuthorList authors;
  const std::string path = AuthorsPath(directory);
  std::error_code error;
  if (!fs::exists(path, error)) return authors;
  RETURN_IF_ERROR(CheckPlainFile(path));
  ASSIGN_OR_RETURN(const std::string text,
                   ReadWhole(path, kMaxStoredTextBytes));
  if (!ReadStoredJson(text, authors)) {
    return absl::DataLossError(absl::StrFormat(
        "%s: cannot be read; expected a list of authors as JSON", path));
  }
  return authors;
}

absl::StatusOr<v1::AdmittedAuthor> AuthorWithToken(const std::string& directory,
                                                   const std::string& token) {
  if (token.empty()) {
    return absl::UnauthenticatedError(
        "no token was sent; expected \"authorization: Bearer TOKEN\"");
  }
  ASSIGN_OR_RETURN(const v1::AuthorList authors, ReadAuthors(directory));
  const std::string hash = TextHash(token);
  for (const v1::AdmittedAuthor& author : authors.authors()) {
    if (author.token_hash() == hash) return author;
  }
  return absl::UnauthenticatedError("the arena does not know this token");
}

}  // namespace couillon::arena
