// A page in one file: the page of tools/page.sh with the data that it shows.
#pragma once

#include <cstddef>
#include <string>

#include "absl/status/statusor.h"
#include "arena/numbers/format/json.h"

namespace couillon::arena {

// The data that the page shows; null where there is none.
struct PageData {
  Json report = nullptr;  // a couillon.report document
  Json run = nullptr;     // a couillon.run document
  Json losses = nullptr;  // a couillon.losses document, if there is one
  Json live = nullptr;    // of a served page: where its events come from
  Json play = nullptr;    // a couillon.play document
};

// Returns a JSON object for inside a script element: "<" and the line
// separators of JavaScript are escaped, so no text of a bot can end the
// element. Bytes that are not UTF-8 become U+FFFD.
std::string ScriptJson(const Json& json);

// Data of more bytes stand in the page as {"gzip": the same in base64}.
inline constexpr std::size_t kMaxPlainBytes = std::size_t{1} << 20;

// Returns the page with its data. FailedPrecondition if `page` has not exactly
// one place for it, so is no page of this version.
absl::StatusOr<std::string> PageWithData(const std::string& page,
                                         const PageData& data);

}  // namespace couillon::arena
