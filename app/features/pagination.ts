import { z } from "~/features/zod";

/* Pagination: the parameters and the answers of every list. */

/** The page of a list to answer, from 1. */
export const page = z.coerce
  .number({ error: "page must be a whole number from 1." })
  .int("page must be a whole number from 1.")
  .min(1, "page must be a whole number from 1.")
  .max(100_000, "page must be at most 100000.")
  .default(1);

/** The first page, where a list shows several pages together. Absent: only `page` itself. */
export const firstPage = page.unwrap().optional();

/** How many entries a program wants at a time. Without it, a list uses its own number. */
export const limit = z.coerce
  .number({ error: "limit must be a whole number from 1 to 30." })
  .int("limit must be a whole number from 1 to 30.")
  .min(1, "limit must be a whole number from 1 to 30.")
  .max(30, "limit must be a whole number from 1 to 30.")
  .optional()
  .describe("How many to answer, instead of the number that the call names.");

/** The cursor at which the previous answer ended. */
export const after = z
  .string()
  .min(1, "after must be what this list has answered as next.")
  .max(200, "after must be what this list has answered as next.")
  .optional()
  .describe(
    "The `next` of the answer before, under the same filters: the list goes on behind it, and `page` does not count.",
  );

/** A moment, for lists of what has changed since then. */
export const updatedSince = z.iso
  .datetime({
    offset: true,
    error: "updatedSince must be a time such as 2026-03-31T09:30:00Z or …+02:00 (a plus is %2B in an address).",
  })
  .transform((time) => new Date(time).toISOString())
  .optional()
  .describe(
    "Answers what was changed at this time or later, oldest change first. Ask with the time at which you began last, less a minute.",
  );

/** Parameters of a list of pages that programs may also read by change. */
export const changes = { updatedSince, after, limit };

/** Lists of products end after this many, and no more are counted. A search or a cursor goes beyond. */
export const MOST_COUNTED = 2000;

/** A count of products for people. For any number above `MOST_COUNTED` the service answers one more than that. */
export const countInWords = (count: number): string => (count > MOST_COUNTED ? "more than 2,000" : String(count));

export const pageQuery = z.object({ page });

/** Words to search for. Without NULs: no text contains them, and a database may fail on them. */
export const searchQuery = z.object({
  page,
  q: z
    .string()
    .overwrite((words) => words.replaceAll("\0", ""))
    .trim()
    .max(120, "A search can have at most 120 characters.")
    .default(""),
});

/** A page of a list, as every list answers it: its entries, its number, and whether another page follows. */
export function pageOf<Doc extends z.ZodType>(doc: Doc) {
  return z.object({
    data: z.object({
      docs: z.array(doc),
      page: z.number().int(),
      hasNextPage: z.boolean(),
      total: z.number().int().describe("How many there are on all pages."),
    }),
  });
}

/** The same, for a list that programs may also read by cursors. */
export function cursorPageOf<Doc extends z.ZodType>(doc: Doc) {
  return z.object({
    data: pageOf(doc).shape.data.extend({
      next: z.string().nullable().describe("Send it as `after` for what follows; null at the end."),
    }),
  });
}

/** The same, for a list that has cursors only by change. */
export function changePageOf<Doc extends z.ZodType>(doc: Doc) {
  return z.object({
    data: pageOf(doc).shape.data.extend({
      next: cursorPageOf(doc)
        .shape.data.shape.next.optional()
        .describe("With updatedSince: send it as `after` for what follows; null at the end."),
    }),
  });
}

/** The content of such a page: `docs`, at most `size` of them, of `total` on all pages. */
export function pageOfDocs<Doc>(docs: Doc[], page: number, size: number, total: number) {
  return { docs, page, hasNextPage: page * size < total, total };
}
