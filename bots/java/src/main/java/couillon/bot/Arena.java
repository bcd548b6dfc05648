package couillon.bot;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An arena, and how the bot presents itself to it.
 *
 * @param address "HOST:PORT" with TLS, "plaintext:HOST:PORT", or "unix:/PATH" (on Linux)
 * @param token identifies the author; empty for none. Never sent without TLS to another machine
 * @param caFile the trusted root certificates in PEM; empty for those that Java trusts
 * @param name the bot's name in the arena; empty for its name
 */
public record Arena(String address, String token, String caFile, String name) {
  private static final String PLAINTEXT = "plaintext:";
  private static final Pattern HOST_AND_PORT = Pattern.compile("(.+):([0-9]{1,5})");
  private static final Pattern LOOPBACK =
      Pattern.compile("localhost|\\[::1\\]|127\\.[0-9]{1,3}\\.[0-9]{1,3}\\.[0-9]{1,3}");
  private static final Pattern TOKEN = Pattern.compile("[ -~]+");

  /**
   * Of an address and a token.
   *
   * @throws IllegalArgumentException if the address is none of the three, or if the token would be
   *     sent without TLS to another machine
   */
  public Arena {
    if (!address.startsWith("unix:")) {
      Matcher matcher = match(address);
      int port = matcher.matches() ? Integer.parseInt(matcher.group(2)) : 0;
      if (port < 1 || port > 65535) {
        throw new IllegalArgumentException(
            "the arena's address is '"
                + address
                + "'; expected HOST:PORT, plaintext:HOST:PORT or unix:/PATH");
      }
      if (address.startsWith(PLAINTEXT)
          && !token.isEmpty()
          && !LOOPBACK.matcher(matcher.group(1)).matches()) {
        throw new IllegalArgumentException(
            "the token is not sent to "
                + address
                + ": without TLS it goes to this machine only (localhost, 127.0.0.1, [::1])");
      }
    }
  }

  /** The arena at an address, with the author's token. */
  public static Arena at(String address, String token) {
    return new Arena(address, token, "", "");
  }

  /**
   * The arena in COUILLON_ARENA, COUILLON_TOKEN_FILE, COUILLON_ARENA_CA and COUILLON_NAME.
   *
   * @throws IOException if the file with the token cannot be read
   * @throws IllegalArgumentException if a variable is missing or wrong
   */
  public static Arena fromEnvironment() throws IOException {
    return from(System.getenv());
  }

  static Arena from(Map<String, String> variables) throws IOException {
    String address = variables.getOrDefault("COUILLON_ARENA", "");
    if (address.isEmpty()) {
      throw new IllegalArgumentException(
          "COUILLON_ARENA is not set; expected the arena to connect to: "
              + "HOST:PORT, plaintext:HOST:PORT or unix:/PATH");
    }
    String file = variables.getOrDefault("COUILLON_TOKEN_FILE", "");
    return new Arena(
        address,
        file.isEmpty() ? "" : tokenIn(file),
        variables.getOrDefault("COUILLON_ARENA_CA", ""),
        variables.getOrDefault("COUILLON_NAME", ""));
  }

  /** The token in the file that COUILLON_TOKEN_FILE names. */
  private static String tokenIn(String file) throws IOException {
    String line;
    try (BufferedReader lines = Files.newBufferedReader(Path.of(file))) {
      line = lines.readLine();
    } catch (IOException failure) {
      throw new IOException("COUILLON_TOKEN_FILE: " + reading(file, failure), failure);
    }
    String token = line == null ? "" : line.strip();
    if (!TOKEN.matcher(token).matches()) {
      throw new IllegalArgumentException(
          "COUILLON_TOKEN_FILE: "
              + file
              + ": its first line is not a token; expected printable ASCII");
    }
    return token;
  }

  /** Why a file cannot be read; the message of Java may be its path alone. */
  static String reading(String file, IOException failure) {
    if (failure instanceof NoSuchFileException) return file + ": no such file";
    return file + ": " + failure;
  }

  private static Matcher match(String address) {
    return HOST_AND_PORT.matcher(
        address.startsWith(PLAINTEXT) ? address.substring(PLAINTEXT.length()) : address);
  }

  /** Whether the address is that of a unix socket. */
  boolean isUnix() {
    return address.startsWith("unix:");
  }

  /** Whether the connection is secured by TLS. */
  boolean isSecure() {
    return !isUnix() && !address.startsWith(PLAINTEXT);
  }

  /** Requires: the address is not that of a unix socket. */
  String host() {
    Matcher matcher = match(address);
    matcher.matches();
    return matcher.group(1);
  }

  /** Requires: the address is not that of a unix socket. */
  int port() {
    Matcher matcher = match(address);
    matcher.matches();
    return Integer.parseInt(matcher.group(2));
  }

  /** Requires: the address is that of a unix socket. */
  String path() {
    return address.substring("unix:".length());
  }
}
