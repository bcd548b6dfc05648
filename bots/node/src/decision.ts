// Decodes batches. A decision has about thirty fields and a bot reads a few, so
// numbers are kept as received and columns of bytes only as their positions:
// this takes a quarter of the time of the general decoder.
// test/decision_test.ts compares the numbers of the fields with proto/.

import protobuf from "protobufjs";
import {messageType} from "./protocol.js";
import type {RulesetMessage} from "./rules.js";

const NONE = -1; // an optional number that was not sent

/** One couillon.v1.Decision. Optional numbers are -1 when unset. */
export class Decision {
  decisionId = 0;
  rulesetHandle = 0;
  phase = 0;
  seat = 0;
  decider = 0;
  dealer = 0;
  hand = 0; // masks are signed here
  legalCards = 0; // actions 0 to 31
  legalWords = 0; // actions 32 to 63, from bit 0
  seedLow = 0;
  seedHigh = 0;
  trump = 0; // the enum: suit + 1, or 0
  exposed = 0;
  maker = NONE;
  upcard = NONE;
  mitSeat = NONE;
  kontra = false;
  re = false;
  naming = false;
  stockCards = 0;
  pendingCarry = 0;
  dealsPlayed = 0;
  // Columns: the position of their length in the message, 0 if they are empty.
  playedCards = 0;
  trickLeaders = 0;
  currentTrick = 0;
  calls = 0;
  callSeats = 0;
  openCards = 0;
  cardPoints = 0;
  tricksWon = 0;
  linesLeft = 0;
  cowsWon = 0;

  /** Reads the decision that ends at `end`. */
  constructor(
    private readonly reader: protobuf.Reader,
    end: number,
  ) {
    while (reader.pos < end) {
      const tag = reader.uint32();
      // The tag includes the wire type: unknown combinations are skipped.
      switch (tag) {
        case (1 << 3) | 0: this.decisionId = reader.uint32(); break;
        case (2 << 3) | 0: this.rulesetHandle = reader.uint32(); break;
        case (3 << 3) | 0: this.phase = reader.uint32(); break;
        case (4 << 3) | 0: this.seat = reader.uint32(); break;
        case (5 << 3) | 0: this.decider = reader.uint32(); break;
        case (6 << 3) | 0: this.dealer = reader.uint32(); break;
        case (7 << 3) | 5: this.hand = reader.sfixed32(); break;
        case (8 << 3) | 1:
          this.legalCards = reader.sfixed32();
          this.legalWords = reader.sfixed32();
          break;
        case (9 << 3) | 1:
          this.seedLow = reader.sfixed32();
          this.seedHigh = reader.sfixed32();
          break;
        case (10 << 3) | 2: this.playedCards = skipColumn(reader); break;
        case (11 << 3) | 2: this.trickLeaders = skipColumn(reader); break;
        case (12 << 3) | 2: this.currentTrick = skipColumn(reader); break;
        case (13 << 3) | 0: this.trump = reader.uint32(); break;
        case (14 << 3) | 5: this.exposed = reader.sfixed32(); break;
        case (15 << 3) | 0: this.maker = reader.uint32(); break;
        case (16 << 3) | 2: this.calls = skipColumn(reader); break;
        case (17 << 3) | 2: this.callSeats = skipColumn(reader); break;
        case (18 << 3) | 0: this.upcard = reader.uint32(); break;
        case (19 << 3) | 0: this.mitSeat = reader.uint32(); break;
        case (20 << 3) | 0: this.kontra = reader.bool(); break;
        case (21 << 3) | 0: this.re = reader.bool(); break;
        case (22 << 3) | 0: this.naming = reader.bool(); break;
        case (23 << 3) | 2: this.openCards = skipColumn(reader); break;
        case (24 << 3) | 0: this.stockCards = reader.uint32(); break;
        case (25 << 3) | 2: this.cardPoints = skipColumn(reader); break;
        case (26 << 3) | 2: this.tricksWon = skipColumn(reader); break;
        case (27 << 3) | 2: this.linesLeft = skipColumn(reader); break;
        case (28 << 3) | 2: this.cowsWon = skipColumn(reader); break;
        case (29 << 3) | 0: this.pendingCarry = reader.uint32(); break;
        case (30 << 3) | 0: this.dealsPlayed = reader.uint32(); break;
        default: reader.skipType(tag & 7);
      }
    }
    if (reader.pos !== end) throw new RangeError("a decision is cut off");
  }

  /** The bytes of a column. */
  bytes(place: number): number[] {
    return this.column(place, (reader) => reader.buf[reader.pos++]!);
  }

  /** The numbers of a column of sint32. */
  sint32s(place: number): number[] {
    return this.column(place, (reader) => reader.sint32());
  }

  /** The numbers of a column of fixed32. */
  fixed32s(place: number): number[] {
    return this.column(place, (reader) => reader.fixed32());
  }

  private column(place: number, read: (reader: protobuf.Reader) => number): number[] {
    const items: number[] = [];
    if (place === 0) return items;
    const reader = this.reader;
    reader.pos = place;
    const length = reader.uint32();
    for (const end = reader.pos + length; reader.pos < end; ) {
      items.push(read(reader));
    }
    return items;
  }
}

function skipColumn(reader: protobuf.Reader): number {
  const place = reader.pos;
  reader.skip(reader.uint32());
  return place;
}

/** couillon.v1.RulesetIntroduction. */
export interface RulesetIntroduction {
  handle: number;
  ruleset: RulesetMessage;
  hash: string;
}

/** couillon.v1.TableResult: the result of a table that the bot has played. */
export interface TableResult {
  rulesetHandle: number;
  /** 0 lost, 1 drawn or passed out, 2 won. */
  halfPoints: number;
  /** Twice the bot's game points minus its opponent's. */
  halfGamePoints: number;
  forfeited: boolean;
}

/** couillon.v1.PlayRequest. */
export interface PlayRequest {
  rulesets: RulesetIntroduction[];
  decisions: Decision[];
  results: TableResult[];
}

const tableResult = messageType("TableResult");
const introduction = messageType("RulesetIntroduction");

/** Reads one message. RangeError or Error if it is damaged. */
export function readPlayRequest(bytes: Uint8Array): PlayRequest {
  const request: PlayRequest = {rulesets: [], decisions: [], results: []};
  const reader = protobuf.Reader.create(bytes);
  while (reader.pos < reader.len) {
    const tag = reader.uint32();
    if (tag === ((2 << 3) | 2)) {
      const length = reader.uint32();
      request.decisions.push(new Decision(reader, reader.pos + length));
    } else if (tag === ((1 << 3) | 2)) {
      const sent: unknown = introduction.decode(reader, reader.uint32());
      request.rulesets.push(sent as RulesetIntroduction);
    } else if (tag === ((3 << 3) | 2)) {
      const result: unknown = tableResult.decode(reader, reader.uint32());
      request.results.push(result as TableResult);
    } else {
      reader.skipType(tag & 7);
    }
  }
  return request;
}
