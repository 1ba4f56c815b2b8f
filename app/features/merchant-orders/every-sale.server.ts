import type { Services } from "~/platform/services.server";
import { takingTurns } from "~/platform/turns";
import { ordersBehind } from "./export-queries.server";
import { orderFilters, type OrderFilters } from "./schema";

/** Orders that are read and written before another task gets a turn. */
const BATCH = 100;

/** Every order of a merchant that the filters show, newest first, page by page, with the ids of its parts. */
export async function* salesInPages(
  { db, config: { timeZone } }: Pick<Services, "db" | "config">,
  merchantId: string,
  filters: OrderFilters,
): AsyncGenerator<Awaited<ReturnType<typeof ordersBehind>>> {
  const turn = takingTurns();
  for (let last: { paidAt: string; partId: string } | null | undefined; last !== null;) {
    const page = await ordersBehind(db, merchantId, filters, timeZone, last ?? null, BATCH);
    yield page;
    await turn();
    last = page.last;
  }
}

/** Every order of a merchant, page by page, with sizes, contents, food information and weights. */
export async function* everySaleOf(services: Pick<Services, "db" | "config">, merchantId: string) {
  for await (const { docs } of salesInPages(services, merchantId, orderFilters.parse({}))) yield docs;
}
