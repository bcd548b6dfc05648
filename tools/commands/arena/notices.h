// Lines for the organizer of an arena about what authors do: none of them can
// fill the terminal or the log.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <ostream>
#include <string>
#include <utility>

namespace couillon::tools {

// Lines per source (an author) and period; the others are counted.
inline constexpr int kMaxNotices = 5;
inline constexpr std::chrono::seconds kNoticePeriod{60};

// May be used by several threads.
class Notices {
 public:
  using Clock = std::function<std::chrono::steady_clock::time_point()>;

  // `out` outlives the object.
  explicit Notices(std::ostream& out,
                   Clock now = std::chrono::steady_clock::now)
      : out_(out), now_(std::move(now)) {}
  // Prints how many lines were left out.
  ~Notices();
  Notices(const Notices&) = delete;
  Notices& operator=(const Notices&) = delete;

  // Prints "NAME: TEXT", or counts it if the author of `name`, which is what
  // precedes its first slash, has had enough lines in this period. The first
  // line of the next period follows one that says how many were left out.
  void Print(const std::string& name, const std::string& text);

 private:
  struct Source {
    std::chrono::steady_clock::time_point begin;
    std::int64_t lines = 0;  // since then
  };

  void PrintLeftOut(const std::string& author, const Source& source);

  std::ostream& out_;
  Clock now_;
  std::mutex mutex_;
  std::map<std::string, Source> sources_;  // by author
};

}  // namespace couillon::tools
