// The info as a DescribeResponse.

#include "bots/cpp/bot_info.h"

#include "bots/cpp/sdk_name.h"
#include "couillon/v1/bot_service.pb.h"

namespace couillon::bots {

v1::DescribeResponse MakeDescription(const BotInfo& info) {
  v1::DescribeResponse message;
  message.set_name(info.name);
  message.set_version(info.version);
  message.set_author(info.author);
  for (const std::string& ruleset : info.rulesets) {
    message.add_rulesets(ruleset);
  }
  message.set_max_batch(info.max_batch);
  message.set_max_in_flight(info.max_in_flight);
  message.set_wants_results(info.wants_results);
  message.set_sdk(SdkName());
  return message;
}

}  // namespace couillon::bots
