// The address of an arena, and what a connection to it needs.

import {existsSync, readFileSync} from "node:fs";
import {isIPv4} from "node:net";
import {type ChannelCredentials, Metadata, credentials} from "@grpc/grpc-js";

/** An arena, and how the bot presents itself to it. */
export interface Arena {
  /** "HOST:PORT" with TLS, "plaintext:HOST:PORT", or "unix:/PATH". */
  address: string;
  /** Identifies the author. Never sent without TLS to another machine. */
  token?: string;
  /** A file with the trusted root certificates in PEM; default: the system's. */
  caFile?: string;
  /** The bot's name in the arena; default: its name. */
  name?: string;
}

/** What a call to an arena needs. */
export interface Endpoint {
  target: string;
  credentials: ChannelCredentials;
  metadata: Metadata;
}

const PLAINTEXT = "plaintext:";
const DEBIAN_ROOTS = "/etc/ssl/certs/ca-certificates.crt";

/** The token in the file that COUILLON_TOKEN_FILE names. */
function tokenIn(file: string): string {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    throw new Error(`COUILLON_TOKEN_FILE: ${(error as Error).message}`);
  }
  const token = text.split("\n", 1)[0]!.trim();
  if (!/^[\x20-\x7e]+$/.test(token)) {
    throw new Error(
      `COUILLON_TOKEN_FILE: ${file}: its first line is not a token; expected printable ASCII`,
    );
  }
  return token;
}

/**
 * The arena in COUILLON_ARENA, COUILLON_TOKEN_FILE, COUILLON_ARENA_CA and
 * COUILLON_NAME. Throws an Error with the reason if there is none.
 */
export function arenaFromEnvironment(): Arena {
  const address = process.env["COUILLON_ARENA"];
  if (!address) {
    throw new Error(
      "COUILLON_ARENA is not set; expected the arena to connect to: " +
        "HOST:PORT, plaintext:HOST:PORT or unix:/PATH",
    );
  }
  const tokenFile = process.env["COUILLON_TOKEN_FILE"];
  return {
    address,
    token: tokenFile ? tokenIn(tokenFile) : "",
    caFile: process.env["COUILLON_ARENA_CA"] ?? "",
    name: process.env["COUILLON_NAME"] ?? "",
  };
}

function isLoopback(host: string): boolean {
  return host === "localhost" || host === "[::1]" || (isIPv4(host) && host.startsWith("127."));
}

/** The trusted certificates; null for those that Node comes with. */
function roots(caFile: string | undefined): Buffer | null {
  if (caFile) return readFileSync(caFile);
  return existsSync(DEBIAN_ROOTS) ? readFileSync(DEBIAN_ROOTS) : null;
}

/** Checks an arena's address and token; throws an Error that says what is wrong. */
export function endpointOf({address, token, caFile}: Arena): Endpoint {
  const metadata = new Metadata();
  if (token) metadata.set("authorization", `Bearer ${token}`);
  const insecure = credentials.createInsecure();
  if (address.startsWith("unix:")) return {target: address, credentials: insecure, metadata};
  const plaintext = address.startsWith(PLAINTEXT);
  const target = plaintext ? address.slice(PLAINTEXT.length) : address;
  const [, host, port] = /^(.+):([0-9]{1,5})$/.exec(target) ?? [];
  if (host === undefined || Number(port) < 1 || Number(port) > 65535) {
    throw new Error(
      `the arena's address is '${address}'; expected ` +
        "HOST:PORT, plaintext:HOST:PORT or unix:/PATH",
    );
  }
  if (!plaintext) {
    return {target, credentials: credentials.createSsl(roots(caFile)), metadata};
  }
  if (token && !isLoopback(host)) {
    throw new Error(
      `the token is not sent to ${address}: without TLS it goes to this ` +
        "machine only (localhost, 127.0.0.1, [::1])",
    );
  }
  return {target, credentials: insecure, metadata};
}
