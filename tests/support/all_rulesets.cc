#include "tests/support/all_rulesets.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <utility>

#include "absl/status/statusor.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "engine/rules/ruleset.h"
#include "proto/ruleset_catalog.h"

namespace couillon::tests {
namespace {

// The switches of a ruleset as they are written after a plus sign.
std::vector<std::string> SwitchesOf(const std::string& id) {
  std::vector<std::string> names;
  for (const std::string& name : Rules(id).ruleset.switches) {
    const bool takes_number = absl::EndsWith(name, "-N");
    names.push_back(takes_number
                        ? absl::StrCat(name.substr(0, name.size() - 1), "9")
                        : name);
  }
  return names;
}

}  // namespace

std::vector<std::string> SpecsOf(const std::string& id) {
  std::vector<std::string> specs = {id};
  for (const std::string& name : SwitchesOf(id)) {
    specs.push_back(absl::StrCat(id, "+", name));
  }
  return specs;
}

std::vector<std::string> SpecsWithTwoSwitches(const std::string& id) {
  std::vector<std::string> specs;
  const std::vector<std::string> names = SwitchesOf(id);
  for (const std::string& first : names) {
    for (const std::string& second : names) {
      if (first == second) continue;
      const std::string spec = absl::StrCat(id, "+", first, "+", second);
      const std::string refused(wire::FindRuleset(spec).status().message());
      if (!absl::StrContains(refused, "\" undoes \"")) specs.push_back(spec);
    }
  }
  return specs;
}

CompiledRules Rules(const std::string& spec) {
  absl::StatusOr<CompiledRules> rules = wire::FindRules(spec);
  if (rules.ok()) return *std::move(rules);
  std::fprintf(stderr, "%s\n", rules.status().ToString().c_str());
  std::abort();
}

std::string TestName(const std::string& id) {
  std::string name = id;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

}  // namespace couillon::tests
