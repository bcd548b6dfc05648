#include "tests/broken/fault_names.h"

#include <algorithm>

namespace couillon::bots::broken {

namespace {

constexpr FaultName kStartFaults[] = {
    {"start-exits", "exits with status 3"},
    {"start-exits-once", "exits when it is started first, on no trial"},
    {"start-never", "never serves"},
    {"start-late", "serves after the start limit"},
    {"start-not-grpc", "serves something else at its socket"},
    {"start-http1", "serves HTTP/1.1 at its socket"},
    {"start-file", "puts a file where its socket should be"},
    {"start-mute", "takes the connection and says nothing"},
    {"start-no-accept", "listens and never takes a connection"},
    {"start-hangs-up", "takes the connection and closes it"},
    {"start-eats-memory", "takes memory without end"},
    {"serves-counters", "moves and reads counters of the machine on request"},
    {"steals-socket", "serves as the bot beside it, by a link"},
    {"start-writes", "writes 1 GB to stderr and exits"},
    {"describe-hangs", "never answers Describe"},
    {"describe-fails", "refuses Describe with a strange status"},
    {"describe-garbage", "answers Describe with random bytes"},
    {"describe-huge", "has a name of 100 MB"},
    {"describe-long", "has a name of 100 kB"},
    {"describe-control", "has a name that steers a terminal"},
    {"describe-sdk", "has an SDK whose name steers a terminal"},
    {"describe-sdk-long", "has an SDK whose name has 100 kB"},
    {"describe-not-utf8", "has a name that is no UTF-8"},
    {"describe-many", "plays 50,000 rulesets"},
    {"describe-no-status", "ends Describe with trailers without a status"},
    {"describe-trailers-only", "ends Describe at once without a status"},
    {"describe-http-500", "answers Describe with HTTP status 500"},
    {"describe-goaway", "answers Describe with GOAWAY"},
    {"describe-gzip-bomb", "answers Describe with 4 MB that unpack to 4 GB"},
};

constexpr FaultName kPlayFaults[] = {
    {"none", "nothing: it plays as it should"},
    {"by-chance", "decides by chance of its own, so never twice alike"},
    {"crashes", "aborts"},
    {"crashes-late", "aborts at its eighth message of several decisions"},
    {"exits", "exits with status 0"},
    {"exits-after", "answers, and exits when nothing is asked"},
    {"hangs", "never answers again"},
    {"stops", "stops itself with SIGSTOP"},
    {"late", "answers after the limit"},
    {"slow-drip", "answers one decision every half second, for ever"},
    {"loads-late", "thinks four seconds about the first decision of a process"},
    {"loads-late-aborts", "does so, and aborts at some decisions"},
    {"slow-first-lead", "thinks 20 ms about the first card of a deal"},
    {"illegal", "takes an action that is not legal"},
    {"action-huge", "takes action 2^31"},
    {"id-unknown", "answers a decision that was never asked"},
    {"id-twice", "answers a decision twice"},
    {"id-late", "answers a decision again in the next message"},
    {"early", "answers before it is asked"},
    {"skips", "leaves a decision out and goes on"},
    {"columns", "answers with columns of different lengths"},
    {"million", "answers a million decisions at once"},
    {"huge-message", "answers with 100 MB"},
    {"garbage", "answers with random bytes"},
    {"empty-messages", "sends messages without an answer for ever"},
    {"unknown-fields", "adds 3 MB that the contract does not know"},
    {"unknown-small", "adds 50 kB that the contract does not know"},
    {"empty-large", "sends unknown fields and no answer for ever"},
    {"answers-more", "answers 50 decisions more than were asked"},
    {"closes", "closes the stream"},
    {"closes-rudely", "closes it with a status full of control characters"},
    {"metadata", "closes it with 50 kB of metadata"},
    {"reopens", "closes its server and serves again"},
    {"removes-socket", "removes its socket and its folder"},
    {"takes-sockets", "serves at the sockets of others"},
    {"eats-memory", "takes memory without end"},
    {"children", "leaves children in sessions of their own and crashes"},
    {"forks", "forks without end"},
    {"writes-stderr", "writes 1 GB of random bytes to stderr"},
    {"fills-tmp", "fills its temporary folder"},
    {"spins", "computes without end"},
    {"becomes-other", "replaces itself by another program"},
    {"kills-parent", "kills its parent"},
    {"traces-parent", "attaches a debugger to its parent"},
    {"takes-mounts", "unmounts what hides others' files"},
    {"makes-device", "makes a device of the machine's memory"},
    {"makes-namespace", "makes a namespace in which it has every right"},
    {"steers-kernel", "writes to settings of the kernel"},
    {"locks-devices", "takes everybody's rights to /dev/null"},
    {"types", "types into the user's terminal"},
    {"reads-secrets", "reads passwords and home folders"},
    {"finds-league", "reads the store with the seed"},
    {"looks-into-processes", "reads environment and memory of others"},
    {"uses-descriptors", "uses files that the referee has open"},
    {"takes-precedence", "raises its priority and its limits"},
    {"calls-others", "calls the servers of other bots"},
    {"signals-by-lock", "signals to its other process by a lock"},
    {"uses-keyring", "uses the keyring of the user's session"},
    {"fills-folder", "writes 1 GB where its socket is"},
    {"eats-memory-files", "fills memory files without a name"},
    {"leaves-folders", "leaves folders that are deep or locked"},
    {"keeps-busy", "has 40 children that compute without end"},
    {"wire-no-status", "ends the stream with trailers without a status"},
    {"wire-odd-status", "ends the stream with a status that is no number"},
    {"wire-http-500", "answers Play with HTTP status 500"},
    {"wire-odd-headers", "begins Play with headers that make no sense"},
    {"wire-no-headers", "sends answers before any headers"},
    {"wire-reset", "resets the stream"},
    {"wire-goaways", "sends GOAWAY frames without end"},
    {"wire-closed-window", "never lets a byte of a question through"},
    {"wire-padding", "pads the frame of an answer"},
    {"wire-header-list", "ends the stream with 15 kB of headers"},
    {"wire-continuations", "sends headers without end"},
    {"wire-pings", "sends PING frames without end"},
    {"wire-settings", "sends SETTINGS frames without end"},
    {"wire-empty-data", "sends empty DATA frames without end"},
    {"wire-window", "opens its window beyond all measure"},
    {"wire-length-lies", "announces a message of 2 GB and sends it"},
    {"wire-half-message", "sends an answer without its last byte"},
    {"wire-compressed-flag", "marks an answer as compressed that is not"},
    {"wire-bad-flag", "marks an answer with a flag that does not exist"},
    {"wire-push", "pushes a response"},
    {"wire-unknown-frames", "sends frames of an unknown type, and answers"},
    {"wire-gzip-bomb", "answers with 4 MB that unpack to 4 GB"},
};

constexpr FaultName kMemoryFaults[] = {
    {"remembers-deals", "keeps the deals it has seen to the end"},
    {"remembers-partner", "links its two seats of a table"},
    {"remembers-seating", "links the two seatings of a deal"},
    {"tells-by-file", "shares its hand in files"},
    {"tells-by-network", "shares its hand over loopback and unix sockets"},
    {"tells-by-counter", "shares its hand by a counter of the machine"},
    {"tells-by-time-of-answer", "shares its hand by when it answers"},
};

bool Has(std::span<const FaultName> faults, const std::string& name) {
  return std::ranges::any_of(
      faults, [&name](const FaultName& fault) { return name == fault.name; });
}

}  // namespace

std::span<const FaultName> StartFaults() { return kStartFaults; }

std::span<const FaultName> PlayFaults() { return kPlayFaults; }

std::span<const FaultName> MemoryFaults() { return kMemoryFaults; }

bool IsStartFault(const std::string& name) { return Has(kStartFaults, name); }

bool IsFault(const std::string& name) {
  return IsStartFault(name) || Has(kPlayFaults, name) ||
         Has(kMemoryFaults, name);
}

}  // namespace couillon::bots::broken
