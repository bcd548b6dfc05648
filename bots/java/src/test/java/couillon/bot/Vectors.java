package couillon.bot;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The vectors that the SDKs of all languages share, in tests/bots. */
final class Vectors {
  private Vectors() {}

  /** The words of each row of one kind. */
  static List<String[]> rows(String file, String kind) throws IOException {
    try (Stream<String> lines = Files.lines(Path.of("../../tests/bots", file))) {
      return lines.map(line -> line.split(" ")).filter(row -> row[0].equals(kind)).toList();
    }
  }

  /** A list of vectors: "QC,QH", or "-" for none. */
  static List<String> list(String word) {
    return word.equals("-") ? List.of() : List.of(word.split(","));
  }
}
