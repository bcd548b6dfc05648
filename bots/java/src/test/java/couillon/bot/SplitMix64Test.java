package couillon.bot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

final class SplitMix64Test {
  private static List<String[]> rows(String kind) throws IOException {
    List<String[]> rows = Vectors.rows("random_vectors.txt", kind);
    assertFalse(rows.isEmpty());
    return rows;
  }

  @Test
  void numbersAreThoseOfEveryLanguage() throws IOException {
    for (String[] row : rows("next")) {
      SplitMix64 random = new SplitMix64(Long.parseUnsignedLong(row[1]));
      for (int i = 2; i < row.length; ++i) {
        assertEquals(row[i], Long.toUnsignedString(random.next()));
      }
    }
  }

  @Test
  void drawsAreThoseOfEveryLanguage() throws IOException {
    for (String[] row : rows("below")) {
      SplitMix64 random = new SplitMix64(Long.parseUnsignedLong(row[1]));
      long bound = Long.parseUnsignedLong(row[2]);
      for (int i = 3; i < row.length; ++i) {
        assertEquals(row[i], Long.toUnsignedString(random.below(bound)));
      }
    }
  }
}
