package couillon.bot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import couillon.v1.BotServiceOuterClass.PlayRequest;
import example.Parser;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is reported of a bot that fails. */
final class BotFailedTest {
  private static final int TAIL = 4096; // bytes of stderr that a referee keeps

  private static BotFailed failureOf(Bot bot) {
    PlayRequest question = Questions.question(1);
    return assertThrows(BotFailed.class, () -> new PlaySession(bot).answer(question));
  }

  private static Bot throwing(Error error) {
    return seen -> {
      throw error;
    };
  }

  private static Action endless(Observation seen) {
    return endless(seen);
  }

  @Test
  void everyThrowableIsAFailure() {
    for (Error error :
        List.of(new OutOfMemoryError("of memory"), new Error("plain"), new ThreadDeath())) {
      BotFailed failure = failureOf(throwing(error));
      assertEquals("the bot failed: " + error, failure.getMessage());
      String place = "\tat " + BotFailedTest.class.getName();
      assertTrue(failure.text().startsWith(error + "\n" + place), failure.text());
    }
  }

  @Test
  void theInnermostCallsOfTheBotAreInTheTail() {
    String own = "\tat couillon.bot";
    String recursion = failureOf(BotFailedTest::endless).text();
    assertTrue(recursion.startsWith("java.lang.StackOverflowError\n" + own), recursion);
    assertTrue(recursion.contains("BotFailedTest.endless"), recursion);
    assertTrue(recursion.endsWith(" more\n"), recursion);
    assertTrue(recursion.length() < TAIL, recursion);
    String library = failureOf(seen -> Action.of(Parser.parse("x"))).text();
    assertTrue(library.startsWith("java.lang.NumberFormatException: "), library);
    assertTrue(library.contains("\tat example.Parser.parse(Parser.java:"), library);
    assertEquals(10, library.split("\tat java.base/").length - 1, library);
    assertTrue(library.length() < TAIL, library);
  }

  @Test
  void causesFollowAndTheFirstAndTheLastAreKept() {
    RuntimeException thrown = new IllegalStateException("0");
    for (int i = 1; i < 9; ++i) {
      thrown = new IllegalArgumentException(i + "x".repeat(10_000), thrown);
    }
    RuntimeException last = thrown;
    Bot bot =
        seen -> {
          throw last;
        };
    String text = failureOf(bot).text();
    assertTrue(text.startsWith("java.lang.IllegalArgumentException: 8xxx"), text);
    assertTrue(text.contains("\nCaused by: java.lang.IllegalArgumentException: 2xxx"), text);
    assertTrue(text.contains("\nCaused by: java.lang.IllegalStateException: 0\n\tat "), text);
    assertTrue(text.length() < TAIL, text);
  }

  @Test
  void aWrongAnswerIsNamedWithoutAPlace() {
    String wanted = "the bot has to return a card or an action, 0 to 44, but returned ";
    for (Action answer : new Action[] {null, new Action(45), new Action(-1)}) {
      BotFailed failure = failureOf(seen -> answer);
      assertEquals(wanted + (answer == null ? null : answer.number()), failure.getMessage());
      assertEquals(failure.getMessage() + "\n", failure.text());
    }
  }
}
