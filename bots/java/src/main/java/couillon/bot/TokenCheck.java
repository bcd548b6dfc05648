package couillon.bot;

import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;

/** Ends calls that do not carry the token. */
final class TokenCheck implements ServerInterceptor {
  private static final Metadata.Key<String> AUTHORIZATION =
      Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER);

  private final byte[] expected;

  TokenCheck(String token) {
    expected = ("Bearer " + token).getBytes(StandardCharsets.UTF_8);
  }

  @Override
  public <Q, A> ServerCall.Listener<Q> interceptCall(
      ServerCall<Q, A> call, Metadata headers, ServerCallHandler<Q, A> handler) {
    String given = headers.get(AUTHORIZATION);
    // In constant time.
    if (given != null
        && MessageDigest.isEqual(given.getBytes(StandardCharsets.UTF_8), expected)) {
      return handler.startCall(call, headers);
    }
    String reason = given == null ? "no token was sent" : "the token is not the right one";
    call.close(Status.UNAUTHENTICATED.withDescription(reason), new Metadata());
    return new ServerCall.Listener<>() {};
  }
}
