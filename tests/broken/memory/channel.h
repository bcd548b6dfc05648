// Channels by which processes of one bot could share what they see. A sandbox
// has to close them.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "tests/broken/memory/deal_facts.h"

namespace couillon::bots::broken {

class Channel {
 public:
  Channel() = default;
  Channel(const Channel&) = delete;
  Channel& operator=(const Channel&) = delete;
  virtual ~Channel() = default;

  // Sends to all other processes; whether it arrives is unknown.
  virtual void Tell(const Sighting& sighting) = 0;
  // What has arrived since the last call; may contain its own sightings.
  virtual std::vector<Sighting> Hear() = 0;
};

// Files in all folders that several processes might see: those for temporary
// files, that of the program, and the parent of the folder of `socket`. A bot
// is killed in the end, so the files stay.
std::unique_ptr<Channel> MakeFileChannel(const std::string& socket);

// Removes those files that outlive a run, of all runs of the referee with that
// process ID.
void RemoveFilesOf(int referee);

// Datagrams over the loopback device and over abstract unix sockets. Processes
// whose sockets have the same grandparent folder find each other.
std::unique_ptr<Channel> MakeNetworkChannel(const std::string& socket);

// A counter of the machine: the requests for asynchronous input and output of
// all processes. Does nothing where it cannot be moved and read.
std::unique_ptr<Channel> MakeCounterChannel();

}  // namespace couillon::bots::broken
