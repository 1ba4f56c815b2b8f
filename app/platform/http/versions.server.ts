import { createHash } from "node:crypto";
import { Refusal } from "~/platform/refusal";
import type { ApiContext } from "./api.server";

/*
 * Versions of records, as ETag and If-Match carry them. A save names the version that was read, and is refused if
 * somebody else has saved since.
 */

/** The version of a record that a request expects, and the request's payload. */
export interface Expected {
  /** The value of `If-Match`: one ETag, several with commas, or `*`. Undefined if the request has none. */
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

/** The version of a record, which changes with anything in it. */
export function etagOf(record: unknown): string {
  return `"${createHash("sha256").update(JSON.stringify(record)).digest("hex").slice(0, 32)}"`;
}

/** Refuses a save because somebody has saved the record since it was read. `etag` is that of the record now. */
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
 * Refuses with 412 when a record has changed since it was read. Call it once the record's row is locked. Returns
 * whether the request named exactly the current version.
 */
export function requireMatch(current: unknown, { ifMatch: names, sent }: Expected, etag = etagOf(current)): boolean {
  if (names === undefined) return false;
  const tags = names.split(",").map((tag) => tag.trim());
  if (!tags.includes("*") && !tags.includes(etag)) throw changedMeanwhile(etag, { current, sent });
  return tags.includes(etag);
}
