// The address at the other end of a connection.
#pragma once

#include <sys/socket.h>

#include <string>
#include <string_view>

namespace couillon::arena {

struct PeerAddress {
  // The client whose connections are counted together: an IPv4 address, the
  // network (64 bits) of an IPv6 address, or the user of a unix socket.
  std::string client;
  // The address and port as PeerOf writes them; empty for a unix socket, whose
  // connections cannot be told apart.
  std::string peer;
};

// Returns who is connected at `socket`; empty if the connection has ended.
PeerAddress PeerAddressOf(int socket);

// Returns the address and port that gRPC names, such as
// "ipv6:%5B::1%5D:4242", in the form of PeerAddress::peer: without the scope of
// a local address. Empty if it is of another kind.
std::string PeerOf(std::string_view grpc_peer);

}  // namespace couillon::arena
