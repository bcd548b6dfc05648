// The bots that dial in and can be played at a time. `couillon arena serve`
// knows (arena/standing/serve/); without it, none can.
#pragma once

#include <functional>
#include <string>

namespace couillon::v1 {
class BotEntry;
}  // namespace couillon::v1

namespace couillon::arena {

// Thread-safe. Bots are named by their labels: "NAME v1".
class Attendance {
 public:
  Attendance() = default;
  Attendance(const Attendance&) = delete;
  Attendance& operator=(const Attendance&) = delete;
  virtual ~Attendance() = default;

  // Returns true if a round may begin with the bot: it has opened all its
  // streams.
  [[nodiscard]] virtual bool MayBegin(const std::string& label) = 0;
  // Returns true if the bot may get more to play in the round under way.
  [[nodiscard]] virtual bool CanContinue(const std::string& label) = 0;
  // Sets the address at which the referee reaches the bot, if it is known.
  // Requires: `bot` is named by its label.
  virtual void Locate(v1::BotEntry& bot) = 0;
  // A run of a round begins: what bots failed to do in the last one is
  // forgotten.
  virtual void BeginRun() = 0;
  // The run has ended. Returns when the bots whose streams ended with it have
  // come back, or have had the time for it, or when `is_stopped` says so.
  virtual void EndRun(const std::function<bool()>& is_stopped) = 0;
};

// Nobody dials in.
class NobodyAttends final : public Attendance {
 public:
  [[nodiscard]] bool MayBegin(const std::string& /*label*/) override {
    return false;
  }
  [[nodiscard]] bool CanContinue(const std::string& /*label*/) override {
    return false;
  }
  void Locate(v1::BotEntry& /*bot*/) override {}
  void BeginRun() override {}
  void EndRun(const std::function<bool()>& /*is_stopped*/) override {}
};

}  // namespace couillon::arena
