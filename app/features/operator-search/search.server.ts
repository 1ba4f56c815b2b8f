import { usersNamed } from "~/features/accounts/users-named.server";
import { stallsNamed } from "~/features/stores/stalls-named.server";
import { ordersNamed } from "~/features/orders/orders-named.server";
import { productPage } from "~/features/product-review/find-products.server";
import type { Services } from "~/platform/services.server";
import { MOST_OF_A_KIND, type Everything } from "./schema";

const first = <Doc>(docs: Doc[]) => ({ docs: docs.slice(0, MOST_OF_A_KIND), hasMore: docs.length > MOST_OF_A_KIND });

/** Results for `q` by kind: the first ones, and whether there are more. The work of every part is bounded. */
export async function searchEverything(services: Services, q: string): Promise<Everything> {
  const limit = MOST_OF_A_KIND + 1;
  const stalls = await stallsNamed(services, q, limit);
  return {
    orders: first(await ordersNamed(services, q, limit)),
    products: first((await productPage(services, { q, status: "", page: 1 })).docs),
    stalls: first(stalls.map((stall) => ({ ...stall, email: stall.email ?? "" }))),
    people: first(await usersNamed(services, q, limit)),
  };
}
