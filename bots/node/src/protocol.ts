// The protocol from the files in proto/. A bot reads them when it starts, so
// there is no generated code.

import {existsSync} from "node:fs";
import {dirname, join} from "node:path";
import {fileURLToPath} from "node:url";
import protobuf from "protobufjs";

const ENTRY = "couillon/v1/bot_service.proto"; // imports the others

/** COUILLON_PROTO, or the nearest folder `proto` above this file. */
function protoFolder(): string {
  const given = process.env["COUILLON_PROTO"];
  if (given) return given;
  const start = dirname(fileURLToPath(import.meta.url));
  for (let folder = start; ; folder = dirname(folder)) {
    if (existsSync(join(folder, "proto", ENTRY))) return join(folder, "proto");
    if (folder === dirname(folder)) break;
  }
  throw new Error(
    `no folder proto/ with ${ENTRY} above ${start}; ` +
      "say where it is in the environment variable COUILLON_PROTO",
  );
}

function load(): protobuf.Root {
  const folder = protoFolder();
  const root = new protobuf.Root();
  root.resolvePath = (_origin, target) => join(folder, target);
  root.loadSync(ENTRY);
  root.resolveAll();
  return root;
}

const root = load();

/** A message type by its name in package couillon.v1. */
export function messageType(name: string): protobuf.Type {
  return root.lookupType(`couillon.v1.${name}`);
}
