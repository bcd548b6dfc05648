package couillon.bot;

import static couillon.bot.FakeArena.next;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import couillon.v1.BotServiceOuterClass.TableResult;
import io.grpc.Status;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Bots that connect to an arena. */
final class ArenaConnectionTest {
  private static final Bot FIRST = seen -> seen.legal().get(0);

  @TempDir Path folder;
  private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();
  private final List<ArenaConnection> connections = new ArrayList<>();

  @AfterEach
  void stop() {
    connections.forEach(ArenaConnection::stop);
  }

  /** Connects a bot with short pauses. */
  private CompletableFuture<Void> dial(Arena arena, BotInfo info, Bot bot) throws Exception {
    var pauses = new ArenaConnection.Pauses(1, 8);
    var connection = new ArenaConnection(info, bot, arena, pauses, lines::add);
    connections.add(connection);
    return connection.start();
  }

  private CompletableFuture<Void> dial(String address) throws Exception {
    return dial(Arena.at(address, ""), BotInfo.of("dialer", "1", ""), FIRST);
  }

  private static Throwable failure(CompletableFuture<Void> ended) {
    return assertThrows(ExecutionException.class, () -> ended.get(120, TimeUnit.SECONDS))
        .getCause();
  }

  @Test
  void aProgramThatServesConnectsInstead() throws Exception {
    Path token = Files.writeString(folder.resolve("token"), "s3cret\nsecond line\n");
    File stderr = folder.resolve("stderr").toFile();
    try (FakeArena arena = new FakeArena(2)) {
      var builder =
          new ProcessBuilder(
              ProcessHandle.current().info().command().orElseThrow(),
              "-cp",
              System.getProperty("java.class.path"),
              TestProgram.class.getName());
      var variables = builder.environment();
      variables.remove("COUILLON_LISTEN");
      variables.put("COUILLON_ARENA", arena.address());
      variables.put("COUILLON_TOKEN_FILE", token.toString());
      variables.put("COUILLON_NAME", "mine");
      Process program = builder.redirectError(stderr).start();
      try {
        var submission = next(arena.submissions);
        assertEquals("mine", submission.request().getName());
        assertEquals("first", submission.request().getDescription().getName());
        assertEquals("7", submission.request().getDescription().getVersion());
        for (int id : List.of(3, 40)) {
          var attendance = next(arena.attendances);
          assertEquals("Bearer s3cret", attendance.authorization);
          attendance.check(id);
        }
        program.destroy(); // SIGTERM
        assertTrue(program.waitFor(120, TimeUnit.SECONDS));
        assertEquals(0, program.exitValue());
      } finally {
        program.destroyForcibly();
      }
      String expected =
          "first: connected to the arena "
              + arena.address()
              + " as mine v1; a new version is checked before it plays";
      assertEquals(List.of(expected), Files.readAllLines(stderr.toPath()));
    }
  }

  @Test
  void aStreamThatEndsIsOpenedAgainAndOthersStay() throws Exception {
    try (FakeArena arena = new FakeArena(2)) {
      var ended = dial(arena.address());
      var dropped = next(arena.attendances);
      var other = next(arena.attendances);
      for (Status reason : List.of(Status.OK, Status.ABORTED, Status.OK)) {
        dropped.check(1);
        if (reason.isOk()) {
          dropped.requests.onCompleted();
        } else {
          dropped.requests.onError(reason.asRuntimeException());
        }
        dropped = next(arena.attendances);
        other.check(2);
      }
      assertEquals("session-5", dropped.session); // 2 at the start, 3 again
      var submission = next(arena.submissions);
      assertEquals("dialer", submission.request().getName());
      assertNull(submission.authorization());
      stop();
      ended.get(120, TimeUnit.SECONDS);
      other.awaitCancelled();
    }
  }

  @Test
  void anUnknownSessionIsSubmittedAgain() throws Exception {
    try (FakeArena arena = new FakeArena(1)) {
      arena.unknown.addAll(List.of("session-1", "session-2"));
      dial(arena.address());
      var attendance = next(arena.attendances);
      assertEquals("session-3", attendance.session);
      attendance.check(5);
    }
  }

  @Test
  void itWaitsForAnArenaThatIsNotThereAndForOneThatFails() throws Exception {
    int port;
    try (FakeArena arena = new FakeArena(1)) {
      port = arena.port();
    }
    var ended = dial("plaintext:127.0.0.1:" + port);
    assertTrue(next(lines).contains("tries again to play in the arena"));
    for (int id = 1; id <= 2; ++id) { // the second time after a restart
      try (FakeArena arena = new FakeArena(port, 1, null, null)) {
        arena.refusals.add(Status.UNAVAILABLE.withDescription("busy"));
        next(arena.attendances).check(id);
      }
    }
    stop();
    ended.get(120, TimeUnit.SECONDS);
  }

  @Test
  void anArenaMayListenAtAUnixSocket() throws Exception {
    dial("unix:" + folder.resolve("none"));
    String line = next(lines);
    assertTrue(line.contains("unix:" + folder) && line.contains("UNAVAILABLE"), line);
  }

  @Test
  void pausesDoubleUpToTheLongest() {
    List<Long> seconds = new ArrayList<>();
    var pauses = ArenaConnection.Pauses.STANDARD;
    for (long pause = pauses.first(); seconds.size() < 7; pause = pauses.after(pause)) {
      seconds.add(pause / 1000);
    }
    assertEquals(List.of(1L, 2L, 4L, 8L, 16L, 30L, 30L), seconds);
  }

  @Test
  void aRefusalEndsItWithTheReason() throws Exception {
    List<Status> lasting =
        List.of(
            Status.FAILED_PRECONDITION,
            Status.INVALID_ARGUMENT,
            Status.UNAUTHENTICATED,
            Status.PERMISSION_DENIED,
            Status.RESOURCE_EXHAUSTED,
            Status.UNIMPLEMENTED);
    try (FakeArena arena = new FakeArena(1)) {
      for (Status status : lasting) {
        arena.refusals.add(status.withDescription("no\nroom"));
        String expected =
            "the arena " + arena.address() + " refuses it: " + status.getCode() + ": no room";
        Throwable failure = failure(dial(arena.address()));
        assertInstanceOf(ArenaConnection.Refused.class, failure);
        assertEquals(expected, failure.getMessage());
      }
    }
  }

  @Test
  void whatTheBotThrowsEndsIt() throws Exception {
    Bot clueless =
        seen -> {
          throw new IllegalStateException("no idea");
        };
    try (FakeArena arena = new FakeArena(1)) {
      var ended = dial(Arena.at(arena.address(), ""), BotInfo.of("broken", "", ""), clueless);
      var attendance = next(arena.attendances);
      attendance.requests.onNext(FakeArena.question(1));
      assertTrue(failure(ended).getMessage().contains("no idea"));
      attendance.awaitCancelled();
    }
  }

  @Test
  void resultsReachTheBot() throws Exception {
    List<String> heard = new ArrayList<>();
    Bot ear =
        new Bot() {
          @Override
          public Action decide(Observation seen) {
            return seen.legal().get(0);
          }

          @Override
          public void onResult(Rules rules, TableResult result) {
            heard.add(rules.message().getId() + " " + result.getHalfGamePoints());
          }
        };
    try (FakeArena arena = new FakeArena(1)) {
      dial(Arena.at(arena.address(), ""), BotInfo.of("ear", "", "").withResults(), ear);
      var description = next(arena.submissions).request().getDescription();
      assertTrue(description.getWantsResults());
      String sdk = description.getSdk();
      assertTrue(sdk.matches("couillon-java \\d+\\.\\d+\\.\\d+"), sdk);
      var attendance = next(arena.attendances);
      var result = TableResult.newBuilder().setRulesetHandle(1).setHalfGamePoints(-6).build();
      attendance.requests.onNext(FakeArena.question(1, result));
      attendance.check(1); // the answer to the first question, so the result has arrived
      assertEquals(List.of("small -6"), heard);
    }
  }

  @Test
  void tlsNeedsACertificateThatIsTrusted() throws Exception {
    Certificate made = Certificate.make(folder);
    File certificate = made.file().toFile();
    try (FakeArena arena = new FakeArena(0, 1, certificate, made.key().toFile())) {
      String address = "127.0.0.1:" + arena.port();
      String reason = failure(dial(address)).getMessage();
      String expected = "the certificate of the arena " + address + " is not trusted: ";
      assertTrue(reason.startsWith(expected), reason);
      assertTrue(reason.contains("COUILLON_ARENA_CA"), reason);
      Arena elsewhere =
          new Arena("localhost:" + arena.port(), "", certificate.toString(), "");
      reason = failure(dial(elsewhere, BotInfo.of("dialer", "", ""), FIRST)).getMessage();
      assertTrue(reason.contains("is not trusted: "), reason);
      dial(
          new Arena(address, "s3cret", certificate.toString(), ""),
          BotInfo.of("dialer", "", ""),
          FIRST);
      assertEquals("Bearer s3cret", next(arena.submissions).authorization());
      next(arena.attendances).check(1);
    }
  }

  @Test
  void anArenaWithoutTlsEndsIt() throws Exception {
    try (FakeArena arena = new FakeArena(1)) {
      String address = "127.0.0.1:" + arena.port();
      String reason = failure(dial(address)).getMessage();
      assertTrue(reason.startsWith("the arena " + address + " answers without TLS: "), reason);
    }
  }
}
