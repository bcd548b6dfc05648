// protobuf's text format under comment lines that say what the decision is.

#include "arena/players/check/question_file.h"

#include <fstream>
#include <ios>
#include <utility>

#include "absl/strings/str_format.h"
#include "absl/strings/str_replace.h"
#include "engine/cards/status_macros.h"
#include "engine/rules/compiler.h"
#include "engine/rules/ruleset.h"
#include "google/protobuf/text_format.h"
#include "proto/codec.h"
#include "proto/ruleset_codec.h"

namespace couillon::arena {

v1::PlayRequest QuestionRequest(const v1::Ruleset& ruleset,
                                v1::Decision decision) {
  v1::PlayRequest request;
  v1::RulesetIntroduction& introduction = *request.add_rulesets();
  introduction.set_handle(1);
  *introduction.mutable_ruleset() = ruleset;
  const absl::StatusOr<Ruleset> read = wire::FromMessage(ruleset);
  if (read.ok()) introduction.set_hash(wire::RulesetHash(*read));
  decision.set_decision_id(1);
  decision.set_ruleset_handle(1);
  *request.add_decisions() = std::move(decision);
  return request;
}

absl::Status WriteQuestionFile(const std::string& path,
                               const v1::PlayRequest& request,
                               const std::string& about) {
  std::string text;
  google::protobuf::TextFormat::PrintToString(request, &text);
  std::ofstream file(path, std::ios::binary);
  file << "# proto-file: couillon/v1/bot_service.proto\n"
       << "# proto-message: couillon.v1.PlayRequest\n#\n# "
       << absl::StrReplaceAll(about, {{"\n", "\n# "}}) << "\n"
       << text;
  file.close();
  if (file) return absl::OkStatus();
  return absl::PermissionDeniedError(
      absl::StrFormat("%s: cannot be written", path));
}

absl::StatusOr<ReadQuestion> QuestionAt(const v1::PlayRequest& request,
                                        int at) {
  const v1::Decision& decision = request.decisions(at);
  for (const v1::RulesetIntroduction& introduction : request.rulesets()) {
    if (introduction.handle() != decision.ruleset_handle()) continue;
    ASSIGN_OR_RETURN(const Ruleset ruleset,
                     wire::FromMessage(introduction.ruleset()));
    ASSIGN_OR_RETURN(CompiledRules rules, CompileRules(ruleset));
    ReadQuestion question{.rules = std::move(rules), .seen = {}};
    RETURN_IF_ERROR(
        wire::ReadDecision(question.rules, decision, question.seen));
    return question;
  }
  return absl::InvalidArgumentError(absl::StrFormat(
      "decisions[%d].ruleset_handle is %d; expected the handle of one of "
      "rulesets",
      at, decision.ruleset_handle()));
}

}  // namespace couillon::arena
