import { usersNamed } from "~/features/accounts/users-named.server";
import { stallsNamed } from "~/features/merchants/stalls-named.server";
import { ordersNamed } from "~/features/orders/orders-named.server";
import { productPage } from "~/features/products/find-products.server";
import type { Services } from "~/platform/services.server";
import { MOST_OF_A_KIND, type Everything } from "./schema";

const first = <Doc>(docs: Doc[]) => ({ docs: docs.slice(0, MOST_OF_A_KIND), hasMore: docs.length > MOST_OF_A_KIND });

/** What `q` finds of each kind: some of them, and whether there are more. Every part of it is bounded in its work. */
export async function searchEverything(services: Services, q: string): Promise<Everything> {
  const most = MOST_OF_A_KIND + 1;
  const stalls = await stallsNamed(services, q, most);
  return {
    orders: first(await ordersNamed(services, q, most)),
    products: first((await productPage(services, { q, status: "", page: 1 })).docs),
    stalls: first(stalls.map((stall) => ({ ...stall, email: stall.email ?? "" }))),
    people: first(await usersNamed(services, q, most)),
  };
}
