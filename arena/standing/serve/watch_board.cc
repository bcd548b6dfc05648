// The last state is kept for new watchers; every change is sent to all.

#include "arena/standing/serve/watch_board.h"

#include <grpcpp/generic/async_generic_service.h>
#include <grpcpp/support/byte_buffer.h>
#include <grpcpp/support/status.h>

#include <algorithm>

#include "absl/strings/str_format.h"
#include "arena/standing/serve/single_call.h"
#include "google/protobuf/util/message_differencer.h"

namespace couillon::arena {
namespace {

constexpr int kMaxOfAnAuthor = 8;  // calls at a time

}  // namespace

// A call of Watch; deletes itself when gRPC is done with it. Its members are
// the board's.
class WatchBoard::WatchCall final : public grpc::ServerGenericBidiReactor {
 public:
  WatchCall(WatchBoard& board, std::string of_author)
      : author(std::move(of_author)), board_(board) {}

  // Sends what is shown now, or after the message that is being sent.
  void Show() {
    if (ended) return;
    stale_ = writing_;
    if (writing_) return;
    writing_ = true;
    sent_ = ToByteBuffer(board_.shown_);
    StartWrite(&sent_);
  }

  void OnWriteDone(bool ok) override {
    const std::lock_guard<std::mutex> lock(board_.mutex_);
    writing_ = false;
    if (ended) {
      Finish(grpc::Status::OK);
    } else if (ok && stale_) {
      Show();
    }
  }
  void OnCancel() override {
    const std::lock_guard<std::mutex> lock(board_.mutex_);
    if (ended) return;
    ended = true;
    board_.calls_.erase(this);
    if (!writing_) Finish(grpc::Status::OK);
  }
  void OnDone() override { delete this; }

  const std::string author;
  bool ended = false;

 private:
  WatchBoard& board_;
  grpc::ByteBuffer sent_;
  bool writing_ = false;
  bool stale_ = false;  // what is being sent is not what is shown
};

void WatchBoard::SetRound(std::uint32_t round, std::int64_t units,
                          std::int64_t units_done) {
  const std::lock_guard<std::mutex> lock(mutex_);
  v1::WatchResponse next = shown_;
  next.set_round(round);
  next.set_units(static_cast<std::uint64_t>(units));
  next.set_units_done(static_cast<std::uint64_t>(units_done));
  if (google::protobuf::util::MessageDifferencer::Equals(next, shown_)) return;
  shown_ = std::move(next);
  Publish();
}

void WatchBoard::SetEntrants(std::vector<WatchedEntrant> entrants) {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    entrants_ = std::move(entrants);
  }
  LookAgain();
}

void WatchBoard::LookAgain() {
  const std::lock_guard<std::mutex> look(looking_);
  std::vector<WatchedEntrant> entrants;
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    entrants = entrants_;
  }
  v1::WatchResponse here;
  for (const WatchedEntrant& entrant : entrants) {
    v1::EntrantPresence& presence = *here.add_entrants();
    presence.set_label(entrant.label);
    presence.set_present(!entrant.dials_in || is_here_(entrant.label));
  }
  const std::lock_guard<std::mutex> lock(mutex_);
  v1::WatchResponse next = shown_;
  *next.mutable_entrants() = here.entrants();
  if (google::protobuf::util::MessageDifferencer::Equals(next, shown_)) return;
  shown_ = std::move(next);
  Publish();
}

void WatchBoard::Publish() {
  for (WatchCall* call : calls_) call->Show();
}

grpc::ServerGenericBidiReactor* WatchBoard::Watch(const std::string& author) {
  auto* const call = new WatchCall(*this, author);
  const std::lock_guard<std::mutex> lock(mutex_);
  const auto of_author = std::count_if(
      calls_.begin(), calls_.end(),
      [&author](const WatchCall* each) { return each->author == author; });
  if (of_author >= kMaxOfAnAuthor) {
    call->ended = true;
    call->Finish({grpc::StatusCode::RESOURCE_EXHAUSTED,
                  absl::StrFormat("author %s has %d calls of Watch open; "
                                  "expected at most that many",
                                  author, of_author)});
    return call;
  }
  calls_.insert(call);
  call->Show();
  return call;
}

}  // namespace couillon::arena
