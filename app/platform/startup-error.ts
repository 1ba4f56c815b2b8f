import { FilesOutOfReach } from "./files/out-of-reach";

/** An error that stops the start. Its message says in one or two sentences what is wrong, where, and what to do. */
export class StartupError extends Error {
  override name = "StartupError";
}

/** Whether the message of `error` says everything. Any other error is worth a trace. */
export function isStartupError(error: unknown): error is StartupError {
  return error instanceof StartupError || (error instanceof FilesOutOfReach && error.needsOperator);
}

const NO_RIGHT = new Set(["EACCES", "EPERM", "EROFS", "SQLITE_READONLY", "SQLITE_CANTOPEN", "SQLITE_PERM"]);

/** True when a file or folder belongs to another account, or must not be written to. */
export function isNoRight(error: unknown): boolean {
  const { code = "" } = (error ?? {}) as { code?: string };
  return NO_RIGHT.has(code) || code.startsWith("SQLITE_READONLY") || code.startsWith("SQLITE_CANTOPEN");
}

/** The sentence for a file or folder that a full disk has no room for. */
export function noRoomFor(place: string): StartupError {
  return new StartupError(`There is no room on the disk for ${place}. Make some, and start again.`);
}

/** The sentence for a file or folder that must not be read or written. */
export function noRightTo(place: string): StartupError {
  const account = process.getuid ? `user ${process.getuid()}` : "this account";
  return new StartupError(
    `${place} cannot be read and written by ${account}, as whom this runs. Give it to that user (chown -R), make it writable, or set DATA_DIR to another folder.`,
  );
}
