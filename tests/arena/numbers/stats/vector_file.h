// Reads the vector files: JSON with inputs beside expected outputs, in which
// infinities and NaN are written as the strings "inf", "-inf" and "nan".
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "arena/numbers/stats/law/interval.h"
#include "google/protobuf/struct.pb.h"

namespace couillon::stats {

// A view of a JSON value. A missing member fails the test and reads as null.
class Json {
 public:
  explicit Json(const google::protobuf::Value& value) : value_(&value) {}

  [[nodiscard]] Json operator[](const std::string& member) const;
  [[nodiscard]] bool Has(const std::string& member) const;
  [[nodiscard]] bool is_null() const;

  // The elements of a list.
  [[nodiscard]] std::vector<Json> Elements() const;

  // The number, with "inf" and "nan" read as such.
  [[nodiscard]] double Number() const;
  [[nodiscard]] std::int64_t Integer() const;
  [[nodiscard]] bool Bool() const { return value_->bool_value(); }
  [[nodiscard]] std::string Text() const { return value_->string_value(); }
  [[nodiscard]] std::vector<double> Numbers() const;
  [[nodiscard]] std::vector<std::int64_t> Integers() const;

 private:
  const google::protobuf::Value* value_;
};

// Returns a vector file by name, "elo.json" say; kept for the whole program.
[[nodiscard]] Json VectorFile(const std::string& name);

// For rows that went through a Student quantile: the one behind the vectors is
// off by up to 5e-9 (2.022690911734728 for 39 degrees at 97.5%, where numerical
// integration gives 2.02269092003676, as we do).
inline constexpr double kStudentRows = 1e-8;

// Expects equality to `relative`, or to 1e-14 absolute around zero; infinities
// must be the same, and NaN stands for a null.
void ExpectClose(std::optional<double> ours, double expected,
                 double relative = 1e-9);
void ExpectClose(const Interval& ours, double lo, double hi,
                 double relative = 1e-9);

}  // namespace couillon::stats
