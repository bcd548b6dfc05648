package couillon.bot;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Path;

/** A certificate for 127.0.0.1 and its key, in files. */
record Certificate(Path file, Path key) {
  /** Makes them in a folder. */
  static Certificate make(Path folder) throws IOException, InterruptedException {
    String command =
        "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 "
            + "-subj /CN=test -addext subjectAltName=IP:127.0.0.1 "
            + "-addext basicConstraints=critical,CA:FALSE -keyout key.pem -out cert.pem";
    Process openssl =
        new ProcessBuilder(command.split(" "))
            .directory(folder.toFile())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    assertEquals(0, openssl.waitFor());
    return new Certificate(folder.resolve("cert.pem"), folder.resolve("key.pem"));
  }
}
