// A bot's description of itself.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace couillon::v1 {
class DescribeResponse;
}  // namespace couillon::v1

namespace couillon::bots {

// A bot's answer to Describe: its name, rulesets and limits. MakeDescription()
// adds the SDK.
struct BotInfo {
  std::string name;
  std::string version = "1";
  std::string author = {};
  // Ids of the rulesets that it plays, without switches; empty for all.
  std::vector<std::string> rulesets = {};
  std::uint32_t max_batch = 0;      // decisions per message; 0: no limit
  std::uint32_t max_in_flight = 0;  // unanswered messages; 0: no limit
  bool wants_results = false;       // whether Strategy::OnResult is called
};

v1::DescribeResponse MakeDescription(const BotInfo& info);

}  // namespace couillon::bots
