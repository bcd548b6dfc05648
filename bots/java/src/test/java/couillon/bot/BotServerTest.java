package couillon.bot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import couillon.v1.BotServiceGrpc;
import couillon.v1.BotServiceOuterClass.Decision;
import couillon.v1.BotServiceOuterClass.PlayRequest;
import couillon.v1.BotServiceOuterClass.PlayResponse;
import couillon.v1.BotServiceOuterClass.RulesetIntroduction;
import couillon.v1.RulesetOuterClass.Ruleset;
import couillon.v1.RulesetOuterClass.Table;
import io.grpc.ManagedChannel;
import io.grpc.Server;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.shaded.io.netty.channel.epoll.EpollDomainSocketChannel;
import io.grpc.netty.shaded.io.netty.channel.epoll.EpollEventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.unix.DomainSocketAddress;
import io.grpc.stub.StreamObserver;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** A bot as its referee sees it, over a unix socket. */
final class BotServerTest {
  private static PlayRequest introduction() {
    Table.Builder table = Table.newBuilder().setRanks("AK").addCardPoints(4).addCardPoints(3);
    RulesetIntroduction.Builder sent = RulesetIntroduction.newBuilder().setHandle(1);
    sent.setRuleset(Ruleset.newBuilder().setTable(table));
    return PlayRequest.newBuilder().addRulesets(sent).build();
  }

  private static PlayRequest batch(int size) {
    PlayRequest.Builder request = PlayRequest.newBuilder();
    for (int id = 0; id < size; ++id) {
      request.addDecisions(
          Decision.newBuilder()
              .setDecisionId(id)
              .setRulesetHandle(1)
              .setLegalActions(1)
              .setPlayedCards(ByteString.copyFrom(new byte[100])));
    }
    return request.build();
  }

  /** Sends requests to a bot and returns its answers. */
  private static List<PlayResponse> play(Bot bot, PlayRequest... requests) throws Exception {
    Path socket = Files.createTempDirectory("couillon-bot").resolve("bot.sock");
    ServingPlace place = ServingPlace.open("unix:" + socket);
    Server server = BotServer.start(place, BotInfo.of("test", "", ""), bot);
    EpollEventLoopGroup loop = new EpollEventLoopGroup(1);
    ManagedChannel channel =
        NettyChannelBuilder.forAddress(new DomainSocketAddress(socket.toString()))
            .channelType(EpollDomainSocketChannel.class)
            .eventLoopGroup(loop)
            .usePlaintext()
            .build();
    List<PlayResponse> answers = new ArrayList<>();
    CompletableFuture<List<PlayResponse>> end = new CompletableFuture<>();
    try {
      StreamObserver<PlayRequest> stream =
          BotServiceGrpc.newStub(channel).play(collect(answers, end));
      for (PlayRequest request : requests) stream.onNext(request);
      stream.onCompleted();
      return end.orTimeout(120, TimeUnit.SECONDS).join();
    } finally {
      channel.shutdownNow();
      server.shutdownNow().awaitTermination();
      loop.shutdownGracefully(0, 0, TimeUnit.SECONDS);
      Files.deleteIfExists(socket);
      Files.delete(socket.getParent());
    }
  }

  private static StreamObserver<PlayResponse> collect(
      List<PlayResponse> answers, CompletableFuture<List<PlayResponse>> end) {
    return new StreamObserver<>() {
      @Override
      public void onNext(PlayResponse answer) {
        answers.add(answer);
      }

      @Override
      public void onError(Throwable error) {
        end.completeExceptionally(error);
      }

      @Override
      public void onCompleted() {
        end.complete(answers);
      }
    };
  }

  private static void assertFails(String reason, Bot bot, PlayRequest... requests) {
    var error = assertThrows(CompletionException.class, () -> play(bot, requests));
    Status status = ((StatusRuntimeException) error.getCause()).getStatus();
    assertEquals(Status.Code.INTERNAL, status.getCode());
    assertTrue(status.getDescription().contains(reason), status.getDescription());
  }

  @Test
  void everyDecisionIsAnsweredInBatchesAbove4MiBToo() throws Exception {
    Bot worth = seen -> Action.of(seen.worth(Card.parse("AS")));
    List<PlayResponse> answers = play(worth, introduction(), batch(60_000), batch(1));
    assertEquals(2, answers.size());
    assertEquals(60_000, answers.get(0).getActionsCount());
    for (int id = 0; id < 60_000; ++id) {
      assertEquals(id, answers.get(0).getDecisionIds(id));
      assertEquals(4, answers.get(0).getActions(id));
    }
    assertEquals(List.of(4), answers.get(1).getActionsList());
  }

  @Test
  void whatABotThrowsIsTheStatusOfItsStream() {
    Bot clueless =
        seen -> {
          throw new IllegalStateException("no idea");
        };
    assertFails("no idea", clueless, introduction(), batch(1));
    Bot broken =
        seen -> {
          throw new OutOfMemoryError("no memory");
        };
    assertFails("the bot failed: java.lang.OutOfMemoryError", broken, introduction(), batch(1));
    assertFails("but returned null", seen -> null, introduction(), batch(1));
  }

  @Test
  void aRulesetNeverSentIsNamed() {
    assertFails("ruleset 1", seen -> Action.PASS, batch(1));
  }
}
