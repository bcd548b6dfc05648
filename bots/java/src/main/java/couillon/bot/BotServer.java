package couillon.bot;

import couillon.v1.BotServiceGrpc;
import couillon.v1.BotServiceOuterClass.DescribeRequest;
import couillon.v1.BotServiceOuterClass.DescribeResponse;
import couillon.v1.BotServiceOuterClass.PlayRequest;
import couillon.v1.BotServiceOuterClass.PlayResponse;
import io.grpc.Server;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.netty.shaded.io.netty.channel.EventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.ServerChannel;
import io.grpc.netty.shaded.io.netty.channel.epoll.Epoll;
import io.grpc.netty.shaded.io.netty.channel.epoll.EpollEventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.epoll.EpollServerDomainSocketChannel;
import io.grpc.netty.shaded.io.netty.channel.nio.NioEventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.socket.nio.NioServerSocketChannel;
import io.grpc.netty.shaded.io.netty.channel.unix.DomainSocketAddress;
import io.grpc.stub.StreamObserver;
import java.io.File;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;

/** Serves a bot. */
public final class BotServer {
  // It warns that a unix socket has no keepalive, and a sandbox no network, in twenty lines that
  // would hide the bot's own. Its level lasts as long as it is referenced.
  private static final Logger NETTY = Logger.getLogger("io.grpc.netty.shaded.io.netty");

  static {
    NETTY.setLevel(Level.SEVERE);
  }

  private BotServer() {}

  /**
   * Serves a bot at the address in the environment variable COUILLON_LISTEN until SIGTERM, Ctrl-C,
   * or the end of the process that started it. An exception of the bot is written to stderr
   * and ends the stream. Ends the program if it cannot serve.
   */
  public static void serve(BotInfo info, Bot bot) {
    String address = System.getenv("COUILLON_LISTEN");
    if (address == null || address.isEmpty()) {
      System.err.println(
          info.name()
              + ": set COUILLON_LISTEN to the address to serve at, "
              + "such as unix:/tmp/bot.sock or 127.0.0.1:5000");
      System.exit(1);
    }
    ProcessHandle.current()
        .parent()
        .ifPresent(parent -> parent.onExit().thenRun(() -> Runtime.getRuntime().halt(0)));
    try {
      Server server = start(ServingPlace.open(address), info, bot);
      Signals.endProgram(() -> removeSocket(address));
      server.awaitTermination();
    } catch (IOException | InterruptedException | IllegalArgumentException failure) {
      System.err.println(info.name() + ": cannot serve at " + address + ": " + failure);
      Runtime.getRuntime().halt(1);
    }
  }

  /**
   * Serves a bot at an address of its own, optionally with TLS and a token, as {@link #serve} does,
   * but continues when the process that started it ends. Prints "serving at ADDRESS" to stdout as
   * soon as clients can connect.
   *
   * @throws IOException if it cannot serve there
   * @throws IllegalArgumentException if the address, the certificate or its key is wrong
   */
  public static void serveAt(ServingPlace place, BotInfo info, Bot bot)
      throws IOException, InterruptedException {
    Server server = start(place, info, bot);
    Signals.endProgram(() -> removeSocket(place.address()));
    String address = place.address();
    if (!address.startsWith("unix:")) {
      address = address.substring(0, address.lastIndexOf(':') + 1) + server.getPort();
    }
    System.out.println("serving at " + address);
    server.awaitTermination();
  }

  /** Removes the file if it is a socket: a killed bot may have left one. */
  private static void removeSocket(String address) {
    if (!address.startsWith("unix:")) return;
    Path path = Path.of(address.substring("unix:".length()));
    try {
      if (Files.readAttributes(path, BasicFileAttributes.class).isOther()) Files.delete(path);
    } catch (IOException none) {
      // Listening there fails if it had to be removed.
    }
  }

  /**
   * Listens at a place.
   *
   * @throws IllegalArgumentException if the address, the certificate or its key is wrong
   */
  static Server start(ServingPlace place, BotInfo info, Bot bot) throws IOException {
    String address = place.address();
    boolean unix = address.startsWith("unix:");
    if (unix && !Epoll.isAvailable()) {
      throw new IOException("unix sockets need Linux", Epoll.unavailabilityCause());
    }
    removeSocket(address);
    // One thread runs everything, so that a bot need not be thread-safe.
    EventLoopGroup loop = unix ? new EpollEventLoopGroup(1) : new NioEventLoopGroup(1);
    try {
      return start(place, info, bot, loop);
    } catch (IOException | RuntimeException failure) {
      loop.shutdownGracefully(0, 0, TimeUnit.SECONDS); // its thread would keep the program alive
      throw failure;
    }
  }

  private static Server start(ServingPlace place, BotInfo info, Bot bot, EventLoopGroup loop)
      throws IOException {
    String address = place.address();
    boolean unix = address.startsWith("unix:");
    Class<? extends ServerChannel> channel =
        unix ? EpollServerDomainSocketChannel.class : NioServerSocketChannel.class;
    NettyServerBuilder builder = NettyServerBuilder.forAddress(parse(address));
    if (place.certificate().isPresent()) {
      File key = place.privateKey().orElseThrow(IllegalArgumentException::new).toFile();
      builder.useTransportSecurity(place.certificate().get().toFile(), key);
    }
    if (!place.token().isEmpty()) builder.intercept(new TokenCheck(place.token()));
    return builder
        .channelType(channel)
        .bossEventLoopGroup(loop)
        .workerEventLoopGroup(loop)
        .directExecutor()
        .maxInboundMessageSize(Integer.MAX_VALUE)
        .addService(new Service(info, bot))
        .build()
        .start();
  }

  private static SocketAddress parse(String address) {
    if (address.startsWith("unix:")) {
      return new DomainSocketAddress(address.substring("unix:".length()));
    }
    int colon = address.lastIndexOf(':');
    if (colon < 0) {
      throw new IllegalArgumentException("expected unix:/path or host:port");
    }
    int port = Integer.parseInt(address.substring(colon + 1));
    return new InetSocketAddress(address.substring(0, colon), port);
  }

  private static final class Service extends BotServiceGrpc.BotServiceImplBase {
    private final BotInfo info;
    private final Bot bot;

    Service(BotInfo info, Bot bot) {
      this.info = info;
      this.bot = bot;
    }

    @Override
    public void describe(DescribeRequest request, StreamObserver<DescribeResponse> answer) {
      answer.onNext(PlaySession.describe(info));
      answer.onCompleted();
    }

    @Override
    public StreamObserver<PlayRequest> play(StreamObserver<PlayResponse> answers) {
      return new PlayStream(bot, answers);
    }
  }
}
