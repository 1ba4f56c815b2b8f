import { sql } from "kysely";
import type { Trx } from "~/platform/database/database.server";
import { fold } from "~/platform/folding";

/** What the search index holds of a product. Line feeds keep the three apart: no query has one. */
export function searchTextOf(title: string, categoryTitle: string, tags: readonly string[]): string {
  return `${fold(title)}\n${fold(categoryTitle)}\n${tags.map(fold).join(" ")}`;
}

/** Has search find products by their category's new title; both titles folded. Only the category's is met. */
export async function renameCategoryInSearch(
  trx: Trx,
  categoryId: string,
  before: string,
  after: string,
): Promise<void> {
  // Between two line feeds stands the category's title and nothing else.
  await trx
    .updateTable("products")
    .set({ searchText: sql<string>`replace("searchText", ${`\n${before}\n`}, ${`\n${after}\n`})` })
    .where("categoryId", "=", categoryId)
    .execute();
}
