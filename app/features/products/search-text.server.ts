import { sql } from "kysely";
import type { Trx } from "~/platform/database/database.server";
import { searchLine } from "~/platform/search-text/search-line";

/**
 * What the search index holds of a product: title, category, tags and the stall's name, a line each, for no query has a
 * line feed. The stall's name is there from the product's publication on.
 */
export function searchTextOf(title: string, categoryTitle: string, tags: readonly string[], storeName = ""): string {
  return [title, categoryTitle, tags.join(" "), storeName].map(searchLine).join("\n");
}

/** Has search find products by their category's new title. Only the category's is met. */
export async function renameCategoryInSearch(
  trx: Trx,
  categoryId: string,
  before: string,
  after: string,
): Promise<void> {
  const [from, to] = [`\n${searchLine(before)}\n`, `\n${searchLine(after)}\n`];
  // The first line that both its ends have a line feed is the category's title; tags that are the same stay behind it.
  await trx
    .updateTable("products")
    .set({ searchText: sql<string>`replace("searchText", ${from}, ${to})` })
    .where("categoryId", "=", categoryId)
    .execute();
}
