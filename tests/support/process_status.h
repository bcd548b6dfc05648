// What the kernel says of another process.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <string>

namespace couillon::testing_support {

// The bytes on the line `name`, such as "VmRSS", of /proc/PID/status; 0 if
// there is no such line.
std::int64_t StatusBytes(pid_t pid, const std::string& name);

// The number of descriptors that the process has open.
std::size_t CountDescriptors(pid_t pid);

}  // namespace couillon::testing_support
