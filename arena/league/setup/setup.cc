// Checks a request part by part, and completes its configuration in an order in
// which each part may read those before it.
#include "arena/league/setup/setup.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <system_error>
#include <utility>

#include "absl/strings/str_format.h"
#include "arena/league/run/bot_pairings.h"
#include "arena/league/store/league_store.h"
#include "arena/numbers/text/field_status.h"
#include "arena/players/roster/remote_arguments.h"
#include "arena/table/bot_index.h"
#include "arena/table/schedule/bot_limits.h"
#include "arena/table/schedule/bot_protection.h"
#include "arena/table/schedule/league_schedule.h"
#include "arena/table/schedule/unit_budget.h"
#include "arena/table/unit/sequential_match.h"
#include "couillon/v1/ruleset.pb.h"
#include "engine/cards/check.h"
#include "engine/cards/status_macros.h"
#include "engine/deal/deal_source.h"
#include "engine/rules/compiled_rules.h"
#include "google/protobuf/util/message_differencer.h"
#include "proto/ruleset_catalog.h"
#include "proto/ruleset_codec.h"

namespace couillon::arena {
namespace {

constexpr std::uint32_t kDealsOfAUnit = 128;
constexpr std::uint32_t kMatchesOfAUnit = 8;
// Items per look of a sequential test, which looks after each unit.
constexpr std::uint32_t kItemsOfALook = 16;

// OK if `found` is from `least` to `most`; an error for NaN.
absl::Status CheckRange(const char* field, double found, double least,
                        double most) {
  if (found >= least && found <= most) return absl::OkStatus();
  return FieldError(field, absl::StrFormat(" is %.15g; expected %.15g to %.15g",
                                           found, least, most));
}

absl::Status CheckCounts(const LeagueRequest& request) {
  if (request.deals > 0 && request.matches > 0) {
    return FieldError("deals",
                      ": found deals and matches; expected one of them");
  }
  if (request.deals == 0 && request.matches == 0 && !request.sprt) {
    return FieldError(
        "deals", ": found neither deals nor matches; expected one of them");
  }
  const auto check = [](const char* field, std::uint64_t found,
                        std::uint64_t most) {
    return CheckRange(field, static_cast<double>(found), 0,
                      static_cast<double>(most));
  };
  RETURN_IF_ERROR(check("deals", request.deals, kMaxDeals));
  RETURN_IF_ERROR(check("matches", request.matches, kMaxMatches));
  return CheckRange("block_items", request.config.block_items(), 0,
                    kMaxBlockItems);
}

absl::Status AddRuleset(const std::string& spec, v1::LeagueConfig& config) {
  for (const v1::LeagueRuleset& entry : config.rulesets()) {
    if (entry.spec() == spec) {
      return FieldError("rulesets",
                        absl::StrFormat(": %s is named twice", spec));
    }
  }
  ASSIGN_OR_RETURN(CompiledRules rules, wire::FindRules(spec));
  const std::string hash = wire::RulesetHash(rules.ruleset);
  for (const v1::LeagueRuleset& entry : config.rulesets()) {
    if (entry.hash() != hash) continue;
    // One game would count as two: in means, and as evidence of other rulesets.
    return FieldError(
        "rulesets",
        absl::StrFormat(": %s and %s are the same rules, hash %s; expected "
                        "different rules, or one of them",
                        entry.spec(), spec, hash));
  }
  v1::LeagueRuleset& entry = *config.add_rulesets();
  entry.set_spec(spec);
  *entry.mutable_ruleset() = wire::ToMessage(rules.ruleset);
  entry.set_hash(hash);
  return absl::OkStatus();
}

absl::Status AddRulesets(const std::vector<std::string>& specs,
                         v1::LeagueConfig& config) {
  for (const std::string& spec : specs) {
    const std::vector<std::string> ids =
        spec == "all" ? wire::RulesetIds() : std::vector<std::string>{spec};
    for (const std::string& id : ids) {
      RETURN_IF_ERROR(AddRuleset(id, config));
    }
  }
  if (!config.rulesets().empty()) return absl::OkStatus();
  return FieldError("rulesets", ": found none; expected at least 1");
}

// Checks what a league cannot have if its bots join later.
absl::Status CheckOpen(const LeagueRequest& request) {
  COUILLON_CHECK(request.bots.empty());
  if (request.config.format() != v1::LEAGUE_FORMAT_ROUND_ROBIN &&
      request.config.format() != v1::LEAGUE_FORMAT_INDIVIDUAL) {
    return FieldError(
        "format",
        ": found another than a round robin or an individual tournament; "
        "bots of an arena join later, and its rounds are planned as they do");
  }
  if (request.sprt) {
    return FieldError(
        "sprt",
        ": found a sequential test; expected none, or a match of two bots");
  }
  if (!request.config.same_deals() && !request.force_same_deals) {
    return absl::OkStatus();
  }
  return FieldError(
      "same_deals",
      ": bots of an arena join later; expected deals of their own");
}

absl::Status AddBots(const LeagueRequest& request,
                     const BuiltinCheck& builtin_check,
                     v1::LeagueConfig& config) {
  if (request.open) return CheckOpen(request);
  RETURN_IF_ERROR(CheckBots(request.bots, builtin_check));
  RETURN_IF_ERROR(CheckNewNames(request.bots, {}));
  for (const v1::BotEntry& bot : request.bots) {
    v1::BotEntry& entry = *config.add_bots();
    entry = bot;
    if (request.allow_plaintext) AllowPlaintext(entry);
    RETURN_IF_ERROR(CheckOwnLimits(entry));
  }
  return absl::OkStatus();
}

// Checks the requirements of an individual tournament; of one that is `open`,
// bots join later.
absl::Status CheckIndividual(const v1::LeagueConfig& config, bool open) {
  if (config.mode() != v1::LEAGUE_MODE_DEALS) {
    return FieldError(
        "format", " is individual; expected deals (per round), not matches");
  }
  const std::uint32_t seats = config.rulesets(0).ruleset().table().players();
  for (const v1::LeagueRuleset& entry : config.rulesets()) {
    const v1::Table& table = entry.ruleset().table();
    if (table.sides() != 2 || table.players() < 4 || table.players() != seats ||
        table.layout() == v1::LAYOUT_DUMMY) {
      return FieldError(
          "format",
          absl::StrFormat(
              " is individual, and %s has %d players on %d sides; expected "
              "partners on two sides without a dummy, and as many players in "
              "every "
              "ruleset",
              entry.spec(), table.players(), table.sides()));
    }
  }
  RETURN_IF_ERROR(CheckClocksOfPartners(config));
  if (!open && config.bots_size() < static_cast<int>(seats)) {
    return FieldError(
        "format",
        absl::StrFormat(" is individual, with %d bots; expected at least %d",
                        config.bots_size(), seats));
  }
  return absl::OkStatus();
}

// Checks the requirements of a three-way league.
absl::Status CheckThreeWay(const v1::LeagueConfig& config) {
  for (const v1::LeagueRuleset& entry : config.rulesets()) {
    const v1::Table& table = entry.ruleset().table();
    if (table.sides() == 3) continue;
    return FieldError(
        "format",
        absl::StrFormat(
            " is three-way, and %s has %d sides; expected rulesets with "
            "three sides",
            entry.spec(), table.sides()));
  }
  if (config.bots_size() >= 3) return absl::OkStatus();
  return FieldError(
      "format",
      absl::StrFormat(" is three-way, with %d bots; expected at least 3",
                      config.bots_size()));
}

// Sets a sequential test of two bots. The requested deals or matches are its
// cap; `block_items` is the requested value, 0 for the default.
absl::Status SetSprt(const stats::SequentialPlan& plan,
                     std::uint32_t block_items, v1::LeagueConfig& config) {
  if (config.bots_size() != 2 || config.rulesets_size() != 1 ||
      config.format() != v1::LEAGUE_FORMAT_ROUND_ROBIN) {
    return FieldError(
        "sprt",
        absl::StrFormat(
            ": found %d bots and %d rulesets; expected two bots, one ruleset "
            "and a round robin, neither an individual tournament nor a "
            "three-way "
            "league",
            config.bots_size(), config.rulesets_size()));
  }
  if (const auto problem = stats::SequentialProblem(plan)) {
    return FieldError("sprt", ": " + *problem);
  }
  v1::SequentialTest& sprt = *config.mutable_sprt();
  sprt.set_elo0(plan.nelo0);
  sprt.set_elo1(plan.nelo1);
  sprt.set_alpha(plan.alpha);
  sprt.set_beta(plan.beta);
  sprt.set_scale(ScaleOf(sprt, config.mode()) == stats::ResultScale::kPoints
                     ? v1::RESULT_SCALE_POINTS
                     : v1::RESULT_SCALE_SCORE);
  if (block_items == 0) {
    config.set_block_items(
        plan.batch > 1 ? static_cast<std::uint32_t>(
                             std::min<std::int64_t>(plan.batch, kMaxBlockItems))
                       : kItemsOfALook);
  }
  if (config.items() == 0) {
    stats::SequentialPlan whole = MakeSequentialPlan(config);
    whole.cap = plan.cap;
    config.set_items(static_cast<std::uint64_t>(
        plan.cap > 0 ? plan.cap : stats::DefaultCap(whole)));
  }
  if (const auto problem =
          stats::SequentialProblem(MakeSequentialPlan(config))) {
    return FieldError("sprt", ": " + *problem);
  }
  return absl::OkStatus();
}

// Sets deals or matches, their number, and the size of units. Requires: bots,
// rulesets and format are set.
absl::Status SetItems(const LeagueRequest& request, v1::LeagueConfig& config) {
  const bool matches = request.matches > 0;
  config.set_mode(matches ? v1::LEAGUE_MODE_MATCHES : v1::LEAGUE_MODE_DEALS);
  config.set_items(matches ? request.matches : request.deals);
  if (config.block_items() == 0) {
    config.set_block_items(matches ? kMatchesOfAUnit : kDealsOfAUnit);
  }
  absl::Status status;
  if (IsIndividual(config)) status = CheckIndividual(config, request.open);
  if (IsThreeWay(config)) status = CheckThreeWay(config);
  if (!status.ok()) return status;
  if (matches && request.scale == stats::ResultScale::kPoints) {
    return FieldError(
        "scale",
        ": found points of matches, which have none; expected deals, the "
        "score of matches");
  }
  if (!request.sprt) return absl::OkStatus();
  if (request.scale) {
    config.mutable_sprt()->set_scale(
        *request.scale == stats::ResultScale::kPoints ? v1::RESULT_SCALE_POINTS
                                                      : v1::RESULT_SCALE_SCORE);
  }
  return SetSprt(*request.sprt, request.config.block_items(), config);
}

// Rulesets with one id would have the same deals of their own.
absl::Status CheckRulesetIds(const v1::LeagueConfig& config) {
  std::map<std::string, std::string> specs;
  for (const v1::LeagueRuleset& entry : config.rulesets()) {
    const auto [at, is_new] = specs.emplace(entry.ruleset().id(), entry.spec());
    if (is_new) continue;
    return FieldError(
        "rulesets",
        absl::StrFormat(
            ": %s and %s have the same id, %s, and so the same deals; "
            "expected different ids, or same_deals",
            at->second, entry.spec(), at->first));
  }
  return absl::OkStatus();
}

// Sets which deals are shared.
absl::Status SetDeals(const LeagueRequest& request, v1::LeagueConfig& config) {
  if (request.force_same_deals) config.set_same_deals(true);
  if (!config.same_deals()) return CheckRulesetIds(config);
  RETURN_IF_ERROR(CheckSameDeals(config));
  if (IsThreeWay(config) && config.bots_size() == 3 &&
      config.rulesets_size() == 1) {
    return FieldError(
        "same_deals",
        ": found a three-way league of 3 bots under one ruleset, "
        "which is one table; expected more bots or rulesets, or no same_deals");
  }
  if (request.force_same_deals || !HasRemoteBot(config)) {
    return absl::OkStatus();
  }
  return FieldError(
      "same_deals",
      ": found a remote bot, which can remember the deals of one "
      "pairing and profit in another; leave it out, or say --trust own");
}

// Checks how bots are divided into processes.
absl::Status CheckDivision(const v1::LeagueConfig& config, bool open) {
  if (!config.seat_isolation()) return absl::OkStatus();
  if (config.shared_process() && !open) {
    return FieldError("seat_isolation",
                      ": found shared_process too; expected one of them");
  }
  return CheckSeatIsolation(config);
}

// Draws a seed if there is none, and sets what belongs to it.
void SetSeed(v1::LeagueConfig& config) {
  config.set_seed_origin(config.seed().empty()        ? v1::SEED_ORIGIN_RANDOM
                         : config.seed_file().empty() ? v1::SEED_ORIGIN_USER
                                                      : v1::SEED_ORIGIN_FILE);
  if (config.seed().empty()) config.set_seed(FreshSeed());
  if (!config.seed_file().empty()) {
    std::error_code error;
    config.set_seed_file(
        std::filesystem::canonical(config.seed_file(), error).string());
  }
  config.set_seed_commitment(DealSource(config.seed()).commitment());
}

// Requires: the rest of `config` is set: the default unit budget depends on it.
void SetLimits(v1::LeagueConfig& config) {
  v1::Limits& limits = *config.mutable_limits();
  limits = OnlyLimits(limits, {LimitUse::kAnswer, LimitUse::kLeague});
  if (limits.table_budget_ms() > 0) limits.set_strict_time(true);
  if (limits.unit_budget_ms() != kDefaultUnitBudget) return;
  limits.set_unit_budget_ms(
      static_cast<std::uint64_t>(DefaultUnitBudget(config).count()));
}

v1::LeagueConfig WithoutIdentities(v1::LeagueConfig config) {
  for (v1::BotEntry& bot : *config.mutable_bots()) {
    bot.clear_identity();
    bot.clear_changes();
  }
  return config;
}

}  // namespace

v1::LeagueConfig DefaultConfig() {
  v1::LeagueConfig config;
  config.set_format(v1::LEAGUE_FORMAT_ROUND_ROBIN);
  *config.mutable_limits() = DefaultLimits();
  return config;
}

absl::StatusOr<LeagueSetup> SetUpLeague(const LeagueRequest& request,
                                        const BuiltinCheck& builtin_check) {
  LeagueSetup setup;
  v1::LeagueConfig& config = setup.config;
  config = request.config;
  if (config.format() == v1::LEAGUE_FORMAT_UNSPECIFIED) {
    config.set_format(v1::LEAGUE_FORMAT_ROUND_ROBIN);
  }
  v1::Limits limits = config.limits();
  if (limits.unit_budget_ms() == kDefaultUnitBudget) {
    limits.set_unit_budget_ms(0);
  }
  RETURN_IF_ERROR(CheckLimits(
      limits, {LimitUse::kAnswer, LimitUse::kLeague, LimitUse::kProcess}));
  RETURN_IF_ERROR(CheckCounts(request));
  RETURN_IF_ERROR(AddBots(request, builtin_check, config));
  RETURN_IF_ERROR(CheckCheating(config, request.config.allow_cheating()));
  RETURN_IF_ERROR(AddRulesets(request.rulesets, config));
  RETURN_IF_ERROR(CheckBotRulesets(config));
  RETURN_IF_ERROR(SetItems(request, config));
  RETURN_IF_ERROR(SetDeals(request, config));
  RETURN_IF_ERROR(CheckDivision(config, request.open));
  SetSeed(config);
  SetLimits(config);
  for (v1::BotEntry& bot : *config.mutable_bots()) {
    SetDefaultOwnBudget(config, bot);
  }
  if (request.open ||
      std::any_of(config.bots().begin(), config.bots().end(),
                  [](const auto& bot) { return !bot.command().empty(); })) {
    ASSIGN_OR_RETURN(
        std::string no_sandbox,
        SetProcesses(request.process, request.config.limits(), config));
    setup.no_sandbox = std::move(no_sandbox);
  }
  return setup;
}

absl::StatusOr<std::unique_ptr<LeagueStore>> MakeOrOpenLeague(
    const std::string& directory, const LeagueRequest& request,
    const v1::LeagueConfig& config) {
  absl::StatusOr<std::unique_ptr<LeagueStore>> store =
      LeagueStore::Create(directory, config);
  if (!absl::IsAlreadyExists(store.status())) return store;
  store = LeagueStore::OpenToPlay(directory);
  if (!store.ok()) return store;
  const v1::LeagueConfig& stored = (*store)->config();
  v1::LeagueConfig wanted = config;
  // Uses the stored seed if the request has none or the same.
  if (request.config.seed().empty() || request.config.seed() == stored.seed()) {
    wanted.set_seed(stored.seed());
    wanted.set_seed_origin(stored.seed_origin());
    wanted.set_seed_file(stored.seed_file());
    wanted.set_seed_commitment(stored.seed_commitment());
  }
  // A sandbox that is stored stays; a league without one is another league.
  if (request.process.isolation == IsolationRequest::kAuto &&
      stored.isolation() == v1::ISOLATION_BWRAP) {
    wanted.set_isolation(stored.isolation());
  }
  if (!google::protobuf::util::MessageDifferencer::Equals(
          WithoutIdentities(wanted), WithoutIdentities(stored))) {
    return absl::AlreadyExistsError(
        absl::StrFormat("%s: holds another league", directory));
  }
  return store;
}

}  // namespace couillon::arena
