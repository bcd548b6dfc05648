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
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.logging.Level;
import java.util.logging.Logger;

/** Serves a bot. */
public final class BotServer {
  // It warns that a unix socket has no keepalive. Its level lasts as long as it is referenced.
  private static final Logger NETTY =
      Logger.getLogger("io.grpc.netty.shaded.io.netty.bootstrap");

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
      Server server = start(address, info, bot);
      Runtime.getRuntime()
          .addShutdownHook(
              new Thread(
                  () -> {
                    server.shutdownNow();
                    Runtime.getRuntime().halt(0); // or the exit code would be the signal's
                  }));
      server.awaitTermination();
    } catch (IOException | InterruptedException | IllegalArgumentException failure) {
      System.err.println(info.name() + ": cannot serve at " + address + ": " + failure);
      Runtime.getRuntime().halt(1);
    }
  }

  /**
   * Listens at "unix:/path" (on Linux) or "host:port".
   *
   * @throws IllegalArgumentException if the address is neither
   */
  static Server start(String address, BotInfo info, Bot bot) throws IOException {
    boolean unix = address.startsWith("unix:");
    if (unix && !Epoll.isAvailable()) {
      throw new IOException("unix sockets need Linux", Epoll.unavailabilityCause());
    }
    // One thread runs everything, so that a bot need not be thread-safe.
    EventLoopGroup loop = unix ? new EpollEventLoopGroup(1) : new NioEventLoopGroup(1);
    Class<? extends ServerChannel> channel =
        unix ? EpollServerDomainSocketChannel.class : NioServerSocketChannel.class;
    return NettyServerBuilder.forAddress(parse(address))
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
      answer.onNext(
          DescribeResponse.newBuilder()
              .setName(info.name())
              .setVersion(info.version())
              .setAuthor(info.author())
              .addAllRulesets(info.rulesets())
              .setMaxBatch(info.maxBatch())
              .setMaxInFlight(info.maxInFlight())
              .build());
      answer.onCompleted();
    }

    @Override
    public StreamObserver<PlayRequest> play(StreamObserver<PlayResponse> answers) {
      return new PlayStream(bot, answers);
    }
  }
}
