import type { Cursor } from "~/features/cursor.server";
import type { Services } from "~/platform/services.server";
import { takingTurns } from "~/platform/turns";
import { ownProductsBehind } from "./queries.server";
import type { ManagedProduct } from "./schema";

/** Products that are in memory at the same time. */
const BATCH = 100;

/** Yields every product of a merchant as it is managed, with sizes and food information, newest first, page by page. */
export async function* everyProductOf(
  { db }: Pick<Services, "db">,
  merchantId: string,
): AsyncGenerator<ManagedProduct[]> {
  const turn = takingTurns();
  const query = { q: "", only: "" as const, updatedSince: undefined };
  for (let cursor: Cursor | null = null, hasMore = true; hasMore;) {
    const products: ManagedProduct[] = await ownProductsBehind(db, merchantId, query, { cursor, limit: BATCH });
    hasMore = products.length > BATCH;
    const page = products.slice(0, BATCH);
    yield page;
    await turn();
    const last = page.at(-1);
    if (last) cursor = { at: last.createdAt, id: last._id };
  }
}
