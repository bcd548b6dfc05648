// What a seat may see when it has to decide. Fields are decoded when they are
// read, so that unused ones cost no time.

import {Action, Phase, actionsOf} from "./action.js";
import {Card, Suit, cardText, cardsOf} from "./card.js";
import type {Decision} from "./decision.js";
import type {Rules, Strength} from "./rules.js";
import {SplitMix64} from "./splitmix64.js";

/** An action before play: a trump action or an announcement. */
export interface Call {
  seat: number;
  action: Action;
}

function orUndefined(sent: number): number | undefined {
  return sent < 0 ? undefined : sent;
}

/** One decision, complete in itself. */
export class Observation {
  private generator: SplitMix64 | undefined;
  private known: Strength | undefined;

  constructor(
    /** The message as received; everything below reads from it. */
    readonly message: Decision,
    private readonly rulesets: ReadonlyMap<number, Rules>,
  ) {}

  // The decision.

  /** The kind of the decision. */
  get phase(): Phase {
    return this.message.phase;
  }
  /** The seat whose decision it is. */
  get seat(): number {
    return this.message.seat;
  }
  /** The seat that takes the decision: `seat`, or for a dummy its partner. */
  get decider(): number {
    return this.message.decider;
  }
  /** The seat that dealt. */
  get dealer(): number {
    return this.message.dealer;
  }
  /** Whether showing a legal card names its suit as trumps; if not, it takes the upcard's suit. */
  get naming(): boolean {
    return this.message.naming;
  }
  /** The legal actions, lowest number first. */
  get legalActions(): Action[] {
    return actionsOf(this.message.legalCards, this.message.legalWords);
  }
  /** The cards among the legal actions, lowest number first. */
  get legalCards(): Card[] {
    return cardsOf(this.message.legalCards);
  }
  /** Whether an action is legal. */
  allows(action: Action): boolean {
    const {legalCards, legalWords} = this.message;
    const half = action < 32 ? legalCards : legalWords;
    return ((half >>> (action & 31)) & 1) === 1;
  }

  // Random draws.

  /** The same decision always has the same seed. */
  get randomSeed(): bigint {
    const {seedHigh, seedLow} = this.message;
    return (BigInt(seedHigh >>> 0) << 32n) | BigInt(seedLow >>> 0);
  }
  /** Seeded with it: a bot that draws from nothing else can be reproduced. */
  get random(): SplitMix64 {
    const {seedHigh, seedLow} = this.message;
    return (this.generator ??= new SplitMix64(seedHigh, seedLow));
  }

  // The ruleset.

  /** The ruleset. Error if the referee never sent it. */
  get rules(): Rules {
    const handle = this.message.rulesetHandle;
    const rules = this.rulesets.get(handle);
    if (rules === undefined) throw new Error(`ruleset ${handle} was never sent`);
    return rules;
  }
  /** The card points of a card. */
  worth(card: Card): number {
    return this.rules.cardPoints[card]!;
  }

  // Cards.

  /** What the decider holds and has seen; from a layout what is face up. */
  get hand(): Card[] {
    return cardsOf(this.message.hand);
  }
  /** ownCards as a mask. */
  get ownMask(): number {
    const {seat, decider, hand} = this.message;
    if (decider === seat) return hand >>> 0;
    return this.message.fixed32s(this.message.openCards)[seat] ?? 0;
  }
  /** The hand, or for a dummy's decision the dummy's open cards. */
  get ownCards(): Card[] {
    return cardsOf(this.ownMask);
  }
  /** By seat, the cards that lie face up for all players. */
  get openCards(): Card[][] {
    const masks = this.message.fixed32s(this.message.openCards);
    return Array.from({length: this.rules.players}, (_, seat) =>
      cardsOf(masks[seat] ?? 0),
    );
  }
  /** Every card turned up or shown so far, including cards played since. */
  get exposed(): Card[] {
    return cardsOf(this.message.exposed);
  }
  /** Cards left in the stock. */
  get stockCards(): number {
    return this.message.stockCards;
  }

  // Trumps and announcements.

  /** The suit of trumps; undefined until they are made. */
  get trump(): Suit | undefined {
    return orUndefined(this.message.trump - 1);
  }
  /** The card on offer, or the card that made trumps. */
  get upcard(): Card | undefined {
    return orUndefined(this.message.upcard);
  }
  /** The seat that made trumps. */
  get maker(): number | undefined {
    return orUndefined(this.message.maker);
  }
  /** The seat that declared the Mit'. */
  get mitSeat(): number | undefined {
    return orUndefined(this.message.mitSeat);
  }
  /** Whether Kontra was said. */
  get kontra(): boolean {
    return this.message.kontra;
  }
  /** Whether Re was said. */
  get re(): boolean {
    return this.message.re;
  }
  /** The calls before play, in order. */
  get calls(): Call[] {
    const seats = this.message.bytes(this.message.callSeats);
    const calls = this.message.bytes(this.message.calls);
    return calls.map((action, i) => ({seat: seats[i]!, action}));
  }

  // Play.

  /** All cards played in this deal, in order. */
  get playedCards(): Card[] {
    return this.message.bytes(this.message.playedCards);
  }
  /** The seat that led each trick, the current one last. */
  get trickLeaders(): number[] {
    return this.message.bytes(this.message.trickLeaders);
  }
  /** The cards of the current trick, the leader's first. */
  get trick(): Card[] {
    return this.message.bytes(this.message.currentTrick);
  }
  /** The card that wins the current trick so far; undefined before a lead. */
  get winningCard(): Card | undefined {
    const trick = this.trick;
    return trick[this.winningPlace(trick)];
  }
  /** The seat that wins the current trick so far. */
  get winningSeat(): number | undefined {
    const place = this.winningPlace(this.trick);
    if (place < 0) return undefined;
    const {players, step} = this.rules;
    const leader = this.trickLeaders.at(-1)!;
    return (leader + (step * place + players)) % players;
  }
  /** Which cards are trumps and which card beats which, as masks. */
  get strength(): Strength {
    const mitDeclared = this.message.mitSeat >= 0;
    return (this.known ??= this.rules.strength(this.trump, mitDeclared));
  }
  /**
   * Whether `card`, played to a trick that `other` wins so far, takes it. A
   * discard beats nothing.
   */
  beats(card: Card, other: Card): boolean {
    return ((this.strength.beatenBy[other]! >>> card) & 1) === 1;
  }
  /** Whether a card is a trump: of the suit or promoted. */
  isTrump(card: Card): boolean {
    return ((this.strength.trumps >>> card) & 1) === 1;
  }
  /** Card points that each side has taken in tricks. */
  get cardPoints(): number[] {
    return this.message.bytes(this.message.cardPoints);
  }
  /** Tricks that each side has taken. */
  get tricksWon(): number[] {
    return this.message.bytes(this.message.tricksWon);
  }

  // The match.

  /** Game points that each side still has to erase in this cow. */
  get linesLeft(): number[] {
    return this.message.sint32s(this.message.linesLeft);
  }
  /** Cows that each side has won; empty while no side has won one. */
  get cowsWon(): number[] {
    return this.message.bytes(this.message.cowsWon);
  }
  /** Game points that the next winners erase in addition, the carry. */
  get pendingCarry(): number {
    return this.message.pendingCarry;
  }
  /** Deals played before this one in the match. */
  get dealsPlayed(): number {
    return this.message.dealsPlayed;
  }

  /** For a log: the seat, its cards, the trick. */
  toString(): string {
    const own = this.ownCards.map(cardText).join(" ");
    const trick = this.trick.map(cardText).join(" ");
    return `phase ${this.phase}, seat ${this.seat}, cards ${own}, trick ${trick}`;
  }

  private winningPlace(trick: Card[]): number {
    let winning = trick.length > 0 ? 0 : -1;
    for (let place = 1; place < trick.length; ++place) {
      if (this.beats(trick[place]!, trick[winning]!)) winning = place;
    }
    return winning;
  }
}
