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
