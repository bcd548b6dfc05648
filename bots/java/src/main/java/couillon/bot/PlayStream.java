package couillon.bot;

import couillon.v1.BotServiceOuterClass.PlayRequest;
import couillon.v1.BotServiceOuterClass.PlayResponse;
import io.grpc.Status;
import io.grpc.stub.StreamObserver;

/** One stream of a referee: answers every message with one message. */
final class PlayStream implements StreamObserver<PlayRequest> {
  private final PlaySession session;
  private final StreamObserver<PlayResponse> answers;
  private boolean ended;

  PlayStream(Bot bot, StreamObserver<PlayResponse> answers) {
    this.session = new PlaySession(bot);
    this.answers = answers;
  }

  @Override
  public void onNext(PlayRequest request) {
    if (ended) return;
    try {
      session.answer(request).ifPresent(answers::onNext);
    } catch (BotFailed failure) {
      ended = true;
      failure.print();
      answers.onError(
          Status.INTERNAL.withDescription(failure.getMessage()).asRuntimeException());
    }
  }

  @Override
  public void onError(Throwable gone) {
    ended = true; // the referee has ended the call
  }

  @Override
  public void onCompleted() {
    if (!ended) answers.onCompleted();
  }
}
