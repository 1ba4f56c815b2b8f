// A folder in which a run of the tests keeps its databases. It is gone after the run; of a run that was killed, the
// next one takes it away.
import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";

const PREFIX = "fieldstall-run-";
/** A socket in the folder: whoever holds it open is alive, which a number of a process could not promise. */
const SOCKET = "alive";
/** Between being made and being held open a folder looks dead. */
const NEW_MS = 60_000;

/** Where a process that was given the folder reaches the one that holds it. */
export const socketIn = (/** @type {string} */ folder) => path.join(folder, SOCKET);

/**
 * Makes a folder and holds it. `answer` gets every connection to its socket.
 * @param {(connection: import("node:net").Socket) => void} [answer]
 * @returns {Promise<{ folder: string, close(): void }>}
 */
export async function openRunFolder(answer = (connection) => connection.destroy()) {
  await removeLeftovers();
  const folder = mkdtempSync(path.join(tmpdir(), PREFIX));
  const server = createServer((connection) => {
    // Another run that looks whether this one is alive hangs up without waiting for an answer.
    connection.on("error", () => undefined);
    answer(connection);
  }).listen(socketIn(folder));
  await once(server, "listening");
  // A caller that forgets to close it may end all the same.
  server.unref();
  return {
    folder,
    close() {
      server.close();
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** A Postgres that was left running in such a folder sees within a minute that its files are gone, and ends. */
async function removeLeftovers() {
  const folders = readdirSync(tmpdir()).filter((name) => name.startsWith(PREFIX));
  for (const name of folders) {
    const folder = path.join(tmpdir(), name);
    try {
      if (Date.now() - statSync(folder).mtimeMs < NEW_MS || (await isHeld(folder))) continue;
      rmSync(folder, { recursive: true, force: true });
    } catch {
      // Another run was quicker, or it is another account's.
    }
  }
}

/** @param {string} folder @returns {Promise<boolean>} */
function isHeld(folder) {
  return new Promise((resolve) => {
    const connection = connect(socketIn(folder));
    connection.once("connect", () => resolve(true)).once("error", () => resolve(false));
    connection.once("connect", () => connection.destroy());
  });
}
