#include "tools/options/plan_options.h"

#include <initializer_list>
#include <utility>

#include "arena/numbers/stats/sequential/sprt.h"
#include "engine/cards/status_macros.h"
#include "tools/options/sprt_arguments.h"

namespace couillon::tools {

std::vector<Option> AddPlanOptions(CommandLine command, PlanOptions& options) {
  return {command.AddOption("--elo0", options.elo0,
                            "Bound of H0; the same as elo0="),
          command.AddOption("--elo1", options.elo1,
                            "Bound of H1; the same as elo1="),
          command.AddOption("--alpha", options.alpha,
                            "Probability of accepting H1 wrongly"),
          command.AddOption("--beta", options.beta,
                            "Probability of accepting H0 wrongly")};
}

absl::StatusOr<std::optional<arena::SequentialQuestion>> ReadPlan(
    const PlanOptions& options, double seatings_per_pair) {
  std::vector<std::string> arguments = options.arguments;
  for (const auto& [key, value] :
       {std::pair("elo0=", &options.elo0), std::pair("elo1=", &options.elo1),
        std::pair("alpha=", &options.alpha),
        std::pair("beta=", &options.beta)}) {
    if (!value->empty()) arguments.push_back(key + *value);
  }
  if (arguments.empty()) return std::nullopt;
  ASSIGN_OR_RETURN(arena::SequentialQuestion question,
                   ParseSprt(arguments, seatings_per_pair));
  // As `match --sprt` does; the length of a test of logistic bounds is unknown.
  stats::SequentialPlan& plan = question.plan;
  if (question.scale == arena::BoundScale::kNormalized && plan.cap == 0) {
    plan.seatings_per_pair = seatings_per_pair;
    plan.cap = stats::DefaultCap(plan);
  }
  return question;
}

}  // namespace couillon::tools
