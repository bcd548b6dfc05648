// Bots that connect to an arena.

import assert from "node:assert/strict";
import {spawn} from "node:child_process";
import {once} from "node:events";
import {mkdtempSync, rmSync, writeFileSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {type TestContext, after, test} from "node:test";
import {fileURLToPath} from "node:url";
import {ServerCredentials, status} from "@grpc/grpc-js";
import type {Arena, BotOptions, Decide} from "couillon-bot";
import {arenaFromEnvironment, endpointOf} from "../src/arena.js";
import {Connection, Refused} from "../src/connect.js";
import {makeCertificate} from "./certificate.js";
import {type Attendance, FakeArena} from "./fake_arena.js";

const folder = mkdtempSync(join(tmpdir(), "couillon-bot-"));
after(() => rmSync(folder, {recursive: true}));
const randomBot = fileURLToPath(new URL("../random_bot.js", import.meta.url));
const limit = {timeout: 120_000}; // guards against hanging only

const rulesets = [{
  handle: 1,
  ruleset: {id: "small", table: {players: 4, sides: 2, ranks: "AK", cardPoints: [4, 3]}},
}];

async function checkAnswer(stream: Attendance, decisionId: number): Promise<void> {
  const decision = {decisionId, rulesetHandle: 1, legalActions: 2 ** (decisionId % 32)};
  assert.deepEqual(await stream.ask({rulesets, decisions: [decision]}), {
    decisionIds: [decisionId],
    actions: [decisionId % 32],
  });
}

const first: Decide = (seen) => seen.legalActions[0]!;

/** Connects a bot with short pauses; it is stopped when the test ends. */
function dial(t: TestContext, arena: Arena, decide = first, options?: Partial<BotOptions>) {
  const connection = new Connection(
    decide, {name: "dialer", version: "7", ...options}, arena, {first: 1, longest: 8});
  const ended = connection.run();
  ended.catch(() => {}); // the test looks at it
  t.after(() => connection.stop());
  return {connection, ended};
}

async function startArena(t: TestContext, ...where: Parameters<typeof FakeArena.start>) {
  const arena = await FakeArena.start(...where);
  t.after(() => arena.stop());
  return arena;
}

test("a program that serves connects instead", limit, async (t) => {
  const arena = await startArena(t);
  arena.streams = 2;
  const token = join(folder, "token");
  writeFileSync(token, "s3cret\nsecond line\n");
  const bot = spawn(process.execPath, [randomBot], {
    env: {
      ...process.env,
      COUILLON_ARENA: `plaintext:${arena.address}`,
      COUILLON_TOKEN_FILE: token,
      COUILLON_NAME: "mine",
    },
    stdio: ["ignore", "ignore", "pipe"],
  });
  t.after(() => bot.kill("SIGKILL"));
  let text = "";
  bot.stderr.on("data", (bytes) => (text += bytes));
  const submission = await arena.submissions.next();
  assert.equal(submission.name, "mine");
  assert.equal(submission.description.name, "random");
  assert.equal(submission.authorization, "Bearer s3cret");
  for (const id of [3, 40]) {
    const stream = await arena.attendances.next();
    assert.equal(stream.get("authorization"), "Bearer s3cret");
    await checkAnswer(stream, id);
  }
  const closed = once(bot, "close");
  bot.kill("SIGTERM");
  assert.deepEqual(await closed, [0, null]);
  assert.equal(text, `random: connected to the arena plaintext:${arena.address} as mine v1; ` +
    "a new version is checked before it plays\n");
});

test("a stream that ends is opened again and others stay", limit, async (t) => {
  const arena = await startArena(t);
  arena.streams = 2;
  const {connection, ended} = dial(t, {address: `plaintext:${arena.address}`});
  let dropped = await arena.attendances.next();
  const other = await arena.attendances.next();
  for (const code of [status.OK, status.ABORTED, status.OK]) {
    await checkAnswer(dropped, 1);
    dropped.end(code);
    dropped = await arena.attendances.next();
    await checkAnswer(other, 2);
  }
  assert.equal(dropped.get("couillon-session"), "session-5"); // 2 at the start, 3 again
  connection.stop();
  await Promise.all([ended, dropped.cancelled, other.cancelled]);
});

test("an unknown session is submitted again", limit, async (t) => {
  const arena = await startArena(t);
  arena.unknown = ["session-1", "session-2"];
  dial(t, {address: `plaintext:${arena.address}`});
  const stream = await arena.attendances.next();
  assert.equal(stream.get("couillon-session"), "session-3");
  await checkAnswer(stream, 5);
});

test("it waits for an arena that is not there, and for one that fails", limit, async (t) => {
  const address = `unix:${join(folder, "arena.sock")}`;
  const waiting = t.mock.method(console, "error", () => {});
  const {connection, ended} = dial(t, {address});
  while (waiting.mock.callCount() === 0) await new Promise(setImmediate);
  assert.match(String(waiting.mock.calls[0]!.arguments[0]), /tries again/);
  for (const id of [1, 2]) { // the second time after a restart
    const arena = await startArena(t, address);
    arena.refusals = [{code: status.UNAVAILABLE, details: "busy"}];
    await checkAnswer(await arena.attendances.next(), id);
    arena.stop();
  }
  connection.stop();
  await ended;
});

test("pauses double up to the longest", limit, async (t) => {
  t.mock.method(console, "error", () => {});
  const pauses: number[] = [];
  const connection = new Connection(first, {name: "sleeper"}, {
    address: `unix:${join(folder, "none")}`,
  });
  Object.assign(connection, {
    wait: async (milliseconds: number) => {
      if (pauses.push(milliseconds) === 7) connection.stop();
    },
  });
  await connection.run();
  assert.deepEqual(pauses, [1000, 2000, 4000, 8000, 16000, 30000, 30000]);
});

test("a refusal ends it with the reason", limit, async (t) => {
  const arena = await startArena(t);
  const lasting = ["FAILED_PRECONDITION", "INVALID_ARGUMENT", "UNAUTHENTICATED",
    "PERMISSION_DENIED", "RESOURCE_EXHAUSTED", "UNIMPLEMENTED"] as const;
  for (const name of lasting) {
    arena.refusals = [{code: status[name], details: "no\nroom"}];
    const address = `plaintext:${arena.address}`;
    await assert.rejects(dial(t, {address}).ended, (error: Error) => {
      assert.ok(error instanceof Refused);
      assert.equal(error.message, `the arena ${address} refuses it: ${name}: no room`);
      return true;
    });
  }
});

test("what the bot throws ends it", limit, async (t) => {
  const arena = await startArena(t);
  const {ended} = dial(t, {address: `plaintext:${arena.address}`}, () => {
    throw new Error("no idea");
  });
  const stream = await arena.attendances.next();
  stream.stream.write({rulesets, decisions: [{decisionId: 1, rulesetHandle: 1}]});
  await assert.rejects(ended, /no idea/);
  await stream.cancelled;
});

test("results reach the bot", limit, async (t) => {
  const arena = await startArena(t);
  const heard: unknown[] = [];
  dial(t, {address: `plaintext:${arena.address}`}, first, {
    onResult: ({message}, {halfPoints, halfGamePoints, forfeited}) =>
      heard.push([message.id, halfPoints, halfGamePoints, forfeited]),
  });
  assert.equal((await arena.submissions.next()).description.wantsResults, true);
  const stream = await arena.attendances.next();
  const results = [
    {rulesetHandle: 1, halfPoints: 2, halfGamePoints: -6, forfeited: true},
    {rulesetHandle: 1},
  ];
  stream.stream.write({rulesets, results});
  await checkAnswer(stream, 1);
  assert.deepEqual(heard, [["small", 2, -6, true], ["small", 0, 0, false]]);
});

test("TLS needs a certificate that is trusted", limit, async (t) => {
  const {file: caFile, certificate, privateKey} = makeCertificate(folder);
  const pair = {cert_chain: certificate, private_key: privateKey};
  const arena = await startArena(t, "localhost:0", ServerCredentials.createSsl(null, [pair]));
  const {address} = arena;
  await assert.rejects(dial(t, {address}).ended, (error: Error) => {
    assert.ok(error instanceof Refused);
    assert.match(error.message, /^the certificate of the arena localhost:\d+ is not trusted: /);
    assert.match(error.message, /COUILLON_ARENA_CA/);
    return true;
  });
  dial(t, {address: arena.address, caFile, token: "s3cret"});
  assert.equal((await arena.submissions.next()).authorization, "Bearer s3cret");
  await checkAnswer(await arena.attendances.next(), 1);
});

test("a certificate for another host ends it", limit, async (t) => {
  const {file: caFile, certificate, privateKey} = makeCertificate(folder);
  const pair = {cert_chain: certificate, private_key: privateKey};
  const arena = await startArena(t, "127.0.0.1:0", ServerCredentials.createSsl(null, [pair]));
  await assert.rejects(dial(t, {address: arena.address, caFile}).ended, /is not trusted: /);
});

test("an arena without TLS ends it", limit, async (t) => {
  const {address} = await startArena(t);
  await assert.rejects(dial(t, {address}).ended, {
    message: new RegExp(`^the arena ${address} answers without TLS: `),
  });
});

test("a token stays on this machine without TLS", () => {
  const token = "s3cret";
  for (const host of ["192.0.2.1:1", "[2001:db8::1]:1", "a.example:1", "127.a.example:1"]) {
    assert.throws(() => endpointOf({address: `plaintext:${host}`, token}),
      new RegExp("the token is not sent to plaintext:"));
    endpointOf({address: `plaintext:${host}`});
    endpointOf({address: host, token});
  }
  for (const host of ["127.0.0.1:1", "localhost:1", "[::1]:1"]) {
    endpointOf({address: `plaintext:${host}`, token});
  }
});

test("settings that cannot be used are named", (t) => {
  for (const address of ["nowhere", "a:0", "a:65536", "plaintext::1"]) {
    assert.throws(() => endpointOf({address}), new RegExp(`'${address}'`));
  }
  assert.throws(() => endpointOf({address: "a:1", caFile: "/no/ca"}), /no\/ca/);
  assert.throws(arenaFromEnvironment, /COUILLON_ARENA is not set/);
  const empty = join(folder, "empty");
  writeFileSync(empty, "\n");
  process.env["COUILLON_ARENA"] = "a:1";
  t.after(() => {
    delete process.env["COUILLON_ARENA"];
    delete process.env["COUILLON_TOKEN_FILE"];
  });
  for (const file of [empty, "/no/file"]) {
    process.env["COUILLON_TOKEN_FILE"] = file;
    assert.throws(arenaFromEnvironment, new RegExp(`^Error: COUILLON_TOKEN_FILE: .*${file}`));
  }
});
