import { expect, test } from "vitest";
import { bought } from "../../tests/fixtures/books";
import { aDeliveredOrder, reviewLine } from "../../tests/fixtures/reviews";
import { aProduct, aUser } from "../../tests/fixtures/shop";
import { onBothDatabases, type World } from "../../tests/fixtures/world";
import { issueToken } from "~/features/accounts/tokens.server";

interface List {
  path: string;
  token: string;
  /** Adds an entry. */
  add: () => Promise<unknown>;
  /** Changes an entry; null where entries never change. */
  change: ((id: string) => Promise<{ status: number }>) | null;
}

/** A stall with a product, and lists about it whose rows change. */
async function listsOf(world: World): Promise<Record<string, List>> {
  const { _id: productId, merchantId } = await aProduct(world, { quantity: 50 });
  const token = await issueToken(world.services.db, world.services, merchantId);
  const buyer = await aUser(world);
  const send = (method: string, path: string, body: object) => world.call(method, path, { token, body });
  const review = async () =>
    reviewLine(world, await aDeliveredOrder(world, { productId }), { stars: 4, text: "Good." });
  const answer = (id: string) => send("PUT", `/merchant/reviews/${id}/answer`, { answer: "Thank you." });
  const stock = await aProduct(world, { merchantId, quantity: 50 });
  const order = (id: string) => bought(world, buyer.token, [[id, 1]]);
  return {
    "a product's reviews": { path: `/product/general/${productId}/reviews`, token, add: review, change: answer },
    "a stall's reviews": { path: "/merchant/reviews", token, add: review, change: answer },
    conversations: {
      path: "/conversations",
      token,
      add: async () =>
        world.call("POST", "/conversations", {
          token: (await aUser(world)).token,
          body: { kind: "product", id: productId, text: "Is it ripe?" },
        }),
      change: (id) => send("POST", `/conversations/${id}/messages`, { text: "It is." }),
    },
    payments: {
      path: "/product/payment/merchant",
      token,
      add: () => order(productId),
      change: async (id) => {
        const { orderId } = await world.services.db
          .selectFrom("orderParts")
          .select("orderId")
          .where("_id", "=", id)
          .executeTakeFirstOrThrow();
        return send("POST", `/product/order/merchant/${orderId}/cancel`, { reason: "Hail took the whole row." });
      },
    },
    "stock history": {
      path: `/product/manage-product/${stock._id}/stock`,
      token,
      add: () => order(stock._id),
      change: null,
    },
  };
}

onBothDatabases("lists with updatedSince", (world) => {
  test.each(["a product's reviews", "a stall's reviews", "conversations", "payments", "stock history"])(
    "tell of %s since a moment with any offset, oldest change first, from cursor to cursor",
    async (name) => {
      const list = (await listsOf(world))[name];
      if (!list) throw new Error(`There is no list of ${name}.`);
      const { path, token, add, change } = list;
      const page = async (query: Record<string, string>) => {
        const { status, body } = await world.call("GET", `${path}?${new URLSearchParams(query)}`, { token });
        expect([query, status]).toEqual([query, 200]);
        return body.data as { docs: { _id: string }[]; next?: string | null; total: number };
      };
      const changedSince = async (updatedSince: string) => {
        const ids: string[] = [];
        let after: string | null | undefined;
        do {
          const { docs, next, total } = await page({ updatedSince, limit: "2", ...(after && { after }) });
          ids.push(...docs.map(({ _id }) => _id));
          if (next === null) expect(total).toBe(ids.length);
          after = next;
        } while (after);
        return ids;
      };
      const moments: Date[] = [];
      for (let n = 0; n < 4; n += 1) {
        world.clock.forward(60);
        moments.push(world.clock.now());
        await add();
      }
      const [first, second] = moments.map((moment) => moment.toISOString());
      const all = (await page({})).docs.map(({ _id }) => _id).toReversed();
      expect(all).toHaveLength(4);
      expect(await changedSince(first ?? "")).toEqual(all);
      expect(await changedSince(second ?? "")).toEqual(all.slice(1));
      const inTokyo = new Date(Date.parse(second ?? "") + 9 * 3_600_000).toISOString().replace("Z", "+09:00");
      expect(await changedSince(inTokyo)).toEqual(all.slice(1));
      world.clock.forward(60);
      const changedAt = world.clock.now().toISOString();
      expect(await changedSince(changedAt)).toEqual([]);
      if (change) {
        expect((await change(all[0] ?? "")).status).toBeLessThan(300);
        expect(await changedSince(changedAt)).toEqual([all[0]]);
        expect(await changedSince(second ?? "")).toEqual([...all.slice(1), all[0]]);
      }
      const { status, body } = await world.call("GET", `${path}?after=nonsense&updatedSince=${changedAt}`, { token });
      expect([status, body.error[0].field]).toEqual([422, "after"]);
      expect((await world.call("GET", `${path}?updatedSince=yesterday`, { token })).status).toBe(422);
    },
  );
});
