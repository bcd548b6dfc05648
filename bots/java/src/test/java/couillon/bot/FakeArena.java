package couillon.bot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import couillon.v1.ArenaServiceGrpc;
import couillon.v1.ArenaServiceOuterClass.SubmitRequest;
import couillon.v1.ArenaServiceOuterClass.SubmitResponse;
import couillon.v1.BotServiceOuterClass.Decision;
import couillon.v1.BotServiceOuterClass.PlayRequest;
import couillon.v1.BotServiceOuterClass.PlayResponse;
import couillon.v1.BotServiceOuterClass.TableResult;
import couillon.v1.RulesetOuterClass.Ruleset;
import couillon.v1.RulesetOuterClass.Table;
import io.grpc.Context;
import io.grpc.Contexts;
import io.grpc.Metadata;
import io.grpc.Server;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import java.io.File;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** An arena on the loopback interface; the test speaks on every Attend. */
final class FakeArena extends ArenaServiceGrpc.ArenaServiceImplBase implements AutoCloseable {
  private static final Context.Key<Metadata> HEADERS = Context.key("headers");

  record Submission(SubmitRequest request, String authorization) {}

  final BlockingQueue<Submission> submissions = new LinkedBlockingQueue<>();
  final BlockingQueue<Attendance> attendances = new LinkedBlockingQueue<>();
  final Queue<Status> refusals = new ConcurrentLinkedQueue<>(); // of the next Submit calls
  final Set<String> unknown = ConcurrentHashMap.newKeySet(); // sessions that may not attend
  private final AtomicInteger count = new AtomicInteger();
  private final int streams;
  private final Server server;

  /** Listens at a port, 0 for any, with TLS if there is a certificate. */
  FakeArena(int port, int streams, File certificate, File key) throws IOException {
    this.streams = streams;
    var builder = NettyServerBuilder.forAddress(new InetSocketAddress("127.0.0.1", port));
    if (certificate != null) builder.useTransportSecurity(certificate, key);
    server = builder.addService(this).intercept(new HeaderReader()).build().start();
  }

  FakeArena(int streams) throws IOException {
    this(0, streams, null, null);
  }

  int port() {
    return server.getPort();
  }

  String address() {
    return "plaintext:127.0.0.1:" + port();
  }

  @Override
  public void close() {
    server.shutdownNow();
    try {
      server.awaitTermination();
    } catch (InterruptedException interrupted) {
      throw new IllegalStateException(interrupted);
    }
  }

  /** Waits for a value; the limit guards against hanging only. */
  static <T> T next(BlockingQueue<T> values) throws InterruptedException {
    T value = values.poll(120, TimeUnit.SECONDS);
    assertNotNull(value, "waited in vain");
    return value;
  }

  private static String header(String name) {
    return HEADERS.get().get(Metadata.Key.of(name, Metadata.ASCII_STRING_MARSHALLER));
  }

  @Override
  public void submit(SubmitRequest request, StreamObserver<SubmitResponse> answer) {
    submissions.add(new Submission(request, header("authorization")));
    Status refusal = refusals.poll();
    if (refusal != null) {
      answer.onError(refusal.asRuntimeException());
      return;
    }
    answer.onNext(
        SubmitResponse.newBuilder()
            .setLabel(request.getName() + " v1")
            .setSession("session-" + count.incrementAndGet())
            .setStreams(streams)
            .build());
    answer.onCompleted();
  }

  @Override
  public StreamObserver<PlayResponse> attend(StreamObserver<PlayRequest> requests) {
    String session = header("couillon-session");
    Attendance attendance = new Attendance(session, header("authorization"), requests);
    if (unknown.contains(session)) {
      requests.onError(Status.NOT_FOUND.withDescription("unknown session").asRuntimeException());
    } else {
      ((ServerCallStreamObserver<PlayRequest>) requests)
          .setOnCancelHandler(attendance.cancelled::countDown);
      attendances.add(attendance);
    }
    return attendance;
  }

  /** One Attend call, as the arena sees it. */
  static final class Attendance implements StreamObserver<PlayResponse> {
    final String session;
    final String authorization;
    final StreamObserver<PlayRequest> requests;
    final CountDownLatch cancelled = new CountDownLatch(1);
    private final BlockingQueue<PlayResponse> answers = new LinkedBlockingQueue<>();

    Attendance(String session, String authorization, StreamObserver<PlayRequest> requests) {
      this.session = session;
      this.authorization = authorization;
      this.requests = requests;
    }

    /** Asks for one decision, whose only action is its number modulo 32. */
    void check(int id) throws InterruptedException {
      requests.onNext(question(id));
      PlayResponse answer = next(answers);
      assertEquals(List.of(id), answer.getDecisionIdsList());
      assertEquals(List.of(id % 32), answer.getActionsList());
    }

    void awaitCancelled() throws InterruptedException {
      if (!cancelled.await(120, TimeUnit.SECONDS)) throw new AssertionError("waited in vain");
    }

    @Override
    public void onNext(PlayResponse answer) {
      answers.add(answer);
    }

    @Override
    public void onError(Throwable gone) {}

    @Override
    public void onCompleted() {}
  }

  /** A decision with its ruleset, and results. */
  static PlayRequest question(int id, TableResult... results) {
    Table.Builder table = Table.newBuilder().setRanks("AK").addCardPoints(4).addCardPoints(3);
    PlayRequest.Builder request = PlayRequest.newBuilder().addAllResults(List.of(results));
    request
        .addRulesetsBuilder()
        .setHandle(1)
        .setRuleset(Ruleset.newBuilder().setId("small").setTable(table));
    request.addDecisions(
        Decision.newBuilder().setDecisionId(id).setRulesetHandle(1).setLegalActions(1L << id % 32));
    return request.build();
  }

  /** Makes the metadata of a call known to its method. */
  private static final class HeaderReader implements ServerInterceptor {
    @Override
    public <Q, A> ServerCall.Listener<Q> interceptCall(
        ServerCall<Q, A> call, Metadata headers, ServerCallHandler<Q, A> handler) {
      Context context = Context.current().withValue(HEADERS, headers);
      return Contexts.interceptCall(context, call, headers, handler);
    }
  }
}
