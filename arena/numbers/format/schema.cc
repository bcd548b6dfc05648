// The key "schema", always the first.

#include "arena/numbers/format/schema.h"

namespace couillon::arena {

Json NewDocument(const Schema& schema) {
  Json document;
  document["schema"] = {{"name", schema.name}, {"version", schema.version}};
  return document;
}

}  // namespace couillon::arena
