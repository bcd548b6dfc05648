#include "tests/arena/numbers/stats/vector_file.h"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <limits>
#include <map>
#include <memory>
#include <sstream>

#include "google/protobuf/util/json_util.h"

namespace couillon::stats {

Json Json::operator[](const std::string& member) const {
  static const google::protobuf::Value kNull;
  const auto& fields = value_->struct_value().fields();
  const auto found = fields.find(member);
  if (found == fields.end()) {
    ADD_FAILURE() << "no member " << member;
    return Json(kNull);
  }
  return Json(found->second);
}

bool Json::Has(const std::string& member) const {
  return value_->struct_value().fields().contains(member);
}

bool Json::is_null() const {
  return value_->kind_case() == google::protobuf::Value::kNullValue;
}

std::vector<Json> Json::Elements() const {
  std::vector<Json> elements;
  for (const auto& value : value_->list_value().values()) {
    elements.emplace_back(value);
  }
  return elements;
}

double Json::Number() const {
  if (value_->kind_case() == google::protobuf::Value::kStringValue) {
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    if (Text() == "inf") return kInfinity;
    if (Text() == "-inf") return -kInfinity;
    EXPECT_EQ(Text(), "nan");
    return std::numeric_limits<double>::quiet_NaN();
  }
  EXPECT_EQ(value_->kind_case(), google::protobuf::Value::kNumberValue);
  return value_->number_value();
}

std::int64_t Json::Integer() const {
  return static_cast<std::int64_t>(Number());
}

std::vector<double> Json::Numbers() const {
  std::vector<double> numbers;
  for (const Json& element : Elements()) numbers.push_back(element.Number());
  return numbers;
}

std::vector<std::int64_t> Json::Integers() const {
  std::vector<std::int64_t> numbers;
  for (const Json& element : Elements()) numbers.push_back(element.Integer());
  return numbers;
}

Json VectorFile(const std::string& name) {
  static std::map<std::string, std::unique_ptr<google::protobuf::Value>> files;
  std::unique_ptr<google::protobuf::Value>& file = files[name];
  if (file == nullptr) {
    file = std::make_unique<google::protobuf::Value>();
    const std::ifstream stream(std::string(COUILLON_STATS_VECTORS) + "/" +
                               name);
    EXPECT_TRUE(stream.good()) << name;
    std::stringstream text;
    text << stream.rdbuf();
    const auto status =
        google::protobuf::util::JsonStringToMessage(text.str(), file.get());
    EXPECT_TRUE(status.ok()) << name << ": " << status.ToString();
  }
  return Json(*file);
}

void ExpectClose(std::optional<double> ours, double expected, double relative) {
  if (std::isnan(expected)) {
    EXPECT_FALSE(ours.has_value());
    return;
  }
  ASSERT_TRUE(ours.has_value());
  if (std::isinf(expected)) {
    EXPECT_EQ(*ours, expected);
    return;
  }
  EXPECT_NEAR(*ours, expected, std::abs(expected) * relative + 1e-14);
}

void ExpectClose(const Interval& ours, double lo, double hi, double relative) {
  ExpectClose(ours.lo, lo, relative);
  ExpectClose(ours.hi, hi, relative);
}

}  // namespace couillon::stats
