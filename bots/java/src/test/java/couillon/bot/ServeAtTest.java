package couillon.bot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import couillon.v1.BotServiceGrpc;
import couillon.v1.BotServiceOuterClass.DescribeRequest;
import couillon.v1.BotServiceOuterClass.PlayRequest;
import couillon.v1.BotServiceOuterClass.PlayResponse;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.shaded.io.grpc.netty.GrpcSslContexts;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.MetadataUtils;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A bot that serves at an address of its own. */
final class ServeAtTest {
  /** Sends one message with a token; returns the answer. */
  private static PlayResponse play(ManagedChannel channel, String authorization)
      throws Exception {
    CompletableFuture<PlayResponse> answer = new CompletableFuture<>();
    var requests =
        BotServiceGrpc.newStub(channel)
            .withInterceptors(MetadataUtils.newAttachHeadersInterceptor(with(authorization)))
            .play(
                new StreamObserver<PlayResponse>() {
                  @Override
                  public void onNext(PlayResponse response) {
                    answer.complete(response);
                  }

                  @Override
                  public void onError(Throwable error) {
                    answer.completeExceptionally(error);
                  }

                  @Override
                  public void onCompleted() {}
                });
    PlayRequest question = Questions.question(40);
    requests.onNext(question);
    return answer.get(120, TimeUnit.SECONDS);
  }

  private static String describe(ManagedChannel channel, String authorization) {
    return BotServiceGrpc.newBlockingStub(channel)
        .withInterceptors(MetadataUtils.newAttachHeadersInterceptor(with(authorization)))
        .withDeadlineAfter(120, TimeUnit.SECONDS)
        .describe(DescribeRequest.getDefaultInstance())
        .getName();
  }

  private static Metadata with(String authorization) {
    Metadata metadata = new Metadata();
    if (!authorization.isEmpty()) {
      metadata.put(
          Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER), authorization);
    }
    return metadata;
  }

  private static void assertRefused(
      Status.Code code, String reason, ManagedChannel channel, String authorization) {
    var described =
        assertThrows(StatusRuntimeException.class, () -> describe(channel, authorization));
    var played = assertThrows(ExecutionException.class, () -> play(channel, authorization));
    Status ofPlay = Status.fromThrowable(played.getCause());
    for (Status status : List.of(described.getStatus(), ofPlay)) {
      assertEquals(code, status.getCode(), status.toString());
      assertTrue(status.toString().contains(reason), status.toString());
    }
  }

  /** Starts a program that serves with the certificate in a folder. */
  private static Process start(Path folder, String address) throws IOException {
    return new ProcessBuilder(
            ProcessHandle.current().info().command().orElseThrow(),
            "-cp",
            System.getProperty("java.class.path"),
            TestProgram.class.getName(),
            folder.toString(),
            address)
        .start();
  }

  @Test
  void withTlsAndATokenItPlaysWithThoseWhoHaveTheToken(@TempDir Path folder) throws Exception {
    Certificate certificate = Certificate.make(folder);
    Process program = start(folder, "127.0.0.1:0");
    try {
      String line = program.inputReader().readLine();
      assertTrue(line.startsWith("serving at 127.0.0.1:"), line);
      int port = Integer.parseInt(line.substring(line.lastIndexOf(':') + 1));
      var tls = GrpcSslContexts.forClient().trustManager(certificate.file().toFile()).build();
      ManagedChannel secure =
          NettyChannelBuilder.forAddress("127.0.0.1", port).sslContext(tls).build();
      ManagedChannel plaintext =
          NettyChannelBuilder.forAddress("127.0.0.1", port).usePlaintext().build();
      try {
        assertEquals("first", describe(secure, "Bearer s3cret"));
        assertEquals(List.of(8), play(secure, "Bearer s3cret").getActionsList());
        assertRefused(Status.Code.UNAUTHENTICATED, "no token was sent", secure, "");
        assertRefused(Status.Code.UNAUTHENTICATED, "not the right one", secure, "Bearer s3cre");
        assertRefused(Status.Code.UNAVAILABLE, "", plaintext, "Bearer s3cret");
      } finally {
        secure.shutdownNow();
        plaintext.shutdownNow();
      }
      program.destroy(); // SIGTERM
      assertTrue(program.waitFor(120, TimeUnit.SECONDS));
      assertEquals(0, program.exitValue());
    } finally {
      program.destroyForcibly();
    }
  }

  @Test
  void anAddressInUseEndsTheProgram(@TempDir Path folder) throws Exception {
    Certificate.make(folder);
    try (ServerSocket used = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Process program = start(folder, "127.0.0.1:" + used.getLocalPort());
      try {
        assertTrue(program.waitFor(120, TimeUnit.SECONDS));
        assertEquals(1, program.exitValue());
        String text = new String(program.getErrorStream().readAllBytes());
        assertTrue(text.contains("Address already in use"), text);
      } finally {
        program.destroyForcibly();
      }
    }
  }
}
