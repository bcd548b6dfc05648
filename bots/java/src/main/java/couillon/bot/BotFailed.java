package couillon.bot;

import java.util.ArrayList;
import java.util.List;

/** Why a bot did not answer: what it threw is the cause. */
final class BotFailed extends Exception {
  private static final long serialVersionUID = 1;
  // The referee keeps the last 4096 bytes of stderr.
  private static final int MOST_CAUSES = 4;
  private static final int MOST_CALLS = 20;
  private static final int MOST_TEXT = 300;

  BotFailed(Throwable cause) {
    super(cause instanceof WrongAnswer ? cause.getMessage() : "the bot failed: " + cause, cause);
  }

  /** Writes to stderr what the bot threw, and where. */
  void print() {
    System.err.print(text());
  }

  /**
   * What the bot threw and its causes, as Java prints them, but only the innermost calls, and
   * without the callers of the bot.
   */
  String text() {
    if (getCause() instanceof WrongAnswer) return getMessage() + "\n";
    List<Throwable> thrown = new ArrayList<>();
    for (Throwable cause = getCause();
        cause != null && !thrown.contains(cause);
        cause = cause.getCause()) {
      thrown.add(cause);
    }
    // The first one says what failed, the last one why.
    if (thrown.size() > MOST_CAUSES) thrown.subList(1, thrown.size() - MOST_CAUSES + 1).clear();
    StringBuilder text = new StringBuilder();
    for (Throwable cause : thrown) {
      String what = cause.toString();
      if (what.length() > MOST_TEXT) what = what.substring(0, MOST_TEXT) + "...";
      text.append(text.isEmpty() ? "" : "Caused by: ").append(what).append('\n');
      appendCalls(cause.getStackTrace(), MOST_CALLS / thrown.size(), text);
    }
    return text.toString();
  }

  /** As many calls of libraries as of the bot's own code: there may be many around it. */
  private static void appendCalls(StackTraceElement[] calls, int most, StringBuilder text) {
    int libraries = 0;
    int own = 0;
    int omitted = 0;
    for (StackTraceElement call : calls) {
      String name = call.getClassName();
      if (name.equals(PlaySession.class.getName())) break; // the callers of the bot
      boolean shown = isLibrary(name) ? libraries++ < most / 2 : own++ < most / 2;
      if (shown) {
        text.append("\tat ").append(call).append('\n');
      } else {
        ++omitted;
      }
    }
    if (omitted > 0) text.append("\t... ").append(omitted).append(" more\n");
  }

  private static boolean isLibrary(String name) {
    return name.startsWith("java.")
        || name.startsWith("javax.")
        || name.startsWith("jdk.")
        || name.startsWith("sun.")
        || name.startsWith("com.google.")
        || name.startsWith("couillon.bot.");
  }
}
