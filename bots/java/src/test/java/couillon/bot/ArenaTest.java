package couillon.bot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Addresses and tokens of arenas. */
final class ArenaTest {
  private static void assertRefused(String reason, String address, String token) {
    var error = assertThrows(IllegalArgumentException.class, () -> Arena.at(address, token));
    assertTrue(error.getMessage().contains(reason), error.getMessage());
  }

  @Test
  void aTokenStaysOnThisMachineWithoutTls() {
    List<String> others =
        List.of("192.0.2.1:1", "[2001:db8::1]:1", "a.example:1", "127.a.example:1");
    for (String host : others) {
      assertRefused("the token is not sent to plaintext:" + host, "plaintext:" + host, "s3cret");
      assertEquals(1, Arena.at("plaintext:" + host, "").port());
    }
    for (String host : List.of("127.0.0.1", "localhost", "[::1]")) {
      assertEquals(host, Arena.at("plaintext:" + host + ":1", "s3cret").host());
    }
    assertTrue(Arena.at("a.example:1", "s3cret").isSecure());
    assertEquals("/a", Arena.at("unix:/a", "s3cret").path());
  }

  @Test
  void settingsThatCannotBeUsedAreNamed(@TempDir Path folder) throws Exception {
    for (String address : List.of("nowhere", "a:0", "a:65536", "plaintext::1")) {
      assertRefused("'" + address + "'", address, "");
    }
    var unset = assertThrows(IllegalArgumentException.class, () -> Arena.from(Map.of()));
    assertTrue(unset.getMessage().contains("COUILLON_ARENA is not set"));
    Path empty = Files.writeString(folder.resolve("empty"), "\n");
    for (String file : List.of(empty.toString(), "/no/file")) {
      var variables = Map.of("COUILLON_ARENA", "a:1", "COUILLON_TOKEN_FILE", file);
      var error = assertThrows(Exception.class, () -> Arena.from(variables));
      String start = "COUILLON_TOKEN_FILE: " + file + ": ";
      assertTrue(error.getMessage().startsWith(start), error.getMessage());
      boolean missing = error.getMessage().endsWith(": no such file");
      assertEquals(file.equals("/no/file"), missing, error.getMessage());
    }
    var ca = new Arena("a:1", "", "/no/ca", "");
    var error =
        assertThrows(
            Exception.class,
            () ->
                new ArenaConnection(
                    BotInfo.of("", "", ""),
                    seen -> Action.PASS,
                    ca,
                    ArenaConnection.Pauses.STANDARD,
                    line -> {}));
    assertEquals("/no/ca: no such file", error.getMessage());
  }
}
