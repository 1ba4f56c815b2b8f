// A folder in which a run of the tests keeps its databases. It is deleted after the run. If the run was killed, the
// next run deletes it.
import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";

const PREFIX = "fieldstall-run-";
/** A socket in the folder. A process that accepts connections is alive, which a process id could not prove. */
const SOCKET = "alive";
/** A new folder looks dead until its socket is open. */
const NEW_MS = 60_000;

/** The path of the socket by which a process reaches the run that holds the folder. */
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
    // Another run that only checks whether this one is alive hangs up without waiting for a response.
    connection.on("error", () => undefined);
    answer(connection);
  }).listen(socketIn(folder));
  await once(server, "listening");
  // The process may end even if the caller forgets to close the folder.
  server.unref();
  return {
    folder,
    close() {
      server.close();
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** Deletes folders of dead runs. A Postgres still running there notices within a minute that its files are gone. */
async function removeLeftovers() {
  const folders = readdirSync(tmpdir()).filter((name) => name.startsWith(PREFIX));
  for (const name of folders) {
    const folder = path.join(tmpdir(), name);
    try {
      if (Date.now() - statSync(folder).mtimeMs < NEW_MS || (await isHeld(folder))) continue;
      rmSync(folder, { recursive: true, force: true });
    } catch {
      // Another run was quicker, or the folder belongs to another account.
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
