import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  chownSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { MARKET } from "../../scripts/gate/market.mjs";
import { WAIT_MS } from "../../scripts/gate/patience.mjs";
import { filledOnce } from "./places";
import { buildOnce, root } from "./shop-process";

/* The built server starts on data that it may not write. Root may write everything, so it loses that right here. */

const isRoot = process.getuid?.() === 0;
const RIGHT = "-dac_override,-dac_read_search";
const WITHOUT_RIGHT = ["setpriv", `--bounding-set=${RIGHT}`, `--inh-caps=${RIGHT}`];
const base = mkdtempSync(path.join(tmpdir(), "fieldstall-not-ours-"));
const NOBODY = 65_534;
let shopFile: string;
let filled: Awaited<ReturnType<typeof filledOnce>>;

beforeAll(async () => {
  buildOnce();
  filled = await filledOnce("sqlite");
  const place = await filled.copy();
  shopFile = path.join(place.folder, "fieldstall.db");
  await place.database.close();
});
afterAll(async () => {
  await filled.remove();
  rmSync(base, { recursive: true, force: true });
});

/** Gives a file to another account if this one may do so. Otherwise removes this account's right to write it. */
function giveAway(what: string): void {
  chmodSync(what, isRoot ? 0o755 : 0o555);
  if (isRoot) chownSync(what, NOBODY, NOBODY);
}

async function start(folder: string): Promise<{ said: string; code: number }> {
  const command = [...(isRoot ? WITHOUT_RIGHT : []), process.execPath, path.join(root, "build/server.js")];
  const child = spawn(command[0] as string, command.slice(1), {
    stdio: ["ignore", "ignore", "pipe"],
    env: {
      PATH: process.env["PATH"] ?? "",
      NODE_ENV: "production",
      HOST: "127.0.0.1",
      PORT: "0",
      APP_SECRET: "a secret that only the tests know.",
      PUBLIC_URL: "http://shop.localhost",
      MAIL: "files",
      ...MARKET,
      PAYMENTS: "test",
      DATA_DIR: folder,
    },
  });
  const patience = setTimeout(() => child.kill("SIGKILL"), WAIT_MS);
  let said = "";
  child.stderr.on("data", (text) => (said += String(text)));
  const [code] = await once(child, "close");
  clearTimeout(patience);
  return { said, code };
}

const GIVE_IT = /cannot be read and written by user \d+, .* \(chown -R\)/;

const cases: [what: string, said: RegExp, make: (folder: string) => void][] = [
  ["a folder of another account", /DATA_DIR must be a folder that can be/, giveAway],
  [
    "a database of another account",
    GIVE_IT,
    (folder) => {
      copyFileSync(shopFile, path.join(folder, "fieldstall.db"));
      giveAway(path.join(folder, "fieldstall.db"));
    },
  ],
  [
    "a folder of files of another account",
    GIVE_IT,
    (folder) => {
      copyFileSync(shopFile, path.join(folder, "fieldstall.db"));
      mkdirSync(path.join(folder, "files"));
      writeFileSync(path.join(folder, "files/picture"), "");
      giveAway(path.join(folder, "files"));
    },
  ],
];

test.concurrent.each(cases)(
  "%s is refused at the start, in a line that says what must be done, and left as it is",
  async (what, sentence, make) => {
    const folder = path.join(base, what);
    mkdirSync(folder);
    make(folder);
    const file = path.join(folder, "fieldstall.db");
    const before = what.includes("database") ? readFileSync(file) : null;
    const { said, code } = await start(folder);
    expect(code).toBe(1);
    expect(said.trim().split("\n")).toHaveLength(1);
    expect(said).toContain(folder);
    expect(said).toMatch(sentence);
    if (before) expect(readFileSync(file).equals(before)).toBe(true);
  },
);
