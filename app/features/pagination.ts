import { z } from "zod";

/* Pagination: what every list asks for, and how it is answered. */

/** The page of a list to answer, from 1. */
export const page = z.coerce
  .number({ error: "page must be a whole number from 1." })
  .int("page must be a whole number from 1.")
  .min(1, "page must be a whole number from 1.")
  .max(100_000, "page must be at most 100000.")
  .default(1);

/** Where a list shows several pages together: the first of them. Absent: only `page` itself. */
export const firstPage = page.unwrap().optional();

export const pageQuery = z.object({ page });

/** Words that somebody looks for. Zeros stand in no text, and a database may fail on them. */
export const searchQuery = z.object({
  page,
  q: z
    .string()
    .overwrite((words) => words.replaceAll("\0", ""))
    .trim()
    .max(120, "A search can have at most 120 characters.")
    .default(""),
});

/** A page of a list, as every list is answered: what is on it, which it is, whether another follows. */
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

/** The content of such a page: `docs` of at most `size`, of `total` in all. */
export function pageOfDocs<Doc>(docs: Doc[], page: number, size: number, total: number) {
  return { docs, page, hasNextPage: page * size < total, total };
}
