// The texts that the author of a bot writes into a manifest or a list. They are
// refused if they could change how tables, reports or a terminal look.
#pragma once

#include <string>

#include "absl/status/status.h"

namespace couillon::v1 {
class BotEntry;
class BotManifest;
}  // namespace couillon::v1

namespace couillon::arena {

// InvalidArgument if a text is not plain (arena/numbers/text/printable.h) or
// too long, or if the name starts or ends with a blank or starts with a
// character that has a meaning in a spreadsheet. The error gives `where`, the
// field, what was found and what was expected.
absl::Status CheckBotTexts(const std::string& where,
                           const v1::BotManifest& manifest);
absl::Status CheckBotTexts(const std::string& where, const v1::BotEntry& entry);

}  // namespace couillon::arena
