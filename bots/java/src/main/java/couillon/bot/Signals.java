package couillon.bot;

import java.util.List;
import sun.misc.Signal;

/** SIGTERM and Ctrl-C, which end a bot with exit code 0. */
final class Signals {
  private Signals() {}

  /**
   * Lets these signals end the program at once, also in the middle of a decision; it does `last`
   * before, which must not wait for the bot.
   *
   * <p>Not by a shutdown hook: that also runs when the bot calls System.exit, whose status it would
   * replace, and it cannot end what waits for the thread that made that call.
   */
  static void endProgram(Runnable last) {
    for (String name : List.of("TERM", "INT")) {
      try {
        Signal.handle(
            new Signal(name),
            signal -> {
              last.run();
              Runtime.getRuntime().halt(0);
            });
      } catch (IllegalArgumentException leftToTheSystem) {
        // With the option -Xrs of Java they end the program as well.
      }
    }
  }
}
