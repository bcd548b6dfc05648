#include "tools/commands/arena/notices.h"

#include "absl/strings/str_format.h"
#include "arena/numbers/text/printable.h"

namespace couillon::tools {

Notices::~Notices() {
  for (const auto& [author, source] : sources_) PrintLeftOut(author, source);
}

void Notices::Print(const std::string& name, const std::string& text) {
  const std::lock_guard<std::mutex> lock(mutex_);
  const std::string author = name.substr(0, name.find('/'));
  const auto now = now_();
  const auto [at, is_new] = sources_.try_emplace(author, Source{.begin = now});
  Source& source = at->second;
  if (!is_new && now - source.begin >= kNoticePeriod) {
    PrintLeftOut(author, source);
    source = {.begin = now};
  }
  if (++source.lines > kMaxNotices) return;
  out_ << absl::StrFormat("%s: %s\n", arena::PrintableLine(name),
                          arena::PrintableLine(text));
}

void Notices::PrintLeftOut(const std::string& author, const Source& source) {
  if (source.lines <= kMaxNotices) return;
  out_ << absl::StrFormat("%s: %d more lines were left out\n",
                          arena::PrintableLine(author),
                          source.lines - kMaxNotices);
}

}  // namespace couillon::tools
