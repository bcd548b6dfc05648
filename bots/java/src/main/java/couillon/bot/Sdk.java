package couillon.bot;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** Which SDK this is, for the descriptions of bots. */
final class Sdk {
  /** Its name and version. */
  static final String NAME = read();

  private Sdk() {}

  /** Maven writes the version into the resource. */
  private static String read() {
    try (InputStream text = Sdk.class.getResourceAsStream("sdk.txt")) {
      return new String(text.readAllBytes(), StandardCharsets.UTF_8).strip();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
