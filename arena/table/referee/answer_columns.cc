// The columns have equal length and no more answers than open decisions; then
// each answer becomes an event.

#include "arena/table/referee/answer_columns.h"

#include "absl/strings/str_format.h"
#include "arena/table/verdict.h"
#include "couillon/v1/bot_service.pb.h"

namespace couillon::arena {

absl::Status ReadAnswers(const v1::PlayResponse& response, LinkIndex link,
                         std::size_t open, std::vector<BotEvent>& events) {
  const int answers = response.decision_ids_size();
  if (answers != response.actions_size()) {
    return absl::InvalidArgumentError(
        absl::StrFormat("answered with %d decision_ids and %d actions", answers,
                        response.actions_size()));
  }
  if (static_cast<std::size_t>(answers) > open) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "answered %d decisions, but %d were open", answers, open));
  }
  for (int i = 0; i < answers; ++i) {
    events.push_back({.link = link,
                      .verdict = Verdict::kNormal,
                      .id = response.decision_ids(i),
                      .action = response.actions(i)});
  }
  return absl::OkStatus();
}

}  // namespace couillon::arena
