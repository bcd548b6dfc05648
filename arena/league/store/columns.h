// Rows of the store, each described once: a row type lists the name and the
// member of each of its columns, in order:
//
//   struct NoteRow {
//     int seat = 0;
//     std::string text;
//     template <typename Row, typename Visit>
//     static void ForEachColumn(Row& row, Visit& visit) {
//       visit.Number("seat", row.seat);
//       visit.Text("text", row.text);
//     }
//   };
//
// The table, the statements that name its columns, and the binding, reading and
// checking of rows are derived from this list.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "absl/strings/str_cat.h"
#include "arena/league/store/sqlite.h"

namespace couillon::arena {

// The name of a column in two parts: the name of a group, which may be empty,
// and its own.
struct ColumnName {
  // NOLINTNEXTLINE(google-explicit-constructor): names are literals.
  constexpr ColumnName(const char* own) : name(own) {}
  constexpr ColumnName(std::string_view group, std::string_view own)
      : prefix(group), name(own) {}
  std::string_view prefix;
  std::string_view name;
};

// Visits the columns of sums over seatings, except the number of pairs and the
// denominator. Requires: Sums is stats::SeatingSums, const or not.
template <typename Sums, typename Visit>
void VisitSums(std::string_view prefix, Sums& sums, Visit& visit) {
  visit.Number({prefix, "_first"}, sums.sum_first);
  visit.Number({prefix, "_second"}, sums.sum_second);
  visit.Number({prefix, "_first_squares"}, sums.sum_first_squares);
  visit.Number({prefix, "_second_squares"}, sums.sum_second_squares);
  visit.Number({prefix, "_products"}, sums.sum_products);
  visit.Number({prefix, "_cubes"}, sums.sum_cubes);
  visit.Number({prefix, "_fourths"}, sums.sum_fourths);
}

// Collects the columns for SQL statements.
class ColumnList {
 public:
  template <typename Value>
  void Number(ColumnName name, const Value& /*value*/) {
    Add(name, "INTEGER NOT NULL");
  }
  // The row's primary key.
  template <typename Value>
  void Key(ColumnName name, const Value& /*value*/) {
    Add(name, "INTEGER PRIMARY KEY");
  }
  void Text(ColumnName name, const std::string& /*value*/) {
    Add(name, "TEXT NOT NULL");
  }
  void Blob(ColumnName name, const std::string& /*value*/) {
    Add(name, "BLOB NOT NULL");
  }
  // A checksum computed from the columns before it: see RowText.
  void Check(ColumnName name, const std::string& value) { Text(name, value); }

  // "a, b": the names.
  [[nodiscard]] const std::string& names() const { return names_; }
  // "?,?": one parameter per column.
  [[nodiscard]] const std::string& parameters() const { return parameters_; }
  // "a INTEGER NOT NULL, b TEXT NOT NULL": for CREATE TABLE.
  [[nodiscard]] const std::string& definitions() const { return definitions_; }

 private:
  void Add(ColumnName name, const char* type) {
    const char* comma = names_.empty() ? "" : ", ";
    absl::StrAppend(&names_, comma, Whole(name));
    absl::StrAppend(&parameters_, comma, "?");
    absl::StrAppend(&definitions_, comma, Whole(name), " ", type);
  }
  static std::string Whole(ColumnName name) {
    return std::string(name.prefix) + std::string(name.name);
  }
  std::string names_;
  std::string parameters_;
  std::string definitions_;
};

// Binds a row to the parameters of a statement, in the order of its columns.
class RowBinder {
 public:
  explicit RowBinder(Statement& statement) : statement_(statement) {}
  template <typename Value>
  void Number(ColumnName /*name*/, const Value& value) {
    statement_.Bind(++parameter_, static_cast<std::int64_t>(value));
  }
  template <typename Value>
  void Key(ColumnName name, const Value& value) {
    Number(name, value);
  }
  void Text(ColumnName /*name*/, const std::string& value) {
    statement_.BindText(++parameter_, value);
  }
  void Blob(ColumnName /*name*/, const std::string& value) {
    statement_.BindBlob(++parameter_, value);
  }
  void Check(ColumnName name, const std::string& value) { Text(name, value); }

 private:
  Statement& statement_;
  int parameter_ = 0;
};

// Reads a row. Requires: all its columns were selected, in order.
class RowReader {
 public:
  explicit RowReader(const Statement& statement) : statement_(statement) {}
  template <typename Value>
  void Number(ColumnName /*name*/, Value& value) {
    value = static_cast<Value>(statement_.Number(column_++));
  }
  template <typename Value>
  void Key(ColumnName name, Value& value) {
    Number(name, value);
  }
  void Text(ColumnName /*name*/, std::string& value) {
    value = statement_.Bytes(column_++);
  }
  void Blob(ColumnName name, std::string& value) { Text(name, value); }
  void Check(ColumnName name, std::string& value) { Text(name, value); }

 private:
  const Statement& statement_;
  int column_ = 0;
};

// Writes the values of a row as text, for its checksum.
class RowText {
 public:
  template <typename Value>
  void Number(ColumnName /*name*/, const Value& value) {
    absl::StrAppend(&text_, static_cast<std::int64_t>(value), " ");
  }
  template <typename Value>
  void Key(ColumnName name, const Value& value) {
    Number(name, value);
  }
  void Text(ColumnName /*name*/, const std::string& value) {
    absl::StrAppend(&text_, value.size(), ":", value);
  }
  void Blob(ColumnName name, const std::string& value) { Text(name, value); }

  void Check(ColumnName /*name*/, const std::string& /*value*/) {}

  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  std::string text_;
};

// The columns of a row type.
template <typename Row>
ColumnList ColumnsOf() {
  ColumnList columns;
  const Row row{};
  Row::ForEachColumn(row, columns);
  return columns;
}

// Returns the statement that creates a table; `constraints` follow its columns,
// `options` follow the closing parenthesis.
template <typename Row>
std::string CreateTable(std::string_view table,
                        std::string_view constraints = "",
                        std::string_view options = "") {
  return absl::StrCat("CREATE TABLE ", std::string(table), " (",
                      ColumnsOf<Row>().definitions(), std::string(constraints),
                      ")", std::string(options), ";\n");
}

// Returns the statement that inserts a row, or replaces the one with its key.
template <typename Row>
std::string InsertRow(std::string_view table) {
  const ColumnList columns = ColumnsOf<Row>();
  return absl::StrCat("INSERT OR REPLACE INTO ", std::string(table), " (",
                      columns.names(), ") VALUES (", columns.parameters(), ")");
}

// Returns the statement that selects rows; `clauses` follow the table's name.
template <typename Row>
std::string SelectRows(std::string_view table, std::string_view clauses = "") {
  return absl::StrCat("SELECT ", ColumnsOf<Row>().names(), " FROM ",
                      std::string(table), " ", std::string(clauses));
}

template <typename Row>
void BindRow(const Row& row, Statement& statement) {
  RowBinder binder(statement);
  Row::ForEachColumn(row, binder);
}

template <typename Row>
Row ReadRow(const Statement& statement) {
  Row row{};
  RowReader reader(statement);
  Row::ForEachColumn(row, reader);
  return row;
}

}  // namespace couillon::arena
