// Arguments of the form elo0=0, in any order.
#include "tools/options/sprt_arguments.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_format.h"
#include "arena/numbers/stats/sequential/sprt.h"
#include "arena/numbers/text/printable.h"
#include "engine/cards/status_macros.h"
#include "proto/nearest_name.h"

namespace couillon::tools {
namespace {

constexpr std::size_t kMaxSprtShown = 60;  // bytes of an argument in a message

absl::Status UnexpectedSprt(const std::string& argument,
                            const std::string& expected) {
  return absl::InvalidArgumentError(
      absl::StrFormat("sprt: found %s; expected %s",
                      arena::PrintableLine(argument, kMaxSprtShown), expected));
}

absl::Status SetModel(const std::string& argument, const std::string& value,
                      arena::SequentialQuestion& question) {
  if (value == "logistic") {
    question.scale = arena::BoundScale::kLogistic;
  } else if (value != "normalized") {
    return UnexpectedSprt(argument, "model=normalized or model=logistic");
  }
  return absl::OkStatus();
}

// Sets what `argument`, which is `key`=`value`, names.
absl::Status SetOne(const std::string& argument, const std::string& key,
                    const std::string& value,
                    arena::SequentialQuestion& question) {
  stats::SequentialPlan& plan = question.plan;
  const std::map<std::string, double*> numbers = {{"elo0", &plan.nelo0},
                                                  {"elo1", &plan.nelo1},
                                                  {"alpha", &plan.alpha},
                                                  {"beta", &plan.beta}};
  const std::map<std::string, std::int64_t*> counts = {{"batch", &plan.batch},
                                                       {"cap", &plan.cap}};
  if (key == "model") return SetModel(argument, value, question);
  if (const auto number = numbers.find(key); number != numbers.end()) {
    return absl::SimpleAtod(value, number->second)
               ? absl::OkStatus()
               : UnexpectedSprt(argument,
                                absl::StrFormat("%s= and a number", key));
  }
  if (const auto count = counts.find(key); count != counts.end()) {
    return absl::SimpleAtoi(value, count->second)
               ? absl::OkStatus()
               : UnexpectedSprt(argument,
                                absl::StrFormat("%s= and a whole number", key));
  }
  std::vector<std::string> keys = {"model"};
  for (const auto& [name, number] : numbers) keys.push_back(name);
  for (const auto& [name, count] : counts) keys.push_back(name);
  return UnexpectedSprt(argument, kSprtHelp + DidYouMean(key, keys));
}

}  // namespace

absl::StatusOr<arena::SequentialQuestion> ParseSprt(
    const std::vector<std::string>& arguments, double seatings_per_pair) {
  arena::SequentialQuestion question;
  question.plan.alpha = 0.05;
  question.plan.beta = 0.05;
  question.plan.seatings_per_pair = seatings_per_pair;
  std::set<std::string> seen;
  for (const std::string& argument : arguments) {
    const std::size_t equals = argument.find('=');
    const std::string key = argument.substr(0, equals);
    const std::string value =
        equals == std::string::npos ? "" : argument.substr(equals + 1);
    if (!seen.insert(key).second) {
      return UnexpectedSprt(argument, absl::StrFormat("%s once", key));
    }
    RETURN_IF_ERROR(SetOne(argument, key, value, question));
  }
  for (const char* needed : {"elo0", "elo1"}) {
    if (!seen.contains(needed)) {
      return UnexpectedSprt(absl::StrFormat("no %s", needed), kSprtHelp);
    }
  }
  if (const auto problem = arena::QuestionProblem(question)) {
    return absl::InvalidArgumentError("sprt: " + *problem);
  }
  return question;
}

absl::StatusOr<std::optional<arena::SequentialQuestion>> ReadQuestion(
    const std::vector<std::string>& arguments, double seatings_per_pair) {
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
