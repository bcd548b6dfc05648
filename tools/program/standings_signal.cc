#include "tools/program/standings_signal.h"

#include <atomic>
#include <csignal>

namespace couillon::tools {
namespace {

std::atomic<bool> g_requested = false;

void OnRequest(int /*signal_number*/) { g_requested = true; }

}  // namespace

void TakeStandingsSignals() { std::signal(SIGUSR1, OnRequest); }

bool AreStandingsRequested() { return g_requested.exchange(false); }

}  // namespace couillon::tools
