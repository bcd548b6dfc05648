// Sessions and relays by entrant, under one mutex.

#include "arena/standing/serve/attendance_desk.h"

#include <grpcpp/server_context.h>

#include <algorithm>

#include "couillon/v1/bot_manifest.pb.h"
#include "couillon/v1/league.pb.h"
#include "engine/cards/status_macros.h"
#include "engine/deal/deal_source.h"

namespace couillon::arena {
namespace {

// The time that a round waits for the bots of the last one.
constexpr std::chrono::seconds kMaxSettling(6);
constexpr std::chrono::milliseconds kStopLook(100);
constexpr int kWorkerOfRelays = 2000;  // of no worker and no trial

}  // namespace

absl::StatusOr<std::unique_ptr<AttendanceDesk>> AttendanceDesk::Make(
    DeskSettings settings) {
  ASSIGN_OR_RETURN(SocketFolder folder, SocketFolder::Make());
  return std::unique_ptr<AttendanceDesk>(
      new AttendanceDesk(settings, std::move(folder)));
}

AttendanceDesk::~AttendanceDesk() {
  // The end of a relay calls Changed().
  std::map<std::string, Attending> bots;
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    bots.swap(bots_);
  }
}

absl::StatusOr<std::string> AttendanceDesk::Admit(const std::string& author,
                                                  const DialInEntrant& bot) {
  const std::lock_guard<std::mutex> lock(mutex_);
  const auto found = bots_.find(bot.label);
  if (found != bots_.end()) return found->second.session;
  ASSIGN_OR_RETURN(std::unique_ptr<Relay> relay,
                   MakeRelay(bot.description, [this] { Changed(); }));
  Attending& attending = bots_[bot.label];
  attending.author = author;
  attending.session = FreshSeed();
  attending.relay = std::move(relay);
  return attending.session;
}

absl::StatusOr<std::unique_ptr<Relay>> AttendanceDesk::MakeRelay(
    const v1::DescribeResponse& description, std::function<void()> on_change) {
  return Relay::Make(
      {.socket_path = folder_.PathFor(kWorkerOfRelays, relays_++),
       .description = description,
       .streams = settings_.streams,
       .patience = settings_.patience,
       .on_change = std::move(on_change)});
}

void AttendanceDesk::Adopt(const std::string& author, const std::string& label,
                           const std::string& session,
                           std::unique_ptr<Relay>& relay) {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (bots_.count(label) > 0) return;
    Attending& attending = bots_[label];
    attending.author = author;
    attending.session = session;
    attending.relay = std::move(relay);
  }
  Changed();
}

Relay::AttendReactor* AttendanceDesk::Attend(
    const std::string& session, const std::string& author,
    grpc::CallbackServerContext& context) {
  Relay* relay = nullptr;
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    for (const auto& [label, bot] : bots_) {
      if (bot.session == session && bot.author == author) {
        relay = bot.relay.get();
      }
    }
  }
  return relay == nullptr ? nullptr : relay->Attend(context);
}

void AttendanceDesk::DismissOthers(const std::set<std::string>& authors) {
  std::vector<Relay*> relays;
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    for (const auto& [label, bot] : bots_) {
      if (authors.count(bot.author) == 0) relays.push_back(bot.relay.get());
    }
  }
  for (Relay* relay : relays) {
    if (relay->open_streams() == 0) continue;
    relay->Dismiss(WithdrawnStatus());
  }
}

void AttendanceDesk::Changed() {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    ++changes_;
  }
  changed_.notify_all();
  if (presence_) presence_();
}

bool AttendanceDesk::WaitForChange(std::chrono::milliseconds most) {
  std::unique_lock<std::mutex> lock(mutex_);
  const bool any = changed_.wait_for(
      lock, most, [this] { return changes_ != changes_seen_; });
  changes_seen_ = changes_;
  return any;
}

bool AttendanceDesk::MayBegin(const std::string& label) {
  Relay* const relay = Find(label);
  return relay != nullptr && !relay->IsAway() &&
         relay->open_streams() == settings_.streams;
}

bool AttendanceDesk::CanContinue(const std::string& label) {
  Relay* const relay = Find(label);
  return relay != nullptr && !relay->IsAway();
}

void AttendanceDesk::Locate(v1::BotEntry& bot) {
  const Relay* const relay = Find(bot.name());
  if (relay != nullptr) bot.mutable_remote()->set_address(relay->address());
}

void AttendanceDesk::BeginRun() {
  for (Relay* relay : All()) relay->Forgive();
}

void AttendanceDesk::EndRun(const std::function<bool()>& is_stopped) {
  using std::chrono::steady_clock;
  // A bot that opens and ends streams again and again never settles down.
  const steady_clock::time_point deadline = steady_clock::now() + kMaxSettling;
  while (!is_stopped()) {
    steady_clock::time_point settled = steady_clock::time_point::min();
    for (Relay* relay : All()) settled = std::max(settled, relay->SettledAt());
    settled = std::min(settled, deadline);
    const steady_clock::time_point now = steady_clock::now();
    if (settled <= now) return;
    WaitForChange(
        std::min(kStopLook,
                 std::chrono::ceil<std::chrono::milliseconds>(settled - now)));
  }
}

Relay* AttendanceDesk::Find(const std::string& label) {
  const std::lock_guard<std::mutex> lock(mutex_);
  const auto found = bots_.find(label);
  return found == bots_.end() ? nullptr : found->second.relay.get();
}

std::vector<Relay*> AttendanceDesk::All() {
  const std::lock_guard<std::mutex> lock(mutex_);
  std::vector<Relay*> relays;
  relays.reserve(bots_.size());
  for (const auto& [label, bot] : bots_) relays.push_back(bot.relay.get());
  return relays;
}

}  // namespace couillon::arena
