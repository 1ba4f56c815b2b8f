import { ApiFailure, read } from "~/api/client";
import { productOf, sizeIdOf } from "~/features/cart/schema";
import type { StockOfMany } from "~/features/stock/schema";
import { guarded, type Session } from "~/session/session.server";
import type { Dispute } from "./disputed-counts";
import { stockedOf, type Stocked } from "./stock-rows";

/* The address holds counts that two people made, so that the page also asks again after a reload. */

const TYPED = /^([0-9a-f]{24}(?:-[1-9]\d{0,3})?)-(\d{1,6})$/;
/** The number of rows on a page. */
const MOST = 50;

/** The page that asks which of two counts holds. The page itself if no count is disputed. */
export function disputedAddress(page: string, counts: StockOfMany): string {
  const search = counts.map((row) => `typed=${sizeIdOf(row)}-${row.quantity ?? 0}`).join("&");
  return search === "" ? page : `${page}${page.includes("?") ? "&" : "?"}${search}#disputed`;
}

/** The counts in an address that differ from the saved ones. Products that no longer exist are left out. */
export async function disputesIn(session: Session, request: Request, products: Stocked[]): Promise<Dispute[]> {
  const disputes: Dispute[] = [];
  for (const text of new URL(request.url).searchParams.getAll("typed").slice(0, MOST)) {
    const [, id = "", quantityTyped = ""] = TYPED.exec(text) ?? [];
    if (id === "") continue;
    const product = products.find(({ _id }) => _id === id) ?? (await stockOf(session, id));
    if (product && String(product.quantity) !== quantityTyped) disputes.push({ product, typed: quantityTyped });
  }
  return disputes;
}

async function stockOf(session: Session, id: string): Promise<Stocked | null> {
  try {
    const call = session.api().product["manage-product"][":id"].$get({ param: { id: productOf(id) } });
    return stockedOf((await guarded(session, () => read(call))).data).find(({ _id }) => _id === id) ?? null;
  } catch (failure) {
    if (failure instanceof ApiFailure && failure.status === 404) return null;
    throw failure;
  }
}
