import { readConfig } from "~/platform/config.server";
import { diskStore } from "~/platform/files/disk-store.server";
import { s3Store } from "~/platform/files/s3-store.server";
import { StartupError } from "~/platform/startup-error";
import { copyFiles } from "./copy-files.server";

/** The number of files between two reports of progress. */
const TELL_EVERY = 1000;

/**
 * The command `npm run files:move -- to-bucket` (or `to-disk`), beside a running service or without one: copies the
 * files that are missing there from DATA_DIR/files into the configured bucket, or back. Returns the sentences to print.
 */
export async function moveFiles(where: string | undefined, say: (sentence: string) => void): Promise<string[]> {
  if (where !== "to-bucket" && where !== "to-disk")
    throw new StartupError("Where to? Say: npm run files:move -- to-bucket, or: npm run files:move -- to-disk");
  const { files, dataDir } = readConfig(process.env);
  if (!files.s3)
    throw new StartupError(
      "FILES_S3_BUCKET is not set: name the bucket (FILES_S3_BUCKET, FILES_S3_ENDPOINT or FILES_S3_REGION, and its keys) for this command, also where the files are to come back from it.",
    );
  const [disk, bucket] = [diskStore(dataDir), s3Store(files.s3)];
  const [from, to] = where === "to-bucket" ? [disk, bucket] : [bucket, disk];
  try {
    await to.check();
    const { copied, known, bytes } = await copyFiles(from, to, (so) => {
      if ((so.copied + so.known) % TELL_EVERY === 0) say(`${so.copied + so.known} files are in ${to.place}.`);
    });
    return [
      `${copied} files (${Math.round(bytes / 1024 ** 2)} MB) were copied to ${to.place} and read back; ${known} were there.`,
      where === "to-bucket"
        ? "Start the service with these FILES_S3 variables, then run this once more for what came meanwhile."
        : "Start the service without the FILES_S3 variables, and run this once more, with them, for what came meanwhile.",
      `What is in ${from.place} was left: remove it when \`npm run doctor\` says that all is well.`,
    ];
  } finally {
    bucket.close();
  }
}
