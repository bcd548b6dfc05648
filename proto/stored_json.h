// Reads messages from JSON that a program stored, which may be a stranger's.
#pragma once

#include <string_view>

#include "google/protobuf/message.h"

namespace couillon {

// Reads `text` into `message`. Returns false if it is no JSON of it, or if it
// has more than 4 million messages or 16 million values: an empty message takes
// a hundred times the memory of its text, so a text of kMaxStoredTextBytes
// would take many gigabytes. No league has as many.
bool ReadStoredJson(std::string_view text, google::protobuf::Message& message,
                    bool ignore_unknown_fields = false);

}  // namespace couillon
