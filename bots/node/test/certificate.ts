// A certificate for localhost, made with openssl.

import {execFileSync} from "node:child_process";
import {readFileSync} from "node:fs";
import {join} from "node:path";

export interface Pair {
  file: string;
  certificate: Buffer;
  privateKey: Buffer;
}

/** Makes cert.pem and key.pem in the folder. */
export function makeCertificate(folder: string): Pair {
  const options = "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes " +
    "-days 2 -subj /CN=test -addext subjectAltName=DNS:localhost " +
    "-addext basicConstraints=critical,CA:FALSE -keyout key.pem -out cert.pem";
  execFileSync("openssl", options.split(" "), {cwd: folder, stdio: "ignore"});
  const file = join(folder, "cert.pem");
  return {
    file,
    certificate: readFileSync(file),
    privateKey: readFileSync(join(folder, "key.pem")),
  };
}
