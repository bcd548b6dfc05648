// A folder that appears with all its files or not at all.
#pragma once

#include <filesystem>
#include <functional>
#include <system_error>

namespace couillon::arena {

// Lets `fill` write into a new folder beside `to`, and then gives it that name.
// Returns the error of `fill` or of the file system, with nothing left behind;
// none if `to` exists, perhaps because another process made it meanwhile.
std::error_code MakeWholeFolder(
    const std::filesystem::path& to,
    const std::function<std::error_code(const std::filesystem::path& folder)>&
        fill);

}  // namespace couillon::arena
