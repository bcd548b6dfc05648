#include "arena/measure/selftest/signature.h"

#include <gtest/gtest.h>

#include <set>

#include "engine/cards/action.h"
#include "engine/play/observation.h"
#include "proto/ruleset_catalog.h"

namespace couillon::arena {
namespace {

Action FirstLegal(const CompiledRules& /*rules*/, const Observation& seen) {
  return *seen.legal.begin();
}
Action Last(const CompiledRules& /*rules*/, const Observation& seen) {
  Action last = *seen.legal.begin();
  for (const Action action : seen.legal) last = action;
  return last;
}

std::vector<CompiledRules> SignatureRules(
    const std::vector<std::string>& specs) {
  std::vector<CompiledRules> rules;
  for (const std::string& spec : specs) rules.push_back(*wire::FindRules(spec));
  return rules;
}

TEST(BehaviourSignatureTest, IsTheSameEachTime) {
  const std::vector<DecideFunction> bots = {FirstLegal, Last};
  EXPECT_EQ(BehaviourSignature(SignatureRules({"basic-gerver"}), bots),
            BehaviourSignature(SignatureRules({"basic-gerver"}), bots));
}

TEST(BehaviourSignatureTest, ChangesWithOneBotOrOneKnobOfOneRuleset) {
  std::set<std::string> signatures;
  for (const char* second : {"six-32", "six-32+red-queens"}) {
    for (const auto bot : {FirstLegal, Last}) {
      signatures.insert(BehaviourSignature(
          SignatureRules({"basic-gerver", second}), {FirstLegal, bot}));
    }
  }
  EXPECT_EQ(signatures.size(), 4U);
}

}  // namespace
}  // namespace couillon::arena
