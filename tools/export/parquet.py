"""Writes a Parquet file from typed rows: `couillon export --format parquet`
starts it.

    python3 parquet.py FILE < rows > ready

Standard input has a line with an array of [name, type] per column, an array per
row, and the line "end" (RowFormat::kTypedLines of arena/front/export/row_writer.h).
Without that last line there is no file: who wrote the rows has failed. "ready"
on standard output means that pyarrow is there. Exit code 3: it is not.
"""

import json
import os
import sys

ROWS = 32_768  # of a row group: what is held in memory
NO_PYARROW = 3

try:
    import pyarrow
    import pyarrow.parquet
except ImportError as error:
    print(error, file=sys.stderr)
    sys.exit(NO_PYARROW)

TYPES = {
    "string": pyarrow.string(),
    "int64": pyarrow.int64(),
    "double": pyarrow.float64(),
    "bool": pyarrow.bool_(),
}


def array_of(values, kind):
    """The values of a column, of its type; None is null."""
    if pyarrow.types.is_floating(kind):  # a whole number has no point in JSON
        values = [None if value is None else float(value) for value in values]
    return pyarrow.array(values, kind)


def flush(writer, schema, rows):
    """Writes the rows as a row group and empties the list."""
    if rows:
        columns = map(array_of, zip(*rows), schema.types)
        writer.write_table(pyarrow.Table.from_arrays(list(columns), schema=schema))
        rows.clear()


def write(lines, path):
    """Writes all rows; false if the last line is missing."""
    fields = json.loads(next(lines))
    schema = pyarrow.schema([(name, TYPES[kind]) for name, kind in fields])
    rows = []
    with pyarrow.parquet.ParquetWriter(path, schema, compression="zstd") as writer:
        for line in lines:
            if line == b"end\n":
                flush(writer, schema, rows)
                return True
            rows.append(json.loads(line))
            if len(rows) == ROWS:
                flush(writer, schema, rows)
    return False


def main():
    path = sys.argv[1]
    print("ready", flush=True)
    whole = False
    try:
        whole = write(iter(sys.stdin.buffer), path)
    except (OSError, ValueError, pyarrow.ArrowException) as error:
        print(error, file=sys.stderr)
    except (StopIteration, KeyboardInterrupt):
        print("the rows are not complete", file=sys.stderr)
    if not whole and os.path.exists(path):
        os.remove(path)
    return 0 if whole else 1


if __name__ == "__main__":
    sys.exit(main())
