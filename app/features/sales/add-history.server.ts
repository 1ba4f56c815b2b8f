import type { Trx } from "~/platform/database/database.server";
import { addSums, type Sums } from "./book-sales.server";

const CHUNK = 200;

/** Adds the sums of a whole history, however long, to the stored ones. */
export async function addHistory(trx: Trx, sums: Sums): Promise<void> {
  const longest = Math.max(...Object.values(sums).map((rows) => rows.length));
  const chunk = <Row>(rows: Row[], start: number) => rows.slice(start, start + CHUNK);
  for (let start = 0; start < longest; start += CHUNK) {
    await addSums(trx, {
      products: chunk(sums.products, start),
      customers: chunk(sums.customers, start),
      days: chunk(sums.days, start),
      dayProducts: chunk(sums.dayProducts, start),
    });
  }
}
