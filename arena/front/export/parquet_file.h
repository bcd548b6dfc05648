// A Parquet file. A program in Python writes it (tools/export/parquet.py, with
// pyarrow), since Debian 12 has no such library for C++; the rows go to its
// standard input as they are made.
#pragma once

#include <memory>
#include <ostream>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace couillon::arena {

struct ParquetRequest {
  std::string python;  // program: a name in PATH, or a path
  std::string script;  // tools/export/parquet.py
  std::string path;    // of the file, which is replaced if it exists
};

class ParquetFile {
 public:
  // Starts the program and waits until it takes rows. FailedPrecondition says
  // what to install if there is no Python or no pyarrow; PermissionDenied if
  // the file cannot be written there.
  static absl::StatusOr<std::unique_ptr<ParquetFile>> Create(
      const ParquetRequest& request);
  ParquetFile(const ParquetFile&) = delete;
  ParquetFile& operator=(const ParquetFile&) = delete;
  // Ends the program. Without Finish() nothing of the file is left.
  virtual ~ParquetFile() = default;

  // The stream for the rows, in RowFormat::kTypedLines; fails if the program
  // has ended.
  virtual std::ostream& rows() = 0;
  // After the last row: the file is whole and in its place, or the error says
  // why it is not.
  virtual absl::Status Finish() = 0;

 protected:
  ParquetFile() = default;
};

}  // namespace couillon::arena
