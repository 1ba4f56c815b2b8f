import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { StartupError } from "~/platform/startup-error";

/**
 * Throws a StartupError if temporary files cannot be written. In a container whose root is read-only, everything else
 * would work and every upload would fail.
 */
export async function checkTemporaryFolder(): Promise<void> {
  try {
    await rm(await mkdtemp(path.join(tmpdir(), "fieldstall-")), { recursive: true });
  } catch (error) {
    const why = error instanceof Error && "code" in error ? String(error.code) : String(error);
    throw new StartupError(
      `The folder for temporary files, ${tmpdir()}, cannot be written (${why}): what people send lies there until it is looked at. Mount a disk there, or set TMPDIR to a folder that can be written.`,
    );
  }
}
