// A report without what an arena marks otherwise than a league.
#pragma once

#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <utility>

namespace couillon::testing_support {

// Returns the document without marks and ranks. Those of an arena hold at every
// look, and depend on who joined when; the estimates do not.
inline nlohmann::json WithoutMarks(nlohmann::json document) {
  const std::set<std::string> marks = {"beats", "critical_value", "rank",
                                       "elo_per_match_rank",
                                       "elo_per_deal_rank"};
  if (document.is_object()) {
    for (const std::string& key : marks) document.erase(key);
  }
  if (document.is_structured()) {
    for (auto& part : document) part = WithoutMarks(std::move(part));
  }
  return document;
}

}  // namespace couillon::testing_support
