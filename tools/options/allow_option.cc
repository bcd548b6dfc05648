// The table of what --allow permits.
#include "tools/options/allow_option.h"

#include <algorithm>
#include <array>
#include <cstddef>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "arena/numbers/text/display_width.h"
#include "arena/numbers/text/printable.h"
#include "engine/cards/check.h"

namespace couillon::tools {
namespace {

constexpr std::size_t kHelpWidth = 100;

struct Kind {
  const char* name;
  const char* form;  // as the user writes it
  const char* effect;
};

constexpr std::array<Kind, 8> kKinds = {{
    {"read", "read:PATH", "Sandboxed bots can read this file or folder."},
    {"env", "env:NAME",
     "Bots get this environment variable; with env:NAME=VALUE, with that "
     "value. A new league stores it."},
    {"token", "token:FILE",
     "The token in this file, or with token:VARIABLE in this environment "
     "variable, is sent to a remote bot of a stored league or plan."},
    {"cheating", "cheating",
     "builtin:oracle, which sees all cards, plays; reports mark the league as "
     "not comparable."},
    {"plaintext", "plaintext",
     "grpc:// addresses, which have no TLS, may be on other machines."},
    {"remote", "remote",
     "The arena takes bots at addresses and bots that dial in; nothing keeps "
     "their seats from sharing what they hold, and reports mark them."},
    {"changed", "changed",
     "Files of a bot may have changed since the league began; the report "
     "shows it."},
    {"unchecked", "unchecked",
     "Bots join the arena once they start, without the checks of bot check."},
}};

const Kind& KindOf(const Permission& permission) {
  const auto* kind = std::ranges::find_if(
      kKinds, [&](const Kind& each) { return each.name == permission.kind; });
  COUILLON_CHECK(kind != kKinds.end());
  return *kind;
}

std::string FormsText(const std::vector<Permission>& permissions) {
  return absl::StrJoin(permissions, ", ",
                       [](std::string* out, const Permission& permission) {
                         out->append(KindOf(permission).form);
                       });
}

// The value that `text` has for `permission`; null if it is of another kind or
// has no value where one is needed.
const char* ValueFor(const Permission& permission, const std::string& text) {
  const bool has_value =
      std::holds_alternative<std::vector<std::string>*>(permission.target);
  const std::string start = has_value ? permission.kind + ":" : permission.kind;
  if (!text.starts_with(start)) return nullptr;
  const char* value = text.c_str() + start.size();
  return has_value == (*value != '\0') ? value : nullptr;
}

void Set(const std::vector<Permission>& permissions, const std::string& text) {
  for (const Permission& permission : permissions) {
    const char* value = ValueFor(permission, text);
    if (value == nullptr) continue;
    if (bool* const* flag = std::get_if<bool*>(&permission.target)) {
      **flag = true;
    } else if (const auto* permit =
                   std::get_if<std::function<void()>>(&permission.target)) {
      (*permit)();
    } else {
      std::get<std::vector<std::string>*>(permission.target)
          ->emplace_back(value);
    }
  }
}

}  // namespace

std::vector<Permission> BotPermissions(arena::StartPermission& permission) {
  return {{"read", &permission.readable_paths},
          {"env", &permission.environment},
          {"token", &permission.tokens}};
}

void AddAllowOption(CommandLine command,
                    const std::vector<Permission>& permissions) {
  // One value each: a command or bots may follow.
  command
      .AddOption(
          "--allow",
          [permissions](const std::vector<std::string>& texts) {
            for (const std::string& text : texts) Set(permissions, text);
          },
          absl::StrFormat("Allow what is refused otherwise: %s (repeatable; "
                          "couillon help allow)",
                          FormsText(permissions)))
      .ValueName("WHAT")
      .Check([permissions](const std::string& text) -> std::string {
        for (const Permission& permission : permissions) {
          if (ValueFor(permission, text) != nullptr) return "";
        }
        return absl::StrFormat("found \"%s\"; expected %s",
                               arena::PrintableLine(text),
                               FormsText(permissions));
      })
      .Repeatable();
}

std::string AllowHelp() {
  std::string text;
  for (const Kind& kind : kKinds) {
    absl::StrAppend(&text, kind.form, "\n");
    const std::string effect = arena::Wrapped(kind.effect, kHelpWidth - 4);
    for (const auto line : absl::StrSplit(effect, '\n', absl::SkipEmpty())) {
      absl::StrAppend(&text, "    ", line, "\n");
    }
  }
  return text;
}

}  // namespace couillon::tools
