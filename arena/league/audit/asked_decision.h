// A decision as a bot of a league was asked it.
#pragma once

#include "arena/table/referee/bot_link.h"
#include "engine/play/suit_map.h"

namespace couillon::arena {

struct AskedDecision {
  Question question;  // in true suits
  SuitMap seen_as;    // what the bot saw instead of the true suits
};

}  // namespace couillon::arena
