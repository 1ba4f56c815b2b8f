import { createHash } from "node:crypto";
import { Refusal } from "~/platform/refusal";
import type { ApiContext } from "./api.server";

/*
 * Versions of records, as ETag and If-Match carry them: a save names the version that was read, and is refused once
 * somebody else has saved since.
 */

/** The version of a record that a request was made for, and the payload. */
export interface Expected {
  /** As `If-Match` carries it: one ETag, several with commas, or `*`. Undefined where the request names none. */
  ifMatch: string | undefined;
  sent: unknown;
}

/** The version that a request names, if it names one. */
export const expectedBy = (c: ApiContext, submission: unknown): Expected => ({
  ifMatch: c.req.header("If-Match"),
  sent: submission,
});

/** The document's entry for a call whose answer carries the version. */
export const versionHeader = {
  ETag: { description: "The version, for If-Match.", schema: { type: "string" as const } },
};

/** The document's entry for a call that takes a version. */
export const ifMatch = {
  parameters: [
    {
      name: "If-Match",
      in: "header" as const,
      required: false,
      description: "The ETag under which it was read: it is changed only while that is still so.",
      schema: { type: "string" as const },
    },
  ],
};

/** The version of a record: the same as long as nothing in it is different. */
export function etagOf(record: unknown): string {
  return `"${createHash("sha256").update(JSON.stringify(record)).digest("hex").slice(0, 32)}"`;
}

/** Somebody has saved the record since it was read. `etag` is that of what is there now. */
export const changedMeanwhile = (
  etag: string,
  versions: { current: unknown; sent: unknown },
  item: { message?: string; field?: string } = {},
) =>
  new Refusal(
    412,
    [
      {
        message: "This was changed since it was read. Look at what is there now before you save yours.",
        code: "changed_meanwhile",
        ...item,
      },
    ],
    { ETag: etag },
    versions,
  );

/**
 * Refuses with 412 when a record is no longer as it was when it was read; to be called once its row is locked.
 * Answers whether the request named exactly the version that is there.
 */
export function requireMatch(current: unknown, { ifMatch: names, sent }: Expected, etag = etagOf(current)): boolean {
  if (names === undefined) return false;
  const tags = names.split(",").map((tag) => tag.trim());
  if (!tags.includes("*") && !tags.includes(etag)) throw changedMeanwhile(etag, { current, sent });
  return tags.includes(etag);
}
