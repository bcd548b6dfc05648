// The connected bots of the arena: the sessions of bots, and a relay for each
// bot through which the referee reaches it.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "arena/players/system/socket_folder.h"
#include "arena/standing/journal/attendance.h"
#include "arena/standing/journal/dial_in.h"
#include "arena/standing/serve/relay.h"
#include "couillon/v1/bot_service.pb.h"

namespace grpc {
class CallbackServerContext;
}  // namespace grpc

namespace couillon::v1 {
class BotEntry;
}  // namespace couillon::v1

namespace couillon::arena {

struct DeskSettings {
  int streams = 1;  // that each bot keeps open
  // The time that the referee waits for a bot that is away.
  std::chrono::milliseconds patience{0};
};

// Thread-safe.
class AttendanceDesk final : public Attendance {
 public:
  static absl::StatusOr<std::unique_ptr<AttendanceDesk>> Make(
      DeskSettings settings);
  // Requires: the server that calls Attend has ended.
  ~AttendanceDesk() override;

  // Returns the session of a bot, for the metadata of Attend; the same as long
  // as this object lives. Unavailable if no socket can be made for it.
  absl::StatusOr<std::string> Admit(const std::string& author,
                                    const DialInEntrant& bot);
  // Makes a relay for a bot with this description, for Admit or Adopt. As
  // Relay::Make.
  absl::StatusOr<std::unique_ptr<Relay>> MakeRelay(
      const v1::DescribeResponse& description, std::function<void()> on_change);
  // The same as Admit for a bot whose session and relay are there already:
  // takes the relay, unless the bot has another.
  void Adopt(const std::string& author, const std::string& label,
             const std::string& session, std::unique_ptr<Relay>& relay);
  // Takes a call of Attend. Null: the session is not of that author.
  Relay::AttendReactor* Attend(const std::string& session,
                               const std::string& author,
                               grpc::CallbackServerContext& context);
  // Ends the streams of all bots whose author is not one of `authors`.
  void DismissOthers(const std::set<std::string>& authors);

  [[nodiscard]] int streams() const { return settings_.streams; }

  // Wakes WaitForChange: there may be something to play.
  void Changed();
  // Waits for a change since the last call, at most for `most`. Returns whether
  // there was one.
  bool WaitForChange(std::chrono::milliseconds most);
  // Sets what is called when a bot comes or goes. Requires: called before bots
  // attend.
  void OnPresence(std::function<void()> call) { presence_ = std::move(call); }

  bool MayBegin(const std::string& label) override;
  bool CanContinue(const std::string& label) override;
  void Locate(v1::BotEntry& bot) override;
  void BeginRun() override;
  void EndRun(const std::function<bool()>& is_stopped) override;

 private:
  struct Attending {
    std::string author;
    std::string session;
    std::unique_ptr<Relay> relay;
  };

  AttendanceDesk(DeskSettings settings, SocketFolder folder)
      : settings_(settings), folder_(std::move(folder)) {}
  // Null if the bot has not connected. Relays stay until the end.
  Relay* Find(const std::string& label);
  std::vector<Relay*> All();

  const DeskSettings settings_;
  const SocketFolder folder_;
  std::function<void()> presence_;
  std::mutex mutex_;  // guards the following
  std::condition_variable changed_;
  std::uint64_t changes_ = 0;
  std::uint64_t changes_seen_ = 0;
  std::map<std::string, Attending> bots_;  // by label
  std::atomic<int> relays_ = 0;            // that were made
};

}  // namespace couillon::arena
