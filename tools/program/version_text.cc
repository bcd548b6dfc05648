#include <string>

#include "absl/strings/str_format.h"
#include "couillon/v1/league.pb.h"
#include "tools/program/build_info.h"

namespace couillon::tools {

std::string VersionText(const std::string& program) {
  std::string commit = BuildCommit();
  if (commit == "unknown") commit += " (built outside a git repository)";
  // The package of the protocol is its version: couillon.v1.
  return absl::StrFormat("%s %s\ncommit:   %s\nprotocol: %s\nbuild:    %s, %s",
                         program, BuildVersion(), commit,
                         v1::LeagueConfig::descriptor()->file()->package(),
                         BuildType(), BuildCompiler());
}

}  // namespace couillon::tools
