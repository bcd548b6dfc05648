// Bots that dial in and are no entrants yet. Each gets streams as an entrant
// does, answers the decisions of `bot check` on them in a thread of its own,
// and is then taken into the arena or refused; the arena plays on meanwhile.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "arena/standing/journal/dial_in.h"
#include "arena/standing/serve/attendance_desk.h"
#include "arena/standing/serve/relay.h"

namespace grpc {
class CallbackServerContext;
class Status;
}  // namespace grpc

namespace couillon::v1 {
class BotEntry;
}  // namespace couillon::v1

namespace couillon::arena {

// All are called in threads of their own, several at a time.
struct CandidateSettings {
  std::string directory;  // of the arena
  // Checks a bot at its address. An error is the reason for a refusal.
  std::function<absl::Status(const v1::BotEntry& bot)> check;
  std::function<void(const std::string& label)> on_accepted;
  // `name` is AUTHOR/BOT, as also below.
  std::function<void(const std::string& name, const std::string& reason)>
      on_refused;
  // A bot has left in its check.
  std::function<void(const std::string& name)> on_left;
};

// Thread-safe.
class Candidates {
 public:
  // Requires: `desk` outlives this object.
  Candidates(CandidateSettings settings, AttendanceDesk& desk);
  Candidates(const Candidates&) = delete;
  Candidates& operator=(const Candidates&) = delete;
  // Ends the checks; who was being checked is not taken in. Requires: the
  // server that calls Attend has ended.
  ~Candidates();

  // Returns the session of a bot, for the metadata of Attend: a new one, that
  // of the candidate that it is already, or that of the desk if it is no new
  // version. A candidate without any stream gives way to another version of the
  // same bot, and to another bot where the author has as many as are allowed.
  // Unavailable if another version of the bot, or as many bots of the author as
  // are allowed, are being checked, or if no socket can be made; otherwise the
  // errors of FindDialIn.
  absl::StatusOr<std::string> Admit(const DialInRequest& request);
  // Takes a call of Attend. Null: the session is not of a candidate of that
  // author.
  Relay::AttendReactor* Attend(const std::string& session,
                               const std::string& author,
                               grpc::CallbackServerContext& context);
  // Ends the streams of all candidates whose author is not one of `authors`.
  void DismissOthers(const std::set<std::string>& authors);

 private:
  // Rung when streams of a candidate open or end. Relays keep it.
  struct Bell {
    std::mutex mutex;
    std::condition_variable rung;
    std::uint64_t rings = 0;
    void Ring();
  };
  struct Candidate {
    DialInRequest request;
    std::string session;
    std::unique_ptr<Relay> relay;  // null: it is none any more
    bool replaced = false;         // its relay is closed
    bool decided = false;          // its check has ended; not replaced any more
    bool over = false;             // its thread is about to end
    std::thread thread;
  };
  enum class Outcome : std::uint8_t { kDecided, kLeft, kStopped };

  // The next three require that mutex_ is held. Returns true if it has left, or
  // has not come yet. Requires: it has a relay.
  static bool MayBeReplaced(const Candidate& candidate);
  // Ends its check. Requires: MayBeReplaced.
  void Replace(Candidate& candidate);
  // Unavailable if the author's bots that are being checked leave no room for
  // one more.
  absl::Status MakeRoom(const DialInRequest& request);
  void Run(Candidate& candidate);
  // Waits until all its streams are open; false if that takes too long, if it
  // is replaced, or if the arena closes.
  bool AwaitStreams(Candidate& candidate);
  Outcome Check(Candidate& candidate);
  void Accept(Candidate& candidate);
  void Refuse(Candidate& candidate, const std::string& reason);
  // Ends all its calls with `status`; it is no candidate any more.
  void Drop(Candidate& candidate, const grpc::Status& status);
  // Forgets the candidates that are none any more. Requires: mutex_ is held.
  void Reap();

  const CandidateSettings settings_;
  AttendanceDesk& desk_;
  const std::shared_ptr<Bell> bell_ = std::make_shared<Bell>();
  std::mutex mutex_;  // guards the following, and all candidates
  std::condition_variable stopped_;
  bool stop_ = false;
  std::vector<std::unique_ptr<Candidate>> candidates_;
};

}  // namespace couillon::arena
