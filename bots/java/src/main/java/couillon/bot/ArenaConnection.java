package couillon.bot;

import couillon.v1.ArenaServiceGrpc;
import couillon.v1.ArenaServiceOuterClass.SubmitRequest;
import couillon.v1.ArenaServiceOuterClass.SubmitResponse;
import couillon.v1.BotServiceOuterClass.PlayRequest;
import couillon.v1.BotServiceOuterClass.PlayResponse;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.netty.shaded.io.grpc.netty.GrpcSslContexts;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.shaded.io.netty.channel.EventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.epoll.Epoll;
import io.grpc.netty.shaded.io.netty.channel.epoll.EpollDomainSocketChannel;
import io.grpc.netty.shaded.io.netty.channel.epoll.EpollEventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.nio.NioEventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.socket.nio.NioSocketChannel;
import io.grpc.netty.shaded.io.netty.channel.unix.DomainSocketAddress;
import io.grpc.netty.shaded.io.netty.handler.ssl.NotSslRecordException;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslContext;
import io.grpc.netty.shaded.io.netty.util.concurrent.DefaultThreadFactory;
import io.grpc.stub.ClientCallStreamObserver;
import io.grpc.stub.ClientResponseObserver;
import io.grpc.stub.MetadataUtils;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertificateException;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import javax.net.ssl.SSLException;

/**
 * A bot that is connected to an arena, which plays it on that connection: for bots that cannot be
 * called. It keeps as many streams open as the arena wants; each begins again when it ends.
 *
 * <p>One thread runs everything: it owns all fields that are not final.
 */
public final class ArenaConnection {
  private static final long SUBMIT_SECONDS = 30;
  private static final long KEEPALIVE_SECONDS = 30;
  private static final long STOP_MILLISECONDS = 500;
  // What a later try would not change.
  private static final Set<Status.Code> LASTING =
      Set.of(
          Status.Code.FAILED_PRECONDITION,
          Status.Code.INVALID_ARGUMENT,
          Status.Code.UNAUTHENTICATED,
          Status.Code.PERMISSION_DENIED,
          Status.Code.RESOURCE_EXHAUSTED,
          Status.Code.UNIMPLEMENTED);

  /** Pauses between tries, in milliseconds: each twice the one before. */
  record Pauses(long first, long longest) {
    static final Pauses STANDARD = new Pauses(1_000, 30_000);

    long after(long pause) {
      return Math.min(2 * pause, longest);
    }
  }

  /** The bot cannot play in the arena, and could not later. */
  static final class Refused extends Exception {
    private static final long serialVersionUID = 1;

    Refused(String reason) {
      super(reason);
    }
  }

  private final BotInfo info;
  private final Bot bot;
  private final Arena arena;
  private final Pauses pauses;
  private final Consumer<String> log;
  private final EventLoopGroup loop;
  private final SslContext tls; // null without TLS
  private final CompletableFuture<Void> end = new CompletableFuture<>();
  private final Map<Integer, Stream> streams = new TreeMap<>();
  private String shown = "";

  /**
   * Does not connect yet.
   *
   * @throws IOException if the root certificates cannot be read, or unix sockets not be used
   */
  ArenaConnection(BotInfo info, Bot bot, Arena arena, Pauses pauses, Consumer<String> log)
      throws IOException {
    this.info = info;
    this.bot = bot;
    this.arena = arena;
    this.pauses = pauses;
    this.log = log;
    tls = arena.isSecure() ? trusting(arena.caFile()) : null;
    if (arena.isUnix() && !Epoll.isAvailable()) {
      throw new IOException("unix sockets need Linux", Epoll.unavailabilityCause());
    }
    var threads = new DefaultThreadFactory("arena", /* daemon= */ true);
    loop =
        arena.isUnix() ? new EpollEventLoopGroup(1, threads) : new NioEventLoopGroup(1, threads);
  }

  private static SslContext trusting(String caFile) throws IOException {
    var context = GrpcSslContexts.forClient();
    if (caFile.isEmpty()) return context.build();
    try (InputStream roots = Files.newInputStream(Path.of(caFile))) {
      return context.trustManager(roots).build();
    } catch (IllegalArgumentException | SSLException unusable) {
      throw new IOException(caFile + ": expected root certificates in PEM: " + unusable);
    } catch (IOException failure) {
      throw new IOException(Arena.reading(caFile, failure), failure);
    }
  }

  /**
   * Connects a bot to an arena and plays there until SIGTERM or Ctrl-C. A lost connection is made
   * again, after a pause that grows to 30 seconds. If the arena refuses the bot, or the bot throws,
   * the program ends with the reason on stderr and exit code 1.
   */
  public static void connect(BotInfo info, Bot bot, Arena arena) {
    try {
      var connection =
          new ArenaConnection(
              info, bot, arena, Pauses.STANDARD, line -> System.err.println(line));
      Signals.endProgram(connection::stopQuickly);
      connection.start().join();
      // A signal has ended it, and ends the program.
      Thread.currentThread().join();
    } catch (CompletionException failure) {
      if (failure.getCause() instanceof BotFailed thrown) {
        thrown.print();
      } else {
        System.err.println(info.name() + ": " + failure.getCause().getMessage());
      }
    } catch (IOException | InterruptedException failure) {
      System.err.println(info.name() + ": " + failure.getMessage());
    }
    Runtime.getRuntime().halt(1);
  }

  static void connectFromEnvironment(BotInfo info, Bot bot) {
    try {
      connect(info, bot, Arena.fromEnvironment());
    } catch (IOException | IllegalArgumentException failure) {
      System.err.println(info.name() + ": " + failure.getMessage());
      Runtime.getRuntime().halt(1);
    }
  }

  /** Begins to play; the future says when and why that ended. */
  CompletableFuture<Void> start() {
    loop.execute(() -> keepOpen(1));
    return end;
  }

  /** Ends the streams. */
  void stop() {
    loop.execute(() -> finish(null));
  }

  /** Ends the streams, unless the bot is in a long decision: its thread cannot end them then. */
  private void stopQuickly() {
    stop();
    end.exceptionally(failure -> null)
        .completeOnTimeout(null, STOP_MILLISECONDS, TimeUnit.MILLISECONDS)
        .join();
  }

  private void finish(Throwable reason) {
    if (end.isDone()) return;
    streams.values().forEach(Stream::close);
    if (reason == null) {
      end.complete(null);
    } else {
      end.completeExceptionally(reason);
    }
  }

  private void keepOpen(int count) {
    for (int index = 0; index < count; ++index) {
      if (streams.containsKey(index)) continue;
      Stream stream = new Stream(index);
      streams.put(index, stream);
      stream.connect();
    }
  }

  private ManagedChannel open() {
    NettyChannelBuilder builder;
    if (arena.isUnix()) {
      builder =
          NettyChannelBuilder.forAddress(new DomainSocketAddress(arena.path()))
              .channelType(EpollDomainSocketChannel.class)
              .usePlaintext();
    } else {
      builder =
          NettyChannelBuilder.forAddress(arena.host(), arena.port())
              .channelType(NioSocketChannel.class);
      if (tls == null) {
        builder.usePlaintext();
      } else {
        builder.sslContext(tls);
      }
    }
    return builder
        .eventLoopGroup(loop)
        .executor(loop)
        .maxInboundMessageSize(Integer.MAX_VALUE)
        .keepAliveTime(KEEPALIVE_SECONDS, TimeUnit.SECONDS)
        .keepAliveTimeout(KEEPALIVE_SECONDS, TimeUnit.SECONDS)
        .build();
  }

  /** Writes a line, unless it is the last one again. */
  private void show(String text) {
    if (!text.equals(shown)) log.accept(info.name() + ": " + text);
    shown = text;
  }

  private static String text(Status status) {
    String details = status.getDescription() == null ? "" : status.getDescription();
    Throwable cause = status.getCause();
    if (cause != null) { // the description only says that there was an exception
      while (cause.getCause() != null) cause = cause.getCause();
      details = cause.toString();
    }
    return status.getCode() + ": " + details.strip().replaceAll("\\s+", " ");
  }

  /** Why another Submit would fail in the same way; empty if it may not. */
  private String lastingReason(Status status) {
    String text = text(status);
    if (LASTING.contains(status.getCode())) {
      return "the arena " + arena.address() + " refuses it: " + text;
    }
    for (Throwable cause = status.getCause(); cause != null; cause = cause.getCause()) {
      if (cause instanceof CertificateException
          || cause instanceof CertPathBuilderException
          || cause instanceof CertPathValidatorException) {
        return "the certificate of the arena "
            + arena.address()
            + " is not trusted: "
            + text
            + "; expected one for its host, and its issuer in the file COUILLON_ARENA_CA";
      }
      if (cause instanceof NotSslRecordException) {
        return "the arena "
            + arena.address()
            + " answers without TLS: "
            + text
            + "; expected one with TLS, or the address plaintext:"
            + arena.address();
      }
    }
    return "";
  }

  /** One of the streams that the bot keeps open. Each try is a connection of its own. */
  private final class Stream {
    private final int index;
    private long pause = pauses.first();
    private ManagedChannel channel; // null between tries
    private long start; // of this try, of System.nanoTime()
    private boolean heard; // whether a message came in this try

    Stream(int index) {
      this.index = index;
    }

    void connect() {
      if (end.isDone()) return;
      heard = false;
      start = System.nanoTime();
      channel = open();
      stub(new Metadata())
          .withDeadlineAfter(SUBMIT_SECONDS, TimeUnit.SECONDS)
          .submit(
              SubmitRequest.newBuilder()
                  .setName(arena.name().isEmpty() ? info.name() : arena.name())
                  .setDescription(PlaySession.describe(info))
                  .build(),
              new Submission(this));
    }

    void close() {
      if (channel != null) channel.shutdownNow();
      channel = null;
    }

    private ArenaServiceGrpc.ArenaServiceStub stub(Metadata metadata) {
      if (!arena.token().isEmpty()) {
        metadata.put(key("authorization"), "Bearer " + arena.token());
      }
      return ArenaServiceGrpc.newStub(channel)
          .withInterceptors(MetadataUtils.newAttachHeadersInterceptor(metadata));
    }

    void refused(Status status) {
      String reason = lastingReason(status);
      if (reason.isEmpty()) {
        ended(status);
      } else {
        finish(new Refused(reason));
      }
    }

    void accepted(SubmitResponse response) {
      if (end.isDone()) return;
      show(
          "connected to the arena "
              + arena.address()
              + " as "
              + response.getLabel()
              + "; a new version is checked before it plays");
      if (index >= Math.max(response.getStreams(), 1)) { // one too many
        close();
        streams.remove(index);
        return;
      }
      keepOpen(response.getStreams());
      Metadata metadata = new Metadata();
      metadata.put(key("couillon-session"), response.getSession());
      stub(metadata).attend(new Attendance(this, new PlaySession(bot)));
    }

    void heard() {
      heard = true;
    }

    /** The connection or the stream has ended: tries again, at once if it was of use. */
    void ended(Status status) {
      if (end.isDone()) return;
      close();
      long lasted = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
      if (heard || lasted > pauses.longest()) {
        pause = pauses.first();
        loop.execute(this::connect);
        return;
      }
      if (!status.isOk() && index == 0) {
        show("tries again to play in the arena " + arena.address() + ": " + text(status));
      }
      loop.schedule(this::connect, pause, TimeUnit.MILLISECONDS);
      pause = pauses.after(pause);
    }
  }

  private static Metadata.Key<String> key(String name) {
    return Metadata.Key.of(name, Metadata.ASCII_STRING_MARSHALLER);
  }

  /** The answer to Submit. */
  private record Submission(Stream stream) implements StreamObserver<SubmitResponse> {
    @Override
    public void onNext(SubmitResponse response) {
      stream.accepted(response);
    }

    @Override
    public void onError(Throwable error) {
      stream.refused(Status.fromThrowable(error));
    }

    @Override
    public void onCompleted() {}
  }

  /** An Attend call: answers every message until the arena ends it. */
  private final class Attendance implements ClientResponseObserver<PlayResponse, PlayRequest> {
    private final Stream stream;
    private final PlaySession session;
    private ClientCallStreamObserver<PlayResponse> answers;

    Attendance(Stream stream, PlaySession session) {
      this.stream = stream;
      this.session = session;
    }

    @Override
    public void beforeStart(ClientCallStreamObserver<PlayResponse> call) {
      answers = call;
    }

    @Override
    public void onNext(PlayRequest request) {
      if (end.isDone()) return;
      stream.heard();
      try {
        session.answer(request).ifPresent(answers::onNext);
      } catch (BotFailed failure) {
        finish(failure);
      }
    }

    @Override
    public void onError(Throwable error) {
      stream.ended(Status.fromThrowable(error));
    }

    @Override
    public void onCompleted() {
      stream.ended(Status.OK);
    }
  }
}
