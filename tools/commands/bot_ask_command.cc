// couillon bot ask: asks a bot the decisions of a file.
#include <chrono>
#include <cstdint>
#include <iostream>
#include <memory>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "arena/league/setup/trial_worker.h"
#include "arena/players/check/question_file.h"
#include "arena/players/roster/grpc_bot.h"
#include "arena/players/roster/text_message.h"
#include "arena/players/rpc/grpc_config.h"
#include "arena/players/rpc/trial_bot.h"
#include "arena/table/question_text.h"
#include "couillon/v1/bot_service.pb.h"
#include "couillon/v1/league.pb.h"
#include "engine/cards/action.h"
#include "engine/cards/status_macros.h"
#include "tools/commands/shared/command.h"
#include "tools/options/bot_arguments.h"
#include "tools/options/command_line.h"

namespace couillon::tools {
namespace {

struct AskOptions {
  std::string file;
  BotArguments bot;
};

bool IsLegal(const arena::ReadQuestion& question, std::uint32_t action) {
  return action < static_cast<std::uint32_t>(kActions) &&
         question.seen.legal.Has(Action(static_cast<int>(action)));
}

// Prints the answers to `request`; false if one is not legal.
absl::StatusOr<bool> Print(const v1::PlayRequest& request,
                           const v1::PlayResponse& response) {
  bool legal = response.actions_size() == response.decision_ids_size();
  if (!legal) std::cout << "  answered with columns of different lengths\n";
  for (int i = 0; legal && i < response.actions_size(); ++i) {
    int at = 0;
    while (at < request.decisions_size() &&
           request.decisions(at).decision_id() != response.decision_ids(i)) {
      ++at;
    }
    if (at == request.decisions_size()) {
      std::cout << absl::StrFormat(
          "  answered decision_id %d, which was not asked\n",
          response.decision_ids(i));
      return false;
    }
    ASSIGN_OR_RETURN(const arena::ReadQuestion question,
                     arena::QuestionAt(request, at));
    const bool good = IsLegal(question, response.actions(i));
    std::cout << "  answer:     "
              << arena::AnswerText(question.seen, response.actions(i))
              << (good ? "" : ", which is ILLEGAL") << "\n";
    legal = legal && good;
  }
  return legal;
}

// Reads the decisions of a file and prints each as the bot will see it.
absl::StatusOr<v1::PlayRequest> ReadDecisions(const std::string& file) {
  v1::PlayRequest request;
  RETURN_IF_ERROR(arena::ReadTextMessage(file, request));
  if (request.decisions().empty()) {
    return absl::InvalidArgumentError(
        absl::StrFormat("%s: decisions is empty; expected at least one", file));
  }
  for (int at = 0; at < request.decisions_size(); ++at) {
    const absl::StatusOr<arena::ReadQuestion> question =
        arena::QuestionAt(request, at);
    if (!question.ok()) {
      return absl::InvalidArgumentError(
          file + ": " + std::string(question.status().message()));
    }
    std::cout << "ruleset " << question->rules.ruleset.id << "\n"
              << arena::QuestionText(question->rules, question->seen);
  }
  return request;
}

// Sends the decisions to a bot and prints its answers. Returns the exit code.
absl::StatusOr<int> Converse(const v1::PlayRequest& request,
                             arena::TrialBot& bot,
                             std::chrono::milliseconds limit) {
  const std::unique_ptr<arena::TrialStream> stream = bot.Open();
  absl::Status status = stream->Send(request, limit);
  for (int answered = 0; status.ok() && answered < request.decisions_size();) {
    const absl::StatusOr<v1::PlayResponse> response = stream->Receive(limit);
    status = response.status();
    if (!response.ok()) break;
    ASSIGN_OR_RETURN(const bool good, Print(request, *response));
    if (!good) return kExitBotFailed;
    answered += response->actions_size();
  }
  if (status.ok()) return kExitDone;
  std::cout << "  answer:     none: the bot " << status.message();
  const std::string more = bot.WhatHappened();
  std::cout << (more.empty() ? "" : "; ") << more << "\n";
  return kExitBotFailed;
}

absl::StatusOr<int> Ask(const AskOptions& options) {
  ASSIGN_OR_RETURN(const v1::PlayRequest request, ReadDecisions(options.file));
  ASSIGN_OR_RETURN(v1::BotEntry entry, ReadBotArguments(options.bot));
  ASSIGN_OR_RETURN(const arena::GrpcBot reached, arena::ToGrpcBot(entry));
  ASSIGN_OR_RETURN(const arena::TrialWorker worker,
                   MakeTrialWorker(options.bot, entry));
  auto bot = arena::TrialBot::Start(worker.config, reached);
  if (!bot.ok()) {
    const std::string hint = BuildHint(ProgramName(), entry);
    return absl::Status(
        bot.status().code(),
        absl::StrCat(bot.status().message(), hint.empty() ? "" : "\n", hint));
  }
  return Converse(request, **bot,
                  std::chrono::milliseconds(worker.config.limits.move_ms));
}

}  // namespace

void AddBotAskCommand(CommandLine bot) {
  CommandLine command = bot.AddSubcommand(
      "ask", "Ask a bot the decision in a file, and show its answer");
  command.SetExamples(
      "couillon bot ask questions/001-illegal_action.txtpb mine",
      "couillon bot ask questions/001-illegal_action.txtpb -- couillon-bot "
      "--name greedy");
  auto options = std::make_shared<AskOptions>();
  command
      .AddOption("file", options->file,
                 "A couillon.v1.PlayRequest in text form, as `faults --save` "
                 "writes it")
      .Required();
  AddBotArguments(command, options->bot);
  command.OnChosen([options] {
    const absl::StatusOr<int> code = Ask(*options);
    return code.ok() ? *code : ExitWith(code.status());
  });
}

}  // namespace couillon::tools
