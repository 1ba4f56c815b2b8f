import sharp from "sharp";
import { expect } from "vitest";
import { mayPass } from "~/platform/outage";
import { connected, setAccount } from "../../tests/fakes/stripe/accounts";
import type { FakeStripe } from "../../tests/fakes/stripe/fake-stripe";
import { confirm } from "../../tests/fakes/stripe/payment-intents";
import { aProductPayload } from "../../tests/fixtures/good-calls";
import { aReceiver } from "../../tests/fixtures/receiver";
import type { CartLine } from "../../tests/fixtures/checkout";
import { ADDRESS, aProduct, aUser } from "../../tests/fixtures/shop";
import type { World } from "../../tests/fixtures/world";
import type { Place } from "../../tests/processes/places";
import { packingWork } from "./packing-work";
import { patientCalls, type Answers } from "./patient-calls";
import { pause } from "./tortured-shop";

const PIECES = 1_000_000;
const LOOK_AGAIN_MS = 500;
const PRICE_CENTS = 500;
/** The shop's clock is set ahead between rounds, so a proof lasts through all of them. */
const PROVEN_AHEAD_MS = 365 * 86_400_000;
const PASSWORD = "correct-horse-9";
/** Orders of a product that is recalled. Each also contains another product. */
const RECALLED_ORDERS = 3;

interface Given {
  services: World["services"];
  fake: FakeStripe;
  place: Place;
  address: () => string;
}

/** Everything that people do besides buying. Each kind of work repeats without pause until they leave. */
export interface EverydayWork {
  /** The number of orders placed, all of them paid. */
  orders(): number;
  answers: Map<string, Answers>;
  /** How often each kind of work was done. */
  done: Map<string, number>;
  /** Begins nothing new, and resolves when everything begun is answered. */
  leave(): Promise<void>;
  /** Compares what people were told with what is stored. Call it when all jobs are done. */
  expectOnce(): Promise<void>;
  close(): Promise<void>;
}

/** Repeats work until the database is reachable. The test itself must not fail because of an outage. */
async function onceReached<T>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!mayPass(error)) throw error;
      await pause(LOOK_AGAIN_MS);
    }
  }
}

export async function everydayWork({ services, fake, place, address }: Given): Promise<EverydayWork> {
  const { db } = place.database;
  const { merchant, operator } = place;
  const { insist, answers } = patientCalls(address);
  const run = crypto.randomUUID().slice(0, 8);
  const doneCounts = new Map<string, number>();
  const count = (kind: string) => doneCounts.set(kind, (doneCounts.get(kind) ?? 0) + 1);
  const times = (kind: string) => doneCounts.get(kind) ?? 0;
  let [isOpen, orderCount] = [true, 0];

  const ofMerchant = { merchantId: merchant._id, quantity: PIECES, amountCents: PRICE_CENTS };
  const countedProduct = await aProduct({ services }, { ...ofMerchant, quantity: 100, title: `Counted ${run}` });
  const soldProduct = await aProduct({ services }, { ...ofMerchant, title: `Sold ${run}` });
  await db
    .insertInto("storeCategories")
    .values({ userId: merchant._id, categoryId: soldProduct.categoryId })
    .onConflict((oc) => oc.doNothing())
    .execute();
  const picture = await sharp({ create: { width: 64, height: 64, channels: 3, background: "#1E7A3C" } })
    .png()
    .toBuffer();
  // The merchant and the operator have just proven who they are, which calls with power over others require.
  await db
    .updateTable("tokens")
    .set({ provenAt: new Date(Date.now() + PROVEN_AHEAD_MS).toISOString() })
    .where("userId", "in", (eb) => eb.selectFrom("users").select("_id").where("privilege", "<>", "buyer"))
    .execute();
  const receiver = await aReceiver();
  const hook = { url: receiver.url, events: ["order.placed"] };
  const { data: endpoint } = await insist({
    kind: "webhook address",
    method: "POST",
    path: "/merchant/webhooks",
    token: merchant.token,
    body: () => hook,
  });
  await openAccount();

  async function openAccount(): Promise<void> {
    const path = "/product/payment/merchant/account";
    const post = (what: string) =>
      insist({
        kind: "payout account",
        method: "POST",
        path: `${path}/${what}`,
        token: merchant.token,
        body: () => ({}),
      });
    await post("onboarding");
    for (const { id } of connected(fake.store).accounts.values()) setAccount(fake.store, id, "ready");
    await post("refresh");
  }

  async function signUp(): Promise<void> {
    const email = `${run}-${times("sign-up") + 1}@example.com`;
    const person = { email, password: PASSWORD, firstName: "Ada", lastName: "Byron", privilege: "buyer" };
    await insist({ kind: "sign-up", method: "POST", path: "/user", body: () => person });
    count("sign-up");
  }

  async function write(): Promise<void> {
    const description = `${run} message ${times("message") + 1}`;
    const message = { email: "grace@example.com", fullname: "Grace", subject: "", telephone: "", description };
    await insist({ kind: "message", method: "POST", path: "/support", body: () => message });
    count("message");
  }

  async function addProduct(): Promise<void> {
    const form = () => {
      const data = new FormData();
      data.set("intendedFileName", "image");
      data.append("intendedFile", new File([new Uint8Array(picture)], "leaf.png", { type: "image/png" }));
      return data;
    };
    const { token } = merchant;
    const { data } = await insist({ kind: "upload", method: "POST", path: "/file", token, body: form });
    count("upload");
    const image = (Array.isArray(data) ? data : [data]).map(({ _id }: { _id: string }) => _id);
    const sku = `${run}-P${times("product") + 1}`;
    const payload = { ...aProductPayload(soldProduct.categoryId), availType: "draft", sku, image, video: null };
    await insist({ kind: "product", method: "POST", path: "/product/manage-product", token, body: () => payload });
    count("product");
  }

  async function countStock(): Promise<void> {
    const change = { what: "stock", how: "add", pieces: 1 };
    const { data } = await insist({
      kind: "bulk change",
      method: "POST",
      path: "/product/manage-product/many",
      token: merchant.token,
      body: () => ({ products: [{ product: countedProduct._id }], change }),
    });
    // A repetition must say what was done, not that nothing is left to do.
    expect(data).toMatchObject({ changed: 1, unchanged: 0, refused: 0 });
    count("bulk change");
  }

  async function importSheet(): Promise<void> {
    const sku = `${run}-S${times("import") + 1}`;
    const flour = (code: string, size: string) =>
      `${code},Spelt flour,Stone-ground on the farm this week,4.00,10,2900000000000,Vegetables,draft,${size}\n`;
    const head = "SKU,Title,Description,Price,Quantity,Barcode,Product category,Status,Size\n";
    const sheet = head + flour(sku, "1 kg bag") + flour(`${sku}-5`, "5 kg sack");
    const form = () => {
      const data = new FormData();
      data.set("file", new File([sheet], "sheet.csv", { type: "text/csv" }));
      return data;
    };
    const path = "/product/manage-product/import";
    const { token } = merchant;
    const { data } = await insist({ kind: "import, checked", method: "POST", path, token, body: form });
    const apply = { kind: "import, applied", method: "POST", path: `${path}/${data._id}/apply`, token } as const;
    await insist({ ...apply, body: () => ({}) });
    count("import");
  }

  const twoOf = (product: string) => ({ product, quantity: 2 });

  async function order(token: string, carts: CartLine[]): Promise<string> {
    for (;;) {
      const { payment } = await insist({
        kind: "checkout",
        method: "POST",
        path: "/product/payment/initialize",
        token,
        body: () => ({ carts, billing: ADDRESS }),
      });
      const intent = [...fake.store.intents.values()].find(
        ({ metadata, status }) => metadata["orderId"] === payment.orderId && status === "requires_payment_method",
      );
      if (!intent) continue;
      confirm(fake.store, intent, "pm_card_visa");
      await insist({
        kind: "payment",
        method: "POST",
        path: "/product/payment/finalize",
        token,
        body: () => ({ stripeId: intent.id }),
      });
      orderCount += 1;
      return payment.orderId as string;
    }
  }

  const refunded: string[] = [];
  const delivered: string[] = [];

  async function giveOneBack(orderId: string): Promise<void> {
    const line = db.selectFrom("orderLines").select("_id").where("orderId", "=", orderId);
    const { _id: lineId } = await onceReached(() => line.executeTakeFirstOrThrow());
    await insist({
      kind: "refund",
      method: "POST",
      path: `/operator/orders/${orderId}/refund`,
      token: operator.token,
      body: () => ({ reason: "It came broken.", lines: [{ lineId, quantity: 1 }], restock: false }),
    });
    refunded.push(orderId);
    count("refund");
  }

  async function sell(token: string): Promise<void> {
    const orderId = await order(token, [twoOf(soldProduct._id)]);
    const turn = orderCount % 3;
    if (turn !== 0) {
      for (const step of ["ship", "deliver"]) {
        const path = `/product/order/merchant/${orderId}/${step}`;
        await insist({ kind: step, method: "POST", path, token: merchant.token, body: () => ({}) });
      }
      delivered.push(orderId);
      count("delivery");
    }
    if (turn !== 1) await giveOneBack(orderId);
  }

  const recalls: { recallId: string; orderIds: string[] }[] = [];

  async function recall(token: string): Promise<void> {
    const title = `Recalled ${run} ${recalls.length}`;
    const product = await onceReached(() => aProduct({ services }, { ...ofMerchant, title }));
    const orderIds = [];
    for (let n = 0; n < RECALLED_ORDERS; n += 1)
      orderIds.push(await order(token, [product._id, soldProduct._id].map(twoOf)));
    const post = (kind: string, path: string, body: object) =>
      insist({
        kind,
        method: "POST",
        path: `/operator/products/${product._id}${path}`,
        token: operator.token,
        body: () => body,
      });
    await post("taken off sale", "/take-off", { reason: "Glass." });
    const { data } = await post("recall", "/recalls", { since: "", until: "", reason: "Glass was found." });
    recalls.push({ recallId: data._id as string, orderIds });
    count("recall");
  }

  const packing = await packingWork({ services, place, run, insist, buy: order, onceReached, count, times });
  const [seller, recalled, eater] = [await aUser({ services }), await aUser({ services }), await aUser({ services })];
  const work = [
    signUp,
    write,
    addProduct,
    countStock,
    importSheet,
    () => sell(seller.token),
    () => recall(recalled.token),
    () => packing.pack(eater.token),
    packing.countSize,
  ];
  const all = Promise.all(
    work.map(async (piece) => {
      for (; isOpen; await pause(200)) await piece();
    }),
  );
  // `leave` waits for them and sees the error.
  all.catch(() => undefined);

  return {
    orders: () => orderCount,
    answers,
    done: doneCounts,
    async leave() {
      isOpen = false;
      await all;
    },
    async expectOnce() {
      const like = (start: string) => `${run}${start}%`;
      const n = async (query: { execute(): Promise<unknown[]> }) => (await query.execute()).length;
      const storedCounts = {
        "sign-up": await n(db.selectFrom("users").select("_id").where("email", "like", like("-"))),
        message: await n(db.selectFrom("supportMessages").select("_id").where("description", "like", like(" message"))),
        product: await n(db.selectFrom("products").select("_id").where("sku", "like", like("-P"))),
        import: await n(db.selectFrom("products").select("_id").where("sku", "like", like("-S"))),
        "size of an import": await n(
          db.selectFrom("variants").select("_id").where("sku", "like", like("-S")).where("name", "<>", ""),
        ),
        upload: await n(
          db
            .selectFrom("productImages as i")
            .innerJoin("products as p", "p._id", "i.productId")
            .select("i.fileId")
            .where("p.sku", "like", like("-P")),
        ),
      };
      for (const [kind, storedCount] of Object.entries(storedCounts))
        expect([kind, storedCount]).toEqual([kind, kind === "size of an import" ? 2 * times("import") : times(kind)]);
      await packing.expectOnce();
      const stock = await db
        .selectFrom("products")
        .select("quantity")
        .where("_id", "=", countedProduct._id)
        .executeTakeFirst();
      expect(stock?.quantity).toBe(100 + times("bulk change"));
      for (const orderId of refunded)
        expect(await n(db.selectFrom("refunds").select("_id").where("orderId", "=", orderId))).toBe(1);
      // A delivered part is paid out once: one transfer each, and reversals for later refunds.
      for (const orderId of delivered)
        expect(await n(db.selectFrom("payouts").select("_id").where("orderId", "=", orderId))).toBe(1);
      const transfers = [...connected(fake.store).transfers.values()];
      const groups = transfers.map(({ transfer_group }) => transfer_group);
      expect(new Set(groups).size).toBe(groups.length);
      for (const { recallId, orderIds } of recalls) {
        const rows = await db
          .selectFrom("recallOrders")
          .select(["orderId", "problem", "refundId"])
          .where("recallId", "=", recallId)
          .execute();
        expect(rows.map(({ orderId }) => orderId).toSorted()).toEqual(orderIds.toSorted());
        expect(rows.filter(({ problem, refundId }) => problem !== "" || refundId === null)).toEqual([]);
      }
      // Each order is announced under one event id, however often it is delivered.
      const answersByCall = new Map<string, Set<string>>();
      for (const { event } of receiver.received) {
        const orderId = String(event.data.order);
        answersByCall.set(orderId, (answersByCall.get(orderId) ?? new Set()).add(event.id));
      }
      const ordersOfMerchant = await db
        .selectFrom("orderParts")
        .select("orderId")
        .where("paidAt", ">=", endpoint.createdAt as string)
        .execute();
      expect([...answersByCall.keys()].toSorted()).toEqual(ordersOfMerchant.map(({ orderId }) => orderId).toSorted());
      expect([...answersByCall.values()].filter((ids) => ids.size !== 1)).toEqual([]);
    },
    async close() {
      const path = `/merchant/webhooks/${endpoint._id}`;
      await insist({ kind: "webhook address", method: "DELETE", path, token: merchant.token, body: () => ({}) });
      await receiver.close();
    },
  };
}
