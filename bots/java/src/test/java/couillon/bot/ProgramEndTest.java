package couillon.bot;

import static couillon.bot.Questions.question;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import couillon.v1.BotServiceGrpc;
import couillon.v1.BotServiceOuterClass.PlayResponse;
import io.grpc.ManagedChannel;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.shaded.io.netty.channel.epoll.EpollDomainSocketChannel;
import io.grpc.netty.shaded.io.netty.channel.epoll.EpollEventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.unix.DomainSocketAddress;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How a program ends while its bot is deciding. */
final class ProgramEndTest {
  private static final StreamObserver<PlayResponse> IGNORED =
      new StreamObserver<>() {
        @Override
        public void onNext(PlayResponse answer) {}

        @Override
        public void onError(Throwable error) {}

        @Override
        public void onCompleted() {}
      };

  @TempDir Path folder;

  private static Process start(String decide, String address) throws IOException {
    var builder =
        new ProcessBuilder(
            ProcessHandle.current().info().command().orElseThrow(),
            "-cp",
            System.getProperty("java.class.path"),
            TestProgram.class.getName());
    builder.environment().put("COUILLON_LISTEN", address);
    builder.environment().put("TEST_DECIDE", decide);
    return builder.start();
  }

  private static void assertEndsWith(int status, Process program) throws InterruptedException {
    assertTrue(program.waitFor(120, TimeUnit.SECONDS));
    assertEquals(status, program.exitValue());
  }

  /** Asks a program that serves for a decision, and waits for its end. */
  private void serve(String decide, int status) throws Exception {
    Path socket = folder.resolve("bot.sock");
    Process program = start(decide, "unix:" + socket);
    EpollEventLoopGroup loop = new EpollEventLoopGroup(1);
    ManagedChannel channel =
        NettyChannelBuilder.forAddress(new DomainSocketAddress(socket.toString()))
            .channelType(EpollDomainSocketChannel.class)
            .eventLoopGroup(loop)
            .usePlaintext()
            .build();
    try {
      BotServiceGrpc.newStub(channel).withWaitForReady().play(IGNORED).onNext(question(1));
      assertEquals("deciding", program.inputReader().readLine());
      if (decide.equals("endless")) program.destroy(); // SIGTERM
      assertEndsWith(status, program);
      if (decide.equals("endless")) assertFalse(Files.exists(socket));
    } finally {
      program.destroyForcibly();
      channel.shutdownNow();
      loop.shutdownGracefully(0, 0, TimeUnit.SECONDS);
    }
  }

  @Test
  void anExitOfTheBotKeepsItsStatus() throws Exception {
    serve("exit", 7);
    serve("exit", 7); // the socket is still there
  }

  @Test
  void sigtermEndsAnEndlessDecision() throws Exception {
    serve("endless", 0);
  }
}
