// The texts of engine/rulesets, built into the program.
#pragma once

#include <string>
#include <vector>

namespace couillon {

struct NamedText {
  std::string name;  // the file's name without ".txtpb"
  std::string text;
};

// Every built-in ruleset, as a couillon.v1.Ruleset in protobuf text.
const std::vector<NamedText>& RulesetTexts();

// Every switch, as a couillon.v1.Switch in protobuf text.
const std::vector<NamedText>& SwitchTexts();

}  // namespace couillon
