package couillon.bot;

import java.nio.file.Path;
import java.util.Optional;

/**
 * The address, TLS settings and token of a bot that no referee starts.
 *
 * @param address "host:port", port 0 for any, or "unix:/path" (on Linux)
 * @param certificate file in PEM, with its chain; none for no TLS
 * @param privateKey file with the key of the certificate, in PEM
 * @param token every call must carry it as "authorization: Bearer TOKEN"; empty: any client may
 *     call
 */
public record ServingPlace(
    String address, Optional<Path> certificate, Optional<Path> privateKey, String token) {
  /** Without TLS, for any client. */
  public static ServingPlace open(String address) {
    return new ServingPlace(address, Optional.empty(), Optional.empty(), "");
  }

  /** With TLS, for clients that have the token. */
  public static ServingPlace secured(
      String address, Path certificate, Path privateKey, String token) {
    return new ServingPlace(address, Optional.of(certificate), Optional.of(privateKey), token);
  }
}
