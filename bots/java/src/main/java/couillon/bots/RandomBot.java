package couillon.bots;

import couillon.bot.ActionSet;
import couillon.bot.BotInfo;
import couillon.bot.BotServer;

/** Plays a random legal action: of n the below(n)-th, lowest number first. */
final class RandomBot {
  public static void main(String[] arguments) {
    BotServer.serve(
        BotInfo.of("random", "1", "couillon"),
        seen -> {
          ActionSet legal = seen.legal();
          return legal.get(seen.random().below(legal.size()));
        });
  }
}
