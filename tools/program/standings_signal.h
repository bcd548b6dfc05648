// SIGUSR1, which asks a program for the standings of what it plays.
#pragma once

namespace couillon::tools {

// From now on SIGUSR1 is a request, and does not end the program any more.
// Every command calls this first: who asks cannot know whether play has begun.
// Programs that this one starts get the default action back.
void TakeStandingsSignals();

// Returns true if there was a request since the last call.
bool AreStandingsRequested();

}  // namespace couillon::tools
