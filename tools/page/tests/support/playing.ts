// `couillon play --web`, as a process.

import { spawn, type ChildProcess } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const BUILT = fileURLToPath(
  new URL("../../../../build/page/index.html", import.meta.url),
);

/** Makes a file, in the folder, of a ruleset whose matches take few deals. */
export function shortMatches(folder: string, ruleset: string): string {
  const file = join(folder, "short.txtpb");
  writeFileSync(
    file,
    `id: "short" title: "Short" extends: "${ruleset}" match { targets: [2] }`,
  );
  return file;
}

export class Playing {
  private readonly process: ChildProcess;
  private readonly ended: Promise<number | null>;
  readonly address: string;

  private constructor(
    process: ChildProcess,
    ended: Promise<number | null>,
    address: string,
  ) {
    this.process = process;
    this.ended = ended;
    this.address = address;
  }

  /** Starts a game with the page as it was built last. */
  static async start(...options: string[]): Promise<Playing> {
    const path = process.env["COUILLON"];
    if (!path) throw new Error("COUILLON must name the program couillon");
    const child = spawn(path, ["play", "--web", ...options], {
      env: { ...process.env, COUILLON_PAGE: BUILT },
      stdio: ["ignore", "pipe", "inherit"],
    });
    const ended = new Promise<number | null>((done) => child.on("exit", done));
    const address = new Promise<string>((done) => {
      let text = "";
      child.stdout.on("data", (data: Buffer) => {
        text += data.toString();
        const [first = "", rest] = text.split("\n");
        if (rest !== undefined) done(first);
      });
    });
    return new Playing(
      child,
      ended,
      await Promise.race([
        address,
        ended.then((code) => {
          throw new Error(`couillon play has ended with ${code}`);
        }),
      ]),
    );
  }

  /** The exit code, after the end of the program. */
  async code(): Promise<number | null> {
    return this.ended;
  }

  async stop() {
    this.process.kill("SIGINT");
    await this.ended;
  }
}
