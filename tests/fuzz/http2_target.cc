#include "tests/fuzz/http2_target.h"

#include <chrono>
#include <memory>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "arena/players/rpc/bot_address.h"
#include "arena/players/rpc/grpc_config.h"
#include "arena/players/rpc/grpc_links.h"
#include "arena/players/system/socket_folder.h"
#include "arena/table/referee/bot_link.h"
#include "arena/table/referee/clock.h"
#include "arena/table/verdict.h"
#include "engine/cards/seat.h"
#include "engine/deal/deal_source.h"
#include "engine/play/position.h"
#include "engine/rules/compiled_rules.h"
#include "proto/ruleset_catalog.h"
#include "tests/fuzz/hostile_link.h"
#include "tests/fuzz/http2_server.h"

namespace couillon::testing_support {
namespace {

using arena::BotEvent;
using arena::Clock;
using arena::Verdict;

constexpr std::chrono::seconds kPatience(5);
constexpr std::size_t kDecisions = 2;

std::string ProblemWithFault(Verdict verdict, const std::string& text) {
  if (!absl::StrContains(text, "bot hostile")) {
    return absl::StrCat("a fault that does not name the bot: ", text);
  }
  if (verdict == Verdict::kTimeout || verdict == Verdict::kDisconnect ||
      verdict == Verdict::kProtocolError) {
    return "";
  }
  return absl::StrCat("a strange verdict: ", text);
}

// Sends the decisions and waits for the answers or a fault. `events` are those
// since the bot was ready: it may have failed already, which is said once.
std::string Play(const CompiledRules& rules, arena::EventWaiter& waiter,
                 arena::BotLink& link, std::vector<BotEvent> events) {
  static const DealSource kDeals("fuzz");
  const Position position(rules, kDeals.PackOf(rules.deck, 0), Seat{0});
  std::vector<arena::Question> batch(kDecisions);
  for (std::uint32_t id = 0; id < kDecisions; ++id) {
    batch[id].id = id;
    batch[id].seen = position.Observe();
  }
  link.Send(batch);
  const Clock::time_point begin = arena::MachineClock().Now();
  for (;;) {
    for (const BotEvent& event : events) {
      if (event.kind != BotEvent::Kind::kFailure) continue;
      return ProblemWithFault(event.verdict, event.detail);
    }
    if (events.size() >= kDecisions) return "";
    if (arena::MachineClock().Now() > begin + kPatience) {
      return "no answer and no fault";
    }
    waiter.Wait(std::chrono::milliseconds(10));
    link.Collect(events);
  }
}

}  // namespace

std::string ProblemWithHttp2(std::span<const std::uint8_t> bytes) {
  static const CompiledRules kRules = *wire::FindRules("basic-gerver");
  static const arena::SocketFolder kFolder = *arena::SocketFolder::Make();
  static const std::string kPath = kFolder.PathFor(0, 0);
  const auto server = std::make_unique<fuzz::Http2Server>(
      kPath, fuzz::Bytes(bytes.data(), bytes.size()));
  const auto waiter = arena::GrpcWaiter::Make(
      {.folder = &kFolder,
       .rules = {&kRules},
       .limits = {.start_ms = 30, .move_ms = 30, .margin_ms = 0}});
  arena::GrpcBot bot{.name = "hostile"};
  bot.remote.emplace();
  bot.remote->address = *arena::ParseBotAddress("unix:" + kPath);
  const std::unique_ptr<arena::BotLink> link = waiter->MakeLink(bot);
  const Clock::time_point begin = arena::MachineClock().Now();
  link->Start();
  std::vector<BotEvent> events;
  while (events.empty()) {
    waiter->Wait(std::chrono::milliseconds(10));
    link->Collect(events);
  }
  std::string problem;
  if (arena::MachineClock().Now() > begin + kPatience) {
    problem = "the start took too long";
  }
  const bool ready = events.front().kind == BotEvent::Kind::kReady;
  if (problem.empty() && !ready) {
    problem = ProblemWithFault(Verdict::kDisconnect, events.front().detail);
  }
  if (ready) {
    events.erase(events.begin());
    problem = Play(kRules, *waiter, *link, std::move(events));
  }
  link->Stop();
  return problem;
}

}  // namespace couillon::testing_support
