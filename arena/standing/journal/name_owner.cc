// Names are compared by their skeletons (name_rule.h).

#include "arena/standing/journal/name_owner.h"

#include <algorithm>
#include <string>
#include <vector>

#include "absl/strings/str_format.h"
#include "arena/numbers/text/printable.h"
#include "arena/players/roster/name_rule.h"
#include "arena/standing/journal/arena_state.h"
#include "couillon/v1/arena.pb.h"
#include "couillon/v1/league.pb.h"
#include "engine/cards/status_macros.h"

namespace couillon::arena {
namespace {

bool IsSameAuthor(const v1::BotEntry& a, const v1::BotEntry& b) {
  if (a.has_dial_in() != b.has_dial_in()) return false;
  return a.has_dial_in() ? a.dial_in().author() == b.dial_in().author()
                         : a.author() == b.author();
}

// Anybody can declare any author. But the organizer, who submits both, may add
// one to a bot, or leave it out.
bool MayReplace(const v1::BotEntry& before, const v1::BotEntry& bot) {
  if (IsSameAuthor(before, bot)) return true;
  return !before.has_dial_in() && !bot.has_dial_in() &&
         (before.author().empty() || bot.author().empty());
}

absl::Status BelongsTo(const v1::BotEntry& owner, const v1::BotEntry& bot) {
  const bool organizer = !owner.has_dial_in() && owner.author().empty();
  // Authors of other bots are shown to the organizer alone.
  const std::string author =
      bot.has_dial_in()     ? "another author"
      : owner.has_dial_in() ? absl::StrFormat("author %s, whose bot dials in",
                                              owner.dial_in().author())
                            : absl::StrFormat("author %s, found author %s",
                                              owner.author(), bot.author());
  return absl::FailedPreconditionError(absl::StrFormat(
      "the name %s belongs to %s; expected another name", bot.name(),
      organizer || (bot.has_dial_in() && !owner.has_dial_in())
          ? "a bot of the organizer"
          : PrintableLine(author)));
}

}  // namespace

absl::Status CheckNameOwner(const ArenaState& state, const v1::BotEntry& bot) {
  const auto& entrants = state.entrants;
  const auto first =
      std::ranges::find_if(entrants, [&bot](const Entrant& entrant) {
        return entrant.bot.name() == bot.name();
      });
  if (first != entrants.end()) {
    return MayReplace(first->bot, bot) ? absl::OkStatus()
                                       : BelongsTo(first->bot, bot);
  }
  if (bot.builtin().empty() || bot.name() != bot.builtin()) {
    RETURN_IF_ERROR(CheckName("name", bot.name()));
  }
  const std::vector<std::string> skeletons = NameSkeletons(bot.name());
  for (const Entrant& entrant : entrants) {
    if (IsSameAuthor(entrant.bot, bot) ||
        !LookAlike(skeletons, entrant.name_skeletons.empty()
                                  ? NameSkeletons(entrant.bot.name())
                                  : entrant.name_skeletons)) {
      continue;
    }
    return absl::FailedPreconditionError(absl::StrFormat(
        "the name %s looks like %s, or like a version of it, which belongs to "
        "%s; expected a name that cannot be mistaken for it",
        bot.name(), PrintableLine(entrant.bot.name()),
        entrant.DialsIn() || !entrant.bot.author().empty() ? "another author"
                                                           : "the organizer"));
  }
  return absl::OkStatus();
}

void AddSkeletons(const ArenaState& state, v1::BotSubmitted& submitted) {
  const std::string& name = submitted.bot().name();
  if (state.Newest(name)) return;
  for (const std::string& skeleton : NameSkeletons(name)) {
    submitted.add_name_skeletons(skeleton);
  }
}

}  // namespace couillon::arena
