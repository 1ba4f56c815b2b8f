import type { Kysely } from "kysely";
import { fold } from "../../folding";

const BATCH = 500;

/** Search finds products by their tags: what it looks into is title, category and tags, a line feed after each of the first two. */
export async function tagsInSearch(db: Kysely<any>): Promise<void> {
  for (let last = ""; ;) {
    const rows: { _id: string; searchText: string; tags: string }[] = await db
      .selectFrom("products")
      .select(["_id", "searchText", "tags"])
      .where("_id", ">", last)
      .orderBy("_id")
      .limit(BATCH)
      .execute();
    if (rows.length === 0) return;
    await db
      .updateTable("products")
      .set((eb) => {
        const [first, ...others] = rows.map((row) => [row._id, `${row.searchText}\n${foldedTags(row.tags)}`] as const);
        const cases = eb.case().when("_id", "=", first![0]).then(first![1]);
        return { searchText: others.reduce((all, [_id, text]) => all.when("_id", "=", _id).then(text), cases).end() };
      })
      .where(
        "_id",
        "in",
        rows.map((row) => row._id),
      )
      .execute();
    last = rows.at(-1)!._id;
  }
}

const foldedTags = (tags: string): string => (JSON.parse(tags) as string[]).map(fold).join(" ");
