// A bot that breaks the contract in one way, named by its argument; "good"
// keeps it. For the tests of the checks.
#include <grpcpp/security/server_credentials.h>
#include <grpcpp/server.h>
#include <grpcpp/server_builder.h>
#include <grpcpp/server_context.h>
#include <grpcpp/support/status.h>
#include <grpcpp/support/sync_stream.h>
#include <malloc.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <ios>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "bots/cpp/play_session.h"
#include "bots/cpp/strategy.h"
#include "couillon/v1/bot_service.grpc.pb.h"
#include "couillon/v1/bot_service.pb.h"
#include "engine/cards/action.h"
#include "engine/cards/card.h"
#include "engine/cards/seat.h"
#include "engine/play/observation.h"
#include "engine/rules/compiled_rules.h"

namespace couillon {
namespace {

std::string g_mode;  // set once, before the server starts

class OddStrategy final : public bots::Strategy {
 public:
  Action Decide(const CompiledRules& /*rules*/,
                const Observation& seen) override {
    ++asked_;
    const std::uint64_t before =
        std::exchange(before_, seen.random_seed % 1009);
    Fail(seen);
    if (g_mode == "illegal" && seen.legal.size() > 1 && asked_ % 50 == 0) {
      return Action(44 - seen.legal.Nth(0).number() % 2);
    }
    const auto legal = static_cast<std::uint64_t>(seen.legal.size());
    return seen.legal.Nth(static_cast<int>(Lot(seen, before) % legal));
  }

 private:
  // In some modes, not by a wrong answer.
  void Fail(const Observation& seen) {
    if (g_mode == "crashes" && seen.phase == Phase::kKontra) std::abort();
    while (g_mode == "hangs" && seen.phase == Phase::kKontra) pause();
    // As a bot in Python that does not know an announcement.
    if (g_mode == "throws" && seen.phase == Phase::kKontra) Throw("'kontra'");
    if (g_mode == "throws-at-once") Throw("'hand'");
    if (g_mode == "exits-at-once") std::_Exit(3);
    if (g_mode == "throws-twice") {
      Throw(seen.phase == Phase::kPlay ? "'play'" : "'kontra'",
            seen.phase == Phase::kPlay ? 7 : 5);
    }
    if (g_mode == "leaks") kept_.push_back(std::make_unique<Page>());
  }

  // A number that chooses a legal action. `before`: of the decision before.
  std::uint64_t Lot(const Observation& seen, std::uint64_t before) {
    if (g_mode == "nondeterministic") return asked_ * 7919 / 64;
    if (g_mode == "order") return before;
    if (g_mode == "process") {
      // Spread over the decisions, so that two processes are sure to differ.
      return (seen.random_seed ^ static_cast<std::uint64_t>(getpid())) *
                 0x9E3779B97F4A7C15U >>
             32U;
    }
    if (g_mode == "peeks") return Peek(seen);
    if (g_mode == "neighbours" && FollowsLast(seen)) return 0;
    if (g_mode == "seatings" && KnowsHand(seen)) return 0;
    return seen.random_seed >> 8;
  }

  [[noreturn]] static void Throw(const char* key, int line = 5) {
    std::fprintf(stderr,
                 "Traceback (most recent call last):\n"
                 "  File \"/b/bot.py\", line %d, in decide\n"
                 "    return table[key]\n"
                 "KeyError: %s\n",
                 line, key);
    std::_Exit(1);
  }

  struct Page {
    std::array<char, 1024> bytes{};
  };

  // Something of what the other seats were dealt in the same deal.
  std::uint64_t Peek(const Observation& seen) {
    if (seen.played().empty() && seen.calls().empty()) hands_ = {};
    std::uint64_t others = seen.random_seed >> 8;
    for (std::size_t seat = 0; seat < hands_.size(); ++seat) {
      if (seat != seen.decider) others += hands_[seat].mask() % 1009;
    }
    hands_[seen.decider] = seen.hand;
    return others;
  }

  // Whether the decision before was that of another seat, one card earlier.
  bool FollowsLast(const Observation& seen) {
    const std::vector<Card> last = std::exchange(
        played_, std::vector(seen.played().begin(), seen.played().end()));
    const Seat seat = std::exchange(seat_, seen.decider);
    return seat != seen.decider && !last.empty() &&
           last.size() + 1 == played_.size() &&
           std::equal(last.begin(), last.end(), played_.begin());
  }

  // Whether it has held the same hand at another table.
  bool KnowsHand(const Observation& seen) {
    const auto key = std::pair(seen.dealer, seen.hand.mask());
    return tables_.try_emplace(key, seen.random_seed).first->second !=
           seen.random_seed;
  }

  std::uint64_t asked_ = 0;
  std::uint64_t before_ = 0;
  std::vector<Card> played_;  // in the decision before
  Seat seat_ = kNoSeat;       // of the decision before
  // The random seed of the first decision with a hand, by dealer and hand.
  std::map<std::pair<Seat, std::uint32_t>, std::uint64_t> tables_;
  std::array<CardSet, kMaxSeats> hands_{};
  std::vector<std::unique_ptr<Page>> kept_;
};

bool HasUnknownFields(const v1::PlayRequest& request) {
  return !request.GetReflection()->GetUnknownFields(request).empty();
}

// Memory that grows with the decisions of a stream and then no more: beyond the
// 30,000 of the warming up and the 30,000 after them, and on a slow machine,
// which has 5 s instead for as many, not in the last of their repetitions.
class SettlingMemory {
 public:
  // What the stream before had goes back to the machine: used again, it would
  // not be seen to grow.
  SettlingMemory() { malloc_trim(0); }

  void Grow(int decisions) {
    constexpr std::size_t kMax = 70'000;
    if (std::chrono::steady_clock::now() > settled_) return;
    for (int i = 0; i < decisions && pages_.size() < kMax; ++i) {
      pages_.push_back(std::make_unique<std::array<char, 1024>>());
    }
  }

 private:
  std::vector<std::unique_ptr<std::array<char, 1024>>> pages_;
  std::chrono::steady_clock::time_point settled_ =
      std::chrono::steady_clock::now() + std::chrono::seconds(20);
};

class OddBot final : public v1::BotService::Service {
 public:
  grpc::Status Describe(grpc::ServerContext* /*context*/,
                        const v1::DescribeRequest* /*request*/,
                        v1::DescribeResponse* response) override {
    response->set_name(g_mode);
    response->set_version("1");
    response->set_wants_results(g_mode == "wants-results");
    if (g_mode == "misnamed") response->add_rulesets("no-such-ruleset");
    return grpc::Status::OK;
  }

  grpc::Status Play(grpc::ServerContext* context,
                    grpc::ServerReaderWriter<v1::PlayResponse, v1::PlayRequest>*
                        stream) override {
    const int others = streams_.fetch_add(1);
    const int before = served_.fetch_add(1);
    if ((g_mode == "one-stream" && others > 0) ||
        (g_mode == "first-stream" && before > 0)) {
      --streams_;
      return {grpc::StatusCode::UNAVAILABLE, "busy"};
    }
    const grpc::Status status = Serve(stream);
    while (g_mode == "stays" && !context->IsCancelled()) usleep(1000);
    --streams_;
    return status;
  }

 private:
  grpc::Status Serve(
      grpc::ServerReaderWriter<v1::PlayResponse, v1::PlayRequest>* stream) {
    bots::PlaySession session(strategy_);
    v1::PlayRequest request;
    v1::PlayResponse response;
    SettlingMemory settling;
    while (stream->Read(&request)) {
      if (g_mode == "tells" && !request.decisions().empty()) {
        return {grpc::StatusCode::INTERNAL, "the bot returned 99, no card"};
      }
      if (g_mode == "strict" && HasUnknownFields(request)) {
        return {grpc::StatusCode::INVALID_ARGUMENT, "unknown field"};
      }
      if (g_mode == "impatient" && request.decisions().empty()) {
        return {grpc::StatusCode::INVALID_ARGUMENT, "no decisions"};
      }
      if (!session.Answer(request, response).ok()) break;
      if (response.actions_size() > 1) Spoil(response);
      if (g_mode == "settles") {
        settling.Grow(request.decisions_size());
      }
      Note(request);
      if (request.decisions().empty()) continue;
      stream->Write(response);
    }
    return grpc::Status::OK;
  }

  // In some modes. Requires: two answers.
  static void Spoil(v1::PlayResponse& response) {
    if (g_mode == "drops") {
      response.mutable_actions()->RemoveLast();
      response.mutable_decision_ids()->RemoveLast();
    } else if (g_mode == "twice") {
      response.set_decision_ids(1, response.decision_ids(0));
    } else if (g_mode == "columns") {
      response.mutable_actions()->RemoveLast();
    }
  }

  // Writes the results that it receives to the file that the test names.
  static void Note(const v1::PlayRequest& request) {
    const char* path = std::getenv("ODD_BOT_HEARS");
    if (path == nullptr || request.results().empty()) return;
    std::ofstream file(path, std::ios::app);
    for (const v1::TableResult& result : request.results()) {
      file << result.ruleset_handle() << ' ' << result.half_points() << ' '
           << result.half_game_points() << '\n';
    }
    file << "--\n";
  }

  OddStrategy strategy_;
  std::atomic<int> streams_ = 0;  // open
  std::atomic<int> served_ = 0;   // so far
};

int Run(const std::string& mode) {
  g_mode = mode;
  if (mode == "mute") {
    for (;;) pause();
  }
  if (mode == "undying") std::signal(SIGTERM, SIG_IGN);
  const char* address = std::getenv("COUILLON_LISTEN");
  if (address == nullptr) return 1;
  OddBot bot;
  grpc::ServerBuilder builder;
  builder.AddListeningPort(address, grpc::InsecureServerCredentials());
  builder.RegisterService(&bot);
  const std::unique_ptr<grpc::Server> server = builder.BuildAndStart();
  if (server == nullptr) return 1;
  server->Wait();
  return 0;
}

}  // namespace
}  // namespace couillon

int main(int argc, char** argv) {
  return couillon::Run(argc > 1 ? argv[1] : "good");
}
