package couillon.bot;

import java.nio.file.Path;

/** Serves a bot, for tests: at a secured place with the certificate in a folder, at an address. */
final class TestProgram {
  private TestProgram() {}

  public static void main(String[] arguments) throws Exception {
    BotInfo info = BotInfo.of("first", "7", "");
    Bot bot =
        switch (System.getenv().getOrDefault("TEST_DECIDE", "first")) {
          case "exit" -> TestProgram::exit;
          case "endless" -> TestProgram::endless;
          default -> seen -> seen.legal().get(0);
        };
    if (arguments.length == 0) {
      BotServer.serve(info, bot);
      return;
    }
    Path folder = Path.of(arguments[0]);
    BotServer.serveAt(
        ServingPlace.secured(
            arguments[1], folder.resolve("cert.pem"), folder.resolve("key.pem"), "s3cret"),
        info,
        bot);
  }

  private static Action exit(Observation seen) {
    System.out.println("deciding");
    System.exit(7);
    return Action.NOTHING;
  }

  private static Action endless(Observation seen) {
    System.out.println("deciding");
    while (true) Thread.onSpinWait();
  }
}
