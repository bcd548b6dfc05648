// Each candidate has a thread that awaits its streams, runs the checks and
// rings a bell at its end.

#include "arena/standing/serve/candidates.h"

#include <grpcpp/server_context.h>
#include <grpcpp/support/status.h>

#include <chrono>
#include <utility>

#include "absl/strings/str_format.h"
#include "couillon/v1/league.pb.h"
#include "engine/cards/status_macros.h"
#include "engine/deal/deal_source.h"
#include "google/protobuf/util/message_differencer.h"

namespace couillon::arena {
namespace {

using google::protobuf::util::MessageDifferencer;
using std::chrono::steady_clock;

// The time that a candidate may take to open all its streams.
constexpr std::chrono::minutes kPatience(2);
// Between two checks of a bot that leaves in the middle of each.
constexpr std::chrono::seconds kPause(1);

std::string NameWithAuthor(const DialInRequest& request) {
  return absl::StrFormat("%s/%s", request.author, request.name);
}

grpc::Status DroppedStatus() {
  return {grpc::StatusCode::UNAVAILABLE,
          "the session is over; expected another Submit"};
}

}  // namespace

void Candidates::Bell::Ring() {
  {
    const std::lock_guard<std::mutex> lock(mutex);
    ++rings;
  }
  rung.notify_all();
}

Candidates::Candidates(CandidateSettings settings, AttendanceDesk& desk)
    : settings_(std::move(settings)), desk_(desk) {}

Candidates::~Candidates() {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    stop_ = true;
    for (const auto& candidate : candidates_) {
      if (candidate->relay != nullptr) {
        candidate->relay->Close(grpc::Status::CANCELLED);
      }
    }
  }
  stopped_.notify_all();
  bell_->Ring();
  for (const auto& candidate : candidates_) candidate->thread.join();
}

absl::StatusOr<std::string> Candidates::Admit(const DialInRequest& request) {
  const std::lock_guard<std::mutex> lock(mutex_);
  Reap();
  for (const auto& candidate : candidates_) {
    if (candidate->relay == nullptr || candidate->replaced ||
        candidate->request.author != request.author ||
        candidate->request.name != request.name) {
      continue;
    }
    if (MessageDifferencer::Equals(candidate->request.description,
                                   request.description)) {
      return candidate->session;
    }
    if (!MayBeReplaced(*candidate)) {
      return absl::UnavailableError(
          absl::StrFormat("bot %s: another description of it is being checked; "
                          "expected one at a time",
                          request.name));
    }
    Replace(*candidate);
  }
  // Since `bot` was found, its check may have ended.
  ASSIGN_OR_RETURN(const DialInEntrant now,
                   FindDialIn(settings_.directory, request));
  if (!now.is_new) return desk_.Admit(request.author, now);
  RETURN_IF_ERROR(MakeRoom(request));
  ASSIGN_OR_RETURN(
      std::unique_ptr<Relay> relay,
      desk_.MakeRelay(request.description, [bell = bell_, desk = &desk_] {
        bell->Ring();
        desk->Changed();
      }));
  candidates_.push_back(std::make_unique<Candidate>());
  Candidate& candidate = *candidates_.back();
  candidate.request = request;
  candidate.session = FreshSeed();
  candidate.relay = std::move(relay);
  candidate.thread = std::thread([this, &candidate] { Run(candidate); });
  return candidate.session;
}

bool Candidates::MayBeReplaced(const Candidate& candidate) {
  return !candidate.decided && candidate.relay->open_streams() == 0;
}

void Candidates::Replace(Candidate& candidate) {
  candidate.replaced = true;
  candidate.relay->Close(DroppedStatus());  // its thread does the rest
  stopped_.notify_all();
}

absl::Status Candidates::MakeRoom(const DialInRequest& request) {
  std::uint32_t checked = 0;
  std::uint32_t ending = 0;
  Candidate* oldest = nullptr;  // of those that may be replaced
  for (const auto& candidate : candidates_) {
    if (candidate->request.author != request.author) continue;
    if (candidate->replaced) {
      ++ending;
    } else if (candidate->relay != nullptr) {
      ++checked;
      if (oldest == nullptr && MayBeReplaced(*candidate)) {
        oldest = candidate.get();
      }
    }
  }
  const bool is_full = checked >= request.most_bots;
  // An author who submits in a loop makes no more threads than that.
  if (ending > request.most_bots || (is_full && oldest == nullptr)) {
    return absl::UnavailableError(absl::StrFormat(
        "%d bots of author %s are being checked; expected at most %d",
        checked + ending, request.author, request.most_bots));
  }
  if (is_full) Replace(*oldest);
  return absl::OkStatus();
}

Relay::AttendReactor* Candidates::Attend(const std::string& session,
                                         const std::string& author,
                                         grpc::CallbackServerContext& context) {
  const std::lock_guard<std::mutex> lock(mutex_);
  for (const auto& candidate : candidates_) {
    if (candidate->relay != nullptr && candidate->session == session &&
        candidate->request.author == author) {
      return candidate->relay->Attend(context);
    }
  }
  return nullptr;
}

void Candidates::DismissOthers(const std::set<std::string>& authors) {
  const std::lock_guard<std::mutex> lock(mutex_);
  for (const auto& candidate : candidates_) {
    if (candidate->relay == nullptr ||
        authors.count(candidate->request.author) > 0 ||
        candidate->relay->open_streams() == 0) {
      continue;
    }
    candidate->relay->Dismiss(WithdrawnStatus());
  }
}

void Candidates::Run(Candidate& candidate) {
  Outcome outcome = Outcome::kLeft;
  bool said = false;
  while (outcome == Outcome::kLeft && AwaitStreams(candidate)) {
    outcome = Check(candidate);
    if (outcome != Outcome::kLeft) continue;
    if (!said) settings_.on_left(NameWithAuthor(candidate.request));
    said = true;
    std::unique_lock<std::mutex> lock(mutex_);
    stopped_.wait_for(lock, kPause,
                      [&] { return stop_ || candidate.replaced; });
  }
  Drop(candidate, DroppedStatus());
  const std::lock_guard<std::mutex> lock(mutex_);
  candidate.over = true;
}

bool Candidates::AwaitStreams(Candidate& candidate) {
  const steady_clock::time_point deadline = steady_clock::now() + kPatience;
  for (;;) {
    std::uint64_t rings = 0;
    {
      const std::lock_guard<std::mutex> lock(bell_->mutex);
      rings = bell_->rings;
    }
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      if (stop_ || candidate.replaced) return false;
      if (candidate.relay->open_streams() == desk_.streams()) return true;
    }
    std::unique_lock<std::mutex> lock(bell_->mutex);
    if (!bell_->rung.wait_until(lock, deadline,
                                [&] { return bell_->rings != rings; })) {
      return false;
    }
  }
}

Candidates::Outcome Candidates::Check(Candidate& candidate) {
  v1::BotEntry bot;
  int left = 0;
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (stop_) return Outcome::kStopped;
    if (candidate.replaced) return Outcome::kLeft;
    candidate.relay->Forgive();
    left = candidate.relay->times_left();
    bot.set_name(candidate.request.name);
    bot.mutable_dial_in()->set_author(candidate.request.author);
    *bot.mutable_dial_in()->mutable_description() =
        candidate.request.description;
    bot.mutable_remote()->set_address(candidate.relay->address());
  }
  const absl::Status status = settings_.check(bot);
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (candidate.replaced) return Outcome::kLeft;
    if (stop_) return Outcome::kStopped;
    if (!status.ok() && candidate.relay->times_left() != left) {
      return Outcome::kLeft;
    }
    candidate.decided = true;
  }
  if (status.ok()) {
    Accept(candidate);
  } else {
    Refuse(candidate, std::string(status.message()));
  }
  return Outcome::kDecided;
}

void Candidates::Accept(Candidate& candidate) {
  const absl::StatusOr<DialInEntrant> entrant =
      SubmitDialIn(settings_.directory, candidate.request);
  if (!entrant.ok()) {  // the arena has changed meanwhile
    Drop(candidate, {grpc::StatusCode::UNAVAILABLE,
                     std::string(entrant.status().message())});
    return;
  }
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (stop_) return;
    desk_.Adopt(candidate.request.author, entrant->label, candidate.session,
                candidate.relay);
  }
  if (entrant->is_new) settings_.on_accepted(entrant->label);
}

void Candidates::Refuse(Candidate& candidate, const std::string& reason) {
  const absl::Status stored =
      RefuseDialIn(settings_.directory, candidate.request, reason);
  const absl::StatusOr<DialInEntrant> again =
      stored.ok() ? FindDialIn(settings_.directory, candidate.request)
                  : absl::StatusOr<DialInEntrant>(stored);
  Drop(candidate, {grpc::StatusCode::FAILED_PRECONDITION,
                   std::string(again.status().message())});
  settings_.on_refused(NameWithAuthor(candidate.request), reason);
}

void Candidates::Drop(Candidate& candidate, const grpc::Status& status) {
  std::unique_ptr<Relay> relay;
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (stop_ || candidate.relay == nullptr) return;
    relay = std::move(candidate.relay);
  }
  relay->Close(status);
}

void Candidates::Reap() {
  std::erase_if(candidates_, [](const std::unique_ptr<Candidate>& candidate) {
    if (!candidate->over) return false;
    candidate->thread.join();
    return true;
  });
}

}  // namespace couillon::arena
