// What every JSON document of a command begins with.
#pragma once

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "absl/strings/str_format.h"
#include "tests/support/program.h"

namespace couillon::testing_support {

// Expects the key "schema" with a name and a version that docs/formats.md
// lists.
inline void ExpectListedSchema(const nlohmann::json& document) {
  ASSERT_TRUE(document.is_object() && document.contains("schema"))
      << document.dump().substr(0, 200);
  const nlohmann::json& schema = document["schema"];
  ASSERT_EQ(schema.size(), 2U) << schema;
  const std::string row =
      absl::StrFormat("\n| `%s` | %d |", schema.at("name").get<std::string>(),
                      schema.at("version").get<int>());
  EXPECT_NE(ReadFile(COUILLON_FORMATS_PAGE).find(row), std::string::npos)
      << "docs/formats.md has no row" << row;
}

}  // namespace couillon::testing_support
