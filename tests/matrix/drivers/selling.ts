import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { LEAVES_PAGE, type Arrival, type Driver, type Untried } from "../driver";
import { aMerchant, call, onSale, prove } from "../people";
import { checkedImport, marketDay, paid, shipped, weighedAndPaid } from "./made";

const LIST = "/merchant/products";

/** A form that asks for a part of a list. */
const query = (file: string, at: string, values: Record<string, string>, press: string): Driver => ({
  file,
  who: "merchant",
  arrive: async () => ({ path: at, typed: values }),
  press,
  says: new RegExp(`^${at}\\?(.*&)?${Object.keys(values)[0]}=`),
});

/** Makes an order that is to be paid at collection; with `missedAt`, one that was not collected at that moment. */
async function unpaid({ shop, lane }: Arrival, missedAt: string | null): Promise<string> {
  const order = await paid(shop, lane);
  const status = missedAt ? "Cancelled" : "Processing";
  shop.write("update orders set \"paymentMethod\" = 'On collection' where _id = ?", order);
  shop.write('update "orderParts" set "isUnpaid" = 1, "statusText" = ? where "orderId" = ?', status, order);
  shop.write(
    `insert into "collectionPayments" ("partId", "orderId", "merchantId", "buyerId", "placedCents", "createdAt", "paidCents",
        "tenderedCents", "feeCents", "missedAt")
      select p._id, p."orderId", p."merchantId", o."buyerId", p."amountCents", p."createdAt", 0, 0, 0, nullif(?, '')
      from "orderParts" as p join orders as o on o._id = p."orderId" where p."orderId" = ?`,
    missedAt ?? "",
    order,
  );
  return order;
}

/** Makes an order with its own collection time, at a delivery method that no longer exists. */
async function collectedOn(at: Arrival, pieces = 1): Promise<{ day: string; method: string }> {
  await onlyWay(at, null);
  const order = await paid(at.shop, at.lane, pieces);
  const day = "2031-01-04";
  at.shop.write(
    `insert into "partDeliveries" ("partId", "orderId", "merchantId", "methodId", kind, name, address, directions, day,
        "startTime", "endTime", "timeZone", "cutOffAt", code, "holdsPlace")
      select _id, "orderId", "merchantId", "orderId", 'collection', 'Market', 'Square', '', '${day}',
      '09:00', '12:00', 'UTC', '2031-01-02T12:00:00.000Z', ?, 1 from "orderParts" where "orderId" = ?`,
    order.slice(-6).toUpperCase(),
    order,
  );
  return { day, method: order };
}

const parts = ({ shop }: Arrival, order: string, status: string) =>
  shop.count('select count(*) from "orderParts" where "orderId" = ? and "statusText" = ?', order, status);

const FOLDER = ".test/spreadsheets";

/** Writes a spreadsheet of two products. Returns the path of the file. */
function spreadsheet(word: string, quantity = "40"): string {
  const rows = ["one", "two"].map(
    (n) =>
      `${word}-${n},Pears ${word} ${n},Picked at dawn and sold the same day.,12.00,${quantity},2900000000000,Vegetables`,
  );
  mkdirSync(FOLDER, { recursive: true });
  const file = path.join(FOLDER, `${word}.csv`);
  writeFileSync(file, ["SKU,Title,Description,Price,Quantity,Barcode,Product category", ...rows].join("\n"));
  return file;
}

/** Puts a product into a new category, which requires ingredients. */
function demandIngredients(shop: Arrival["shop"], id: string): void {
  shop.write(
    "insert into categories (\"_id\", title, folded, tint, position, \"createdAt\") values (?, ?, ?, 'leafy', 99, '')",
    id,
    `Fruit ${id}`,
    `fruit ${id}`,
  );
  shop.write('insert into "categoryDemands" ("categoryId", kind, demands) values (?, \'general\', 1)', id);
  shop.write('update products set "categoryId" = ? where "_id" = ?', id, id);
}

export const selling: (Driver | Untried)[] = [
  ...["answer", "take-back"].map((intent) => ({
    file: "routes/merchant/reviews/answer-form.tsx",
    intent,
    because: "it stands folded in a list that others write to at the same time; reviews.spec.ts presses it",
  })),
  {
    file: "routes/merchant/saved-answers/answer-fields.tsx",
    intent: "save",
    who: "merchant",
    arrive: async ({ shop, word }) => ({
      path: "/merchant/conversations/saved_answers",
      typed: { name: `Ripe ${word}`, text: `They are ripe, ${word}.` },
      done: () => shop.count('select count(*) from "savedAnswers" where name = ?', `Ripe ${word}`),
    }),
    press: 'main form:has([name=answer][value=new]) button[value="save"]',
    says: /The answer is saved/,
  },
  ...["show", "hide"].map((intent) => ({
    file: "routes/shared/messages/show-form.tsx",
    intent,
    because: "a question of somebody else's comes first; messages.spec.ts presses it",
  })),
  {
    file: "routes/merchant/saved-answers/answer-fields.tsx",
    intent: "remove",
    because: "it stands folded in a list that others write to at the same time; messages.spec.ts presses it",
  },
  {
    file: "routes/merchant/orders/filters.tsx",
    who: "merchant",
    // A search is already set, so the filters are unfolded.
    arrive: async () => ({ path: "/merchant/orders?q=nobody", typed: { q: "Walker" } }),
    press: 'main form:has([name=since]) button:text-is("Show")',
    says: /^\/merchant\/orders\?(.*&)?q=Walker/,
  },
  {
    file: "routes/merchant/payments/route.tsx",
    because: "is sent by each choice in it where scripts run; the matrix presses buttons",
  },
  query("routes/merchant/products/route.tsx", LIST, { q: "Beans" }, 'main form button:has-text("Search")'),
  {
    file: "routes/merchant/products/route.tsx",
    nth: 2,
    who: "merchant",
    async arrive({ shop, lane, word }) {
      await onSale(shop, lane, `Medlars ${word}`);
      return { path: `${LIST}?q=${word}` };
    },
    press: 'main button:text-is("Change ticked")',
    says: /Tick the products first/,
    not: LEAVES_PAGE,
  },
  {
    file: "routes/merchant/products-change/choose-change.tsx",
    who: "merchant",
    async arrive({ shop, lane, word }) {
      const id = await onSale(shop, lane, `Quinces ${word}`);
      return { path: `${LIST}/change?product=${id}`, typed: { percent: "5" } };
    },
    press: 'main button[value="price"]',
    says: /Nothing is changed yet/,
  },
  {
    file: "routes/merchant/products-change/preview.tsx",
    intent: "change",
    who: "merchant",
    async arrive({ shop, lane, word }) {
      const id = await onSale(shop, lane, `Sloes ${word}`);
      return {
        path: `${LIST}/change?product=${id}&what=stock&how=add&pieces=7`,
        done: () => shop.count("select (quantity - 9000) / 7 from products where _id = ?", id),
      };
    },
    press: 'main button[value="change"]',
    says: /1 product changed/,
  },
  {
    file: "routes/merchant/products-complete/complete-rows.tsx",
    intent: "complete",
    who: "merchant",
    async arrive({ shop, lane, word }) {
      const id = await onSale(shop, lane, `Medlars ${word}`);
      demandIngredients(shop, id);
      return {
        path: `${LIST}/complete`,
        typed: { [`rows.p${id}.food.ingredients`]: `Medlars of ${word}` },
        done: () => shop.count("select count(*) from productRevisions where productId = ?", id),
      };
    },
    press: 'main button[value="complete"]',
    says: /looked over before the shop shows it/,
  },
  {
    file: "routes/merchant/products-stock/stock-rows.tsx",
    intent: "stock",
    who: "merchant",
    async arrive({ shop, lane, word }) {
      const id = await onSale(shop, lane, `Damsons ${word}`);
      return {
        path: `${LIST}/stock?q=${word}`,
        typed: { [`rows.p${id}.quantity`]: "9005" },
        done: () => shop.count("select (quantity - 9000) / 5 from products where _id = ?", id),
      };
    },
    press: 'main button:text-is("Save the stock")',
    says: /1 product changed/,
  },
  ...["less", "more"].map((intent) => ({
    file: "routes/merchant/products-stock/stock-rows.tsx",
    intent,
    because: "sends the same counts as Save the stock, and where scripts run has no press of its own",
  })),
  {
    file: "routes/merchant/products-stock/disputed-counts.tsx",
    intent: "stock",
    who: "merchant",
    async arrive({ shop, lane, word }) {
      const id = await onSale(shop, lane, `Bullaces ${word}`);
      return {
        path: `${LIST}/stock?q=${word}&typed=${id}-9005`,
        typed: { [`rows.p${id}.quantity`]: "9005" },
        done: () => shop.count("select (quantity - 9000) / 5 from products where _id = ?", id),
      };
    },
    press: '#disputed button[value="stock"]',
    says: /1 product changed/,
  },
  {
    file: "routes/merchant/products-stock/settings-card.tsx",
    intent: "settings",
    who: "merchant",
    arrive: async () => ({ path: `${LIST}/stock?q=nothing-like-it`, typed: { lowStockAt: "7" } }),
    press: 'main button[value="settings"]',
    says: /Saved/,
  },
  query(
    "routes/merchant/sales-report/route.tsx",
    "/merchant/sales_report",
    { since: "2026-01-01", until: "2026-02-01" },
    'main form button:text-is("Show")',
  ),
  {
    file: "routes/merchant/products-editor/editor-form.tsx",
    who: "merchant",
    async arrive({ shop, lane, word }) {
      return {
        path: "/merchant/products/add",
        typed: {
          title: `Pears of ${word}`,
          description: "Picked at dawn and sold the same day.",
          amount: "12.00",
          sku: word,
          barcode: "2900000000000",
          quantity: "40",
          category: lane.categoryId,
        },
        done: () => shop.count("select count(*) from products where sku = ?", word),
      };
    },
    press: 'main button:has-text("Add Product")',
    says: /Product Added Successfully/,
  },
  {
    file: "routes/merchant/products-delete/route.tsx",
    who: "merchant",
    async arrive({ shop, lane, word }) {
      const id = await onSale(shop, lane, `Plums ${word}`);
      const sql = 'select count(*) from products where _id = ? and "deletedAt" is not null';
      return { path: `${LIST}/${id}/delete`, done: () => shop.count(sql, id) };
    },
    press: 'main button:has-text("Delete this product")',
    says: /Product deleted Successfully/,
  },
  {
    file: "routes/merchant/products/delete-link.tsx",
    because: "asks the same as the page before it, in place, where scripts run",
  },
  {
    file: "routes/merchant/products-import/choose-file.tsx",
    who: "merchant",
    async arrive({ shop, word }) {
      const sql = 'select count(*) from "productImports" where csv like ?';
      return {
        path: `${LIST}/import`,
        typed: { file: spreadsheet(word) },
        done: () => shop.count(sql, `%${word}-one%`),
      };
    },
    press: 'main button:has-text("Check the file")',
    says: /^\/merchant\/products\/import\/\w+/,
    not: { "session ended": "a file is all that is in it, and no page may put one back: it has to be chosen again" },
  },
  {
    file: "routes/merchant/products-import-report/take-over.tsx",
    intent: "apply",
    who: "merchant",
    async arrive({ shop, lane, word }) {
      const id = await checkedImport(shop, lane, spreadsheet(word));
      return {
        path: `${LIST}/import/${id}`,
        done: () => shop.count("select count(*) from products where sku = ?", `${word}-one`),
      };
    },
    press: 'main button[value="apply"]',
    says: /Import done: 2 added, 0 changed\./,
  },
  {
    file: "routes/merchant/products-import-report/answer.tsx",
    intent: "answer",
    who: "merchant",
    async arrive({ shop, lane, word }) {
      const id = await checkedImport(shop, lane, spreadsheet(word, "1.250"));
      return {
        typed: { "all:thousand_or_decimal": true },
        path: `${LIST}/import/${id}`,
        done: () => shop.count('select count(*) from "productImports" where _id = ? and questions = 0', id),
      };
    },
    press: 'main button[value="answer"]',
    says: /What would change/,
  },
  {
    file: "routes/merchant/products-import-report/take-back.tsx",
    intent: "take-back",
    who: "merchant",
    async arrive({ shop, lane, word }) {
      const id = await checkedImport(shop, lane, spreadsheet(word));
      await call(shop, lane.merchant.token, "POST", `/product/manage-product/import/${id}/apply`);
      return {
        path: `${LIST}/import/${id}`,
        done: () => shop.count('select count(*) from "productImports" where "takesBack" = ?', id),
      };
    },
    press: 'main button[value="take-back"]',
    says: /Take back 2 products/,
  },
  {
    file: "routes/merchant/orders/route.tsx",
    who: "merchant",
    arrive: async () => ({ path: "/merchant/orders", typed: {} }),
    press: 'main button:text-is("Ship ticked")',
    says: /^\/merchant\/orders\/to_ship/,
  },
  {
    file: "routes/merchant/weigh/weigh-form.tsx",
    who: "merchant",
    async arrive({ shop, lane, word }) {
      const order = await weighedAndPaid(shop, lane, `Cheese ${word}`);
      const line = shop.text('select _id from "orderLines" where "orderId" = ?', order);
      return {
        path: "/merchant/orders/weigh",
        typed: { [`rows.l${line}.pieces[0]`]: "310" },
        done: () => shop.count('select count(*) from "orderLines" where _id = ? and "dueCents" = 620', line),
      };
    },
    press: 'main button:text-is("Save weights")',
    says: /The weights of 1 line are saved/,
  },
  {
    file: "routes/merchant/to-ship/ship-form.tsx",
    who: "merchant",
    async arrive({ shop, lane, word }) {
      const order = await paid(shop, lane);
      const number = shop.text('select "itemId" from orders where _id = ?', order);
      return {
        path: `/merchant/orders/to_ship?order=${number}`,
        typed: { carrier: word },
        done: () => shop.count('select count(*) from "orderParts" where carrier = ?', word),
      };
    },
    press: 'main button:text-is("Mark as shipped")',
    says: /1 order marked as shipped/,
  },
  {
    file: "routes/merchant/order-details/next-step.tsx",
    intent: "ship",
    who: "merchant",
    async arrive({ shop, lane, word }) {
      const order = await paid(shop, lane);
      return {
        path: `/merchant/orders/${order}`,
        typed: { carrier: "Cart and horse", trackingNumber: word },
        done: () => shop.count('select count(*) from "orderParts" where "trackingNumber" = ?', word),
      };
    },
    press: 'main button[value="ship"]',
    says: /Mark as delivered/,
  },
  {
    file: "routes/merchant/order-details/next-step.tsx",
    intent: "deliver",
    who: "merchant",
    async arrive(at) {
      const order = await paid(at.shop, at.lane);
      await shipped(at.shop, at.lane, order);
      return { path: `/merchant/orders/${order}`, done: () => parts(at, order, "Delivered") };
    },
    press: 'main button[value="deliver"]',
    says: /Delivered/,
  },
  {
    file: "routes/merchant/order-details/hand-over.tsx",
    intent: "hand-over",
    who: "merchant",
    async arrive(at) {
      const order = await unpaid(at, null);
      return { path: `/merchant/orders/${order}`, typed: { given: "500" }, done: () => parts(at, order, "Delivered") };
    },
    press: 'main form:has([name="given"]) button[type="submit"]',
    says: /Paid at collection/,
  },
  {
    file: "routes/merchant/order-details/hand-over.tsx",
    intent: "excuse",
    who: "merchant",
    async arrive(at) {
      const order = await unpaid(at, "2031-01-04T16:00:00.000Z");
      return {
        path: `/merchant/orders/${order}`,
        done: () =>
          at.shop.count(
            'select count(*) from "collectionPayments" where "orderId" = ? and "excusedAt" is not null',
            order,
          ),
      };
    },
    press: 'main button[value="excuse"]',
    says: /does not count against the customer/,
  },
  {
    file: "routes/merchant/order-details/take-back.tsx",
    intent: "take-back",
    who: "merchant",
    async arrive(at) {
      const order = await paid(at.shop, at.lane);
      await shipped(at.shop, at.lane, order);
      return { path: `/merchant/orders/${order}`, done: () => parts(at, order, "Processing") };
    },
    press: 'main button[value="take-back"]',
    says: /Mark as shipped/,
  },
  {
    file: "routes/merchant/order-details/next-step.tsx",
    intent: "cancel",
    who: "merchant",
    async arrive({ shop, lane, word }) {
      const order = await paid(shop, lane);
      return {
        path: `/merchant/orders/${order}`,
        typed: { reason: `Hail, ${word}.` },
        done: () => shop.count('select count(*) from refunds where "orderId" = ?', order),
      };
    },
    press: 'main button[value="cancel"]',
    says: /Cancelled/,
  },
  {
    file: "routes/merchant/order-refund/choose-form.tsx",
    who: "merchant",
    async arrive({ shop, lane }) {
      const order = await paid(shop, lane);
      const line = shop.text('select _id from "orderLines" where "orderId" = ?', order);
      return { path: `/merchant/orders/${order}/refund`, typed: { [`amount.${line}`]: "0.10" } };
    },
    press: 'main button:text-is("Show the sums")',
    says: /\/refund\?(.*&)?amount\.[0-9a-f]{24}=0\.10/,
  },
  {
    file: "routes/merchant/order-refund/refund-form.tsx",
    intent: "refund",
    who: "merchant",
    async arrive({ shop, lane, word }) {
      const order = await paid(shop, lane);
      const line = shop.text('select _id from "orderLines" where "orderId" = ?', order);
      return {
        path: `/merchant/orders/${order}/refund?amount.${line}=0.10`,
        typed: { reason: `One was bruised, ${word}.` },
        done: () => shop.count('select count(*) from refunds where "orderId" = ?', order),
      };
    },
    press: 'main button[value="refund"]',
    says: /^\/merchant\/orders\/[0-9a-f]{24}\n/,
  },
  {
    file: "routes/merchant/settings/profile-card.tsx",
    intent: "profile",
    who: "merchant",
    async arrive({ shop, lane: { merchant }, word }) {
      const sql = 'select count(*) from users where _id = ? and "firstName" = ?';
      return {
        path: "/merchant/account_settings",
        typed: { firstName: word, lastName: "Stallholder" },
        done: () => shop.count(sql, merchant.id, word),
      };
    },
    press: 'main button[value="profile"]',
    says: /saved|updated|success/i,
  },
  {
    file: "routes/merchant/settings/stall-card.tsx",
    intent: "stall",
    who: "merchant",
    async arrive({ shop, lane: { merchant }, word }) {
      return {
        path: "/merchant/account_settings",
        typed: { words: `We grow beans, ${word}.`, place: `Gate ${word}` },
        done: () =>
          shop.count('select count(*) from stores where "userId" = ? and place = ?', merchant.id, `Gate ${word}`),
      };
    },
    press: 'main button[value="stall"]',
    says: /Your stall is saved/,
  },
  {
    file: "routes/merchant/settings/trader-card.tsx",
    intent: "trader",
    who: "merchant",
    async arrive({ shop, word }) {
      return {
        path: "/merchant/account_settings",
        typed: { name: `Beans ${word} Ltd`, address: "3 Market Row" },
        done: () => shop.count("select count(*) from stores where trader like ?", `%Beans ${word} Ltd%`),
      };
    },
    press: 'main button[value="trader"]',
    says: /Who sells is saved/,
  },
  {
    file: "routes/merchant/settings/payout-card.tsx",
    because: "stands there with Stripe alone; tried on its stand-in by the journeys of tests/e2e/stripe",
  },
  {
    file: "routes/merchant/way/route.tsx",
    intent: "save",
    who: "merchant",
    async arrive(at) {
      await onlyWay(at, null);
      // A carrier needs no choice at checkout, so other cells can still buy from the lane.
      const values = { kind: "carrier", name: at.word };
      return { path: `${WAYS}/add`, typed: values, done: () => waysNamed(at, at.word) };
    },
    press: 'main button[value="save"]',
    says: /is saved/,
  },
  {
    file: "routes/merchant/way/route.tsx",
    intent: "remove",
    who: "merchant",
    async arrive(at) {
      const id = await onlyWay(at, at.word);
      return { path: `${WAYS}/${id}`, done: () => 1 - waysNamed(at, at.word) };
    },
    press: 'main button[value="remove"]',
    says: /The way is removed/,
  },
  ...(["join", "leave"] as const).map((intent): Driver => ({
    file: "routes/merchant/ways/market-day-panel.tsx",
    intent,
    who: "merchant",
    async arrive(at) {
      const { shop } = at;
      const day = await marketDay(at);
      const merchant = await aMerchant(shop);
      const stalls = () => shop.count('select count(*) from "marketDayStalls" where "marketDayId" = ?', day);
      if (intent === "leave")
        await call(shop, merchant.token, "PUT", `/merchant/market-days/${day}`, { noticeHours: 0 });
      const press = `main form:has(input[name=marketDay][value="${day}"]) button[value="${intent}"]`;
      return {
        path: WAYS,
        as: merchant,
        press,
        done: () => (intent === "join" ? stalls() : 1 - stalls()),
      };
    },
    press: "",
    says: /Your stall takes part/,
  })),
  {
    file: "routes/merchant/not-collected/route.tsx",
    who: "merchant",
    async arrive(at) {
      await onlyWay(at, null);
      const order = await paid(at.shop, at.lane);
      at.shop.write(
        `insert into "partDeliveries" ("partId", "orderId", "merchantId", "methodId", kind, name, address, directions, day,
            "startTime", "endTime", "timeZone", "cutOffAt", code, "holdsPlace")
          select _id, "orderId", "merchantId", '', 'collection', 'Market', 'Square', '', '2024-01-06',
          '09:00', '12:00', 'UTC', '2024-01-04T12:00:00.000Z', ?, 1 from "orderParts" where "orderId" = ?`,
        order.slice(-6).toUpperCase(),
        order,
      );
      return {
        path: `/merchant/orders/${order}/not_collected`,
        typed: { next: "money_back" },
        done: () => parts(at, order, "Cancelled"),
      };
    },
    press: 'main button:text-is("Save")',
    says: /gets the money back, and is told/,
  },
  {
    file: "routes/shared/closing/close-form.tsx",
    who: "merchant",
    async arrive(at) {
      const { day, method } = await collectedOn(at);
      return {
        path: `/merchant/days/${day}/close?method=${method}&from=09:00`,
        typed: { next: "money_back", reason: `A storm, ${at.word}.` },
        done: () => at.shop.count('select count(*) from "closedTimes" where "methodId" = ?', method),
      };
    },
    press: 'main button:text-is("Close this time")',
    says: /The time is closed/,
  },
  {
    file: "routes/shared/closing/closed-time-page.tsx",
    who: "merchant",
    async arrive(at) {
      const { day, method } = await collectedOn(at);
      const { amount } = (
        await call<{ data: { amount: number } }>(
          at.shop,
          at.lane.merchant.token,
          "GET",
          `/merchant/times-to-close/choices?method=${method}&day=${day}&from=09:00`,
        )
      ).data;
      const body = { method, day, from: "09:00", next: "money_back", reason: "A storm.", orders: 1, amount };
      const { data } = await call<{ data: { _id: string } }>(
        at.shop,
        at.lane.merchant.token,
        "POST",
        "/merchant/closed-times",
        body,
      );
      return {
        path: `/merchant/closed_times/${data._id}`,
        done: () =>
          at.shop.count('select count(*) from "closedTimes" where _id = ? and "takenBackAt" is not null', data._id),
      };
    },
    press: 'main button:text-is("Take it back")',
    says: /It is taken back/,
  },
  {
    file: "routes/merchant/delivery-list/route.tsx",
    intent: "save",
    who: "merchant",
    async arrive(at) {
      await onlyWay(at, null);
      const [one, otherOrder] = [await paid(at.shop, at.lane), await paid(at.shop, at.lane)];
      for (const order of [one, otherOrder])
        at.shop.write(
          `insert into "partDeliveries" ("partId", "orderId", "merchantId", "methodId", kind, name, address, directions, day,
              "startTime", "endTime", "timeZone", "cutOffAt", "holdsPlace")
            select _id, "orderId", "merchantId", '', 'delivery', 'On Thursdays', '', '', '2031-01-05',
            '17:00', '20:00', 'UTC', '2031-01-02T12:00:00.000Z', 1 from "orderParts" where "orderId" = ?`,
          order,
        );
      return {
        path: "/merchant/days/2031-01-05/deliveries",
        typed: { [`place.${one}`]: "9", [`place.${otherOrder}`]: "1" },
        done: () =>
          at.shop.count(
            `select count(*) from "partDeliveries" where "orderId" = ? and "listPosition" is not null`,
            otherOrder,
          ),
      };
    },
    press: 'main button:text-is("Sort by the numbers")',
    says: /The order of the stops is saved/,
  },
  {
    file: "routes/shared/missing-lines/choose-missing.tsx",
    because: "asks for the sums, as the form of a refund does; hand-over.spec.ts goes through it",
  },
  {
    file: "routes/merchant/missing-lines/hand-over-rest.tsx",
    who: "merchant",
    async arrive(at) {
      const { day, method: order } = await collectedOn(at, 2);
      const { data } = await call<{ data: { carts: { _id: string }[] } }>(
        at.shop,
        at.lane.merchant.token,
        "GET",
        `/product/order/merchant/${order}`,
      );
      return {
        path: `/merchant/days/${day}/missing?code=${order.slice(-6)}&quantity.${data.carts[0]!._id}=1`,
        typed: { "missing.reason": "forgotten" },
        done: () => at.shop.count('select count(*) from refunds where "orderId" = ?', order),
      };
    },
    press: 'main button:text-is("Hand over the rest")',
    says: /Missing: \$/,
  },
  {
    file: "routes/merchant/hand-over/route.tsx",
    because: "asks the page's own list where scripts run; hand-over.spec.ts looks codes up both ways",
  },
  {
    file: "routes/merchant/hand-over/route.tsx",
    nth: 2,
    who: "merchant",
    async arrive(at) {
      await onlyWay(at, null);
      const order = await paid(at.shop, at.lane);
      const code = order.slice(-6).toUpperCase();
      at.shop.write(
        `insert into "partDeliveries" ("partId", "orderId", "merchantId", "methodId", kind, name, address, directions, day,
            "startTime", "endTime", "timeZone", "cutOffAt", code, "holdsPlace")
          select _id, "orderId", "merchantId", '', 'collection', 'Market', 'Square', '', '2031-01-04',
          '09:00', '12:00', 'UTC', '2031-01-02T12:00:00.000Z', '${code}', 1 from "orderParts" where "orderId" = ?`,
        order,
      );
      return {
        path: `/merchant/days/2031-01-04/hand-over?code=${code}`,
        typed: {},
        done: () => parts(at, order, "Delivered"),
      };
    },
    press: 'main button:text-is("Handed over")',
    says: /is handed over/,
  },
  {
    file: "routes/merchant/webhooks/route.tsx",
    who: "merchant",
    async arrive(at) {
      await onlyWebhook(at, null);
      const url = `https://example.com/${at.word}`;
      return { path: WEBHOOKS, typed: { url }, done: () => webhooksTo(at, url) };
    },
    press: 'main button:text-is("Add the webhook")',
    says: /The webhook is added/,
  },
  {
    file: "routes/merchant/webhook/change-form.tsx",
    intent: "save",
    who: "merchant",
    async arrive(at) {
      const id = await onlyWebhook(at, `https://example.com/${at.word}`);
      const url = `https://example.com/${at.word}/changed`;
      return { path: `${WEBHOOKS}/${id}`, typed: { url }, done: () => webhooksTo(at, url) };
    },
    press: 'main button[value="save"]',
    says: /The webhook is saved/,
  },
  {
    file: "routes/merchant/webhook/secret-card.tsx",
    intent: "secret",
    who: "merchant",
    async arrive(at) {
      return { path: `${WEBHOOKS}/${await onlyWebhook(at, `https://example.com/${at.word}`)}` };
    },
    press: 'main button[value="secret"]',
    says: /whsec_/,
  },
  {
    file: "routes/merchant/webhook/route.tsx",
    intent: "test",
    who: "merchant",
    async arrive(at) {
      const id = await onlyWebhook(at, `https://127.0.0.1.invalid/${at.word}`);
      return { path: `${WEBHOOKS}/${id}`, done: () => sentTo(at, id) };
    },
    press: 'main button[value="test"]',
    says: /The test event is on its way/,
  },
  {
    file: "routes/merchant/webhook/deliveries.tsx",
    intent: "again",
    who: "merchant",
    async arrive(at) {
      const id = await onlyWebhook(at, `https://127.0.0.1.invalid/${at.word}`);
      await call(at.shop, at.lane.merchant.token, "POST", `/merchant/webhooks/${id}/test`);
      return { path: `${WEBHOOKS}/${id}` };
    },
    press: 'main button[value="again"]',
    says: /It is sent again/,
  },
  {
    file: "routes/merchant/webhook/route.tsx",
    intent: "delete",
    who: "merchant",
    async arrive(at) {
      const url = `https://example.com/${at.word}`;
      const id = await onlyWebhook(at, url);
      return {
        path: `${WEBHOOKS}/${id}?delete=yes`,
        done: () => 1 - webhooksTo(at, url),
      };
    },
    press: 'main button[value="delete"]',
    says: /The webhook is deleted/,
  },
];

const WEBHOOKS = "/merchant/account_settings/webhooks";

const WAYS = "/merchant/account_settings/ways";

/** Removes the delivery methods of the lane's stall. With a `name`, adds one carrier with that name. Returns its id. */
async function onlyWay({ shop, lane: { merchant } }: Arrival, name: string | null): Promise<string> {
  const { data } = await call<{ data: { _id: string }[] }>(shop, merchant.token, "GET", "/merchant/ways");
  for (const { _id } of data) await call(shop, merchant.token, "DELETE", `/merchant/ways/${_id}`);
  if (name === null) return "";
  const way = { kind: "carrier", name };
  return (await call<{ data: { _id: string } }>(shop, merchant.token, "POST", "/merchant/ways", way)).data._id;
}

const waysNamed = ({ shop }: Arrival, name: string) =>
  shop.count('select count(*) from "deliveryMethods" where name = ?', name);

/** Removes the merchant's webhooks. With a `url`, makes one that sends there. Returns its id. */
async function onlyWebhook({ shop, lane: { merchant } }: Arrival, url: string | null): Promise<string> {
  const { data } = await call<{ data: { _id: string }[] }>(shop, merchant.token, "GET", "/merchant/webhooks");
  for (const { _id } of data) await call(shop, merchant.token, "DELETE", `/merchant/webhooks/${_id}`);
  if (url === null) return "";
  const events = ["order.placed"];
  await prove(shop, merchant);
  return (await call<{ data: { _id: string } }>(shop, merchant.token, "POST", "/merchant/webhooks", { url, events }))
    .data._id;
}

const webhooksTo = ({ shop }: Arrival, url: string) =>
  shop.count('select count(*) from "webhookEndpoints" where url = ?', url);
const sentTo = ({ shop }: Arrival, id: string) =>
  shop.count('select count(*) from "webhookDeliveries" where "endpointId" = ?', id);
