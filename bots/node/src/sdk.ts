// Which SDK this is, for the descriptions of bots.

import {readFileSync} from "node:fs";

const file = new URL("../../package.json", import.meta.url);
const {version} = JSON.parse(readFileSync(file, "utf8")) as {version: string};

export const SDK = `couillon-node ${version}`;
