import { sql } from "kysely";
import type { Trx } from "~/platform/database/database.server";
import { fold } from "~/platform/folding";

/** What the search index holds of a product. A line feed keeps the two apart: no query has one. */
export function searchTextOf(title: string, categoryTitle: string): string {
  return `${fold(title)}\n${fold(categoryTitle)}`;
}

/** Has search find products by their category's new title; both titles folded. Only the category's is met. */
export async function renameCategoryInSearch(
  trx: Trx,
  categoryId: string,
  before: string,
  after: string,
): Promise<void> {
  // A line feed stands between the two titles and nowhere else.
  await trx
    .updateTable("products")
    .set({ searchText: sql<string>`replace("searchText", ${`\n${before}`}, ${`\n${after}`})` })
    .where("categoryId", "=", categoryId)
    .execute();
}
