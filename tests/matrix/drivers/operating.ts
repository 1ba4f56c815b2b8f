import { WAIT_MS } from "../../../scripts/gate/patience.mjs";
import { LEAVES_PAGE, type Arrival, type Driver, type Untried } from "../driver";
import { aBuyer, aMerchant, call, inReview, onSale, prove } from "../people";
import { marketDay, paid, REFUNDS_FAIL, returnedRefund, returnRefund } from "./made";

/** Counts how often an operator did this to the record with the id or name, by the audit log. */
const logged = ({ shop }: Pick<Arrival, "shop">, action: string, subject: string) =>
  shop.count(
    'select count(*) from "auditLog" where action = ? and (details like ? or subject like ?)',
    action,
    `%${subject}%`,
    `%${subject}%`,
  );

/** Adds a category with this word. Returns its id. */
async function category({ shop, lane, word }: Arrival): Promise<string> {
  const body = new FormData();
  body.set("title", `Herbs ${word}`);
  body.set("tint", "leafy");
  const answer = await fetch(`${shop.url}/api/v1/operator/categories`, {
    method: "POST",
    headers: { Authorization: lane.operator.token },
    body,
  });
  if (!answer.ok) throw new Error(`No category: ${await answer.text()}`);
  return ((await answer.json()) as { data: { _id: string } }).data._id;
}

/** Makes a new merchant whose stall is suspended or not. */
async function stall({ shop, lane }: Arrival, suspended: boolean) {
  const merchant = await aMerchant(shop);
  const { token } = lane.operator;
  if (suspended) {
    await prove(shop, lane.operator);
    await call(shop, token, "POST", `/operator/merchants/${merchant.id}/suspend`, { reason: "No answer." });
  }
  return merchant.id;
}

/** Sends a message to the shop. Returns its id. */
async function message({ shop, word }: Arrival): Promise<string> {
  const email = `${word}@example.com`;
  await call(shop, "", "POST", "/support", { fullname: "Wanda Walker", email, description: `Bruised, ${word}.` });
  return shop.text('select _id from "supportMessages" where email = ?', email);
}

/** Takes a product off sale after it was bought with this card. Returns the path of its page. */
async function recalled({ shop, lane, word }: Arrival, card?: string): Promise<string> {
  const product = await onSale(shop, lane, `Jam ${word}`);
  await paid(shop, { ...lane, product }, 1, card);
  const path = `/operator/products/${product}`;
  await call(shop, lane.operator.token, "POST", `${path}/take-off`, { reason: "Glass." });
  return path;
}

const CATEGORIES = "/operator/categories";
const SYNONYMS = "/operator/synonyms";

/** Adds a group of synonyms with this word. Returns its id. */
async function synonyms({ shop, lane, word }: Arrival): Promise<string> {
  const body = { words: [`sorrel ${word}`, "dock"] };
  const answer = await call(shop, lane.operator.token, "POST", SYNONYMS, body);
  return (answer as { data: { _id: string } }).data._id;
}

const MARKET_DAYS = "/operator/market_days";

/** Makes an order that is collected at a new market day. Returns the path of the day's page, the order and its code. */
async function collectedAt(at: Arrival, pieces = 1): Promise<{ path: string; order: string; code: string }> {
  const [id, order] = [await marketDay(at), await paid(at.shop, at.lane, pieces)];
  const code = order.slice(-6).toUpperCase();
  at.shop.write(
    `insert into "partDeliveries" ("partId", "orderId", "merchantId", "methodId", "marketDayId", kind, name, address,
        directions, day, "startTime", "endTime", "timeZone", "cutOffAt", code, "holdsPlace")
      select _id, "orderId", "merchantId", '${id}', '${id}', 'collection', 'Market', 'Square', '', '2031-01-04',
      '09:00', '12:00', 'UTC', '2031-01-02T12:00:00.000Z', '${code}', 1 from "orderParts" where "orderId" = ?`,
    order,
  );
  return { path: `${MARKET_DAYS}/${id}/2031-01-04`, order, code };
}

/** Reports a new product and returns the case's id. For `put_back`, the product is already taken down. */
async function reportedProduct(at: Arrival, intent: "take_down" | "keep" | "put_back") {
  const { shop, lane, word } = at;
  const product = await onSale(shop, lane, `Honey ${word}`);
  await call(shop, "", "POST", `/product/general/${product}/reports`, { reason: `Untrue, ${word}.` });
  const id = shop.text('select _id from "moderationCases" where "targetId" = ?', product);
  const decide = { decision: "take_down", revision: 0, reason: word };
  if (intent === "put_back") await call(shop, lane.operator.token, "POST", `/operator/reports/${id}/decision`, decide);
  const action = { take_down: "product.taken_off", keep: "product.kept", put_back: "product.put_back" }[intent];
  return { id, done: () => logged(at, action, product) };
}

export const operating: (Driver | Untried)[] = [
  ...["put-back", "keep", "hide"].map((intent) => ({
    file: "routes/operator/customer-reviews/decide-form.tsx",
    intent,
    because: "it decides on the first of a list that others write to at the same time; reviews.spec.ts presses it",
  })),
  ...(["take_down", "keep", "put_back"] as const).map((intent): Driver => ({
    file: "routes/operator/report/decide-form.tsx",
    intent,
    who: "operator",
    async arrive(at) {
      const { id, done } = await reportedProduct(at, intent);
      return { path: `/operator/reports/${id}`, ...(intent === "take_down" && { typed: { reason: at.word } }), done };
    },
    press: `main button[value="${intent}"]`,
    says: /taken down|It stays|shown again/,
  })),
  {
    file: "routes/operator/report/decide-form.tsx",
    intent: "uphold",
    because: "the objection before it comes by a mailed link; reports.spec.ts presses it",
  },
  {
    file: "ui/work-area/find-form.tsx",
    who: "operator",
    arrive: async () => ({ path: "/operator", typed: { find: "walker" } }),
    press: 'header form button:has-text("Find")',
    says: /^\/operator\/search\?find=walker/,
    not: LEAVES_PAGE,
  },
  {
    file: "routes/operator/search-form.tsx",
    who: "operator",
    arrive: async () => ({ path: "/operator/users", typed: { q: "walker" } }),
    press: 'main form button:has-text("Search")',
    says: /^\/operator\/users\?(.*&)?q=walker/,
  },
  {
    file: "routes/operator/exports/route.tsx",
    who: "operator",
    arrive: async () => ({ path: "/operator/exports", typed: { since: "2026-01-01" } }),
    press: 'main form button:text-is("Set days")',
    says: /^\/operator\/exports\?(.*&)?since=2026-01-01/,
  },
  {
    file: "routes/operator/payments/route.tsx",
    who: "operator",
    arrive: async () => ({ path: "/operator/payments", typed: { since: "2026-01-01" } }),
    press: 'main form button:text-is("Show")',
    says: /^\/operator\/payments\?(.*&)?since=2026-01-01/,
  },
  {
    file: "routes/operator/payments/route.tsx",
    nth: 2,
    because: "is there only where the provider's books differ from ours",
  },
  ...(["up", "down"] as const).map((intent): Driver => ({
    file: "routes/operator/categories/route.tsx",
    intent,
    who: "operator",
    async arrive(at) {
      const id = await category(at);
      // Adds another category below, so that this one can be moved down.
      if (intent === "down") await category({ ...at, word: `${at.word}b` });
      const press = `main form:has(input[name=category][value="${id}"]) button[value="${intent}"]`;
      return { path: CATEGORIES, press, done: () => logged(at, "category.moved", id) };
    },
    press: "",
    says: /Moved\./,
  })),
  {
    file: "routes/operator/categories/route.tsx",
    intent: "create",
    who: "operator",
    arrive: async ({ shop, word }) => ({
      path: CATEGORIES,
      typed: { title: `Roots ${word}` },
      done: () => shop.count("select count(*) from categories where title = ?", `Roots ${word}`),
    }),
    press: 'main button[value="create"]',
    says: /is the last category now/,
  },
  {
    file: "routes/operator/market-day/route.tsx",
    intent: "save",
    who: "operator",
    arrive: async (at) => ({
      path: `${MARKET_DAYS}/add`,
      typed: { name: at.word, address: "1 Market Square", "times[0].from": "09:00", "times[0].to": "12:00" },
      done: () => logged(at, "market_day.created", at.word),
    }),
    press: 'main button[value="save"]',
    says: /is saved/,
  },
  {
    file: "routes/operator/market-day/route.tsx",
    intent: "remove",
    who: "operator",
    async arrive(at) {
      const id = await marketDay(at);
      return { path: `${MARKET_DAYS}/${id}`, done: () => logged(at, "market_day.removed", id) };
    },
    press: 'main button[value="remove"]',
    says: /The market day is removed/,
  },
  {
    file: "routes/operator/market-day-orders/route.tsx",
    who: "operator",
    async arrive(at) {
      const { path, code } = await collectedAt(at);
      return { path, typed: { code } };
    },
    press: 'main form button:text-is("Find the order")',
    says: /\?code=[0-9A-F]{6}/,
  },
  {
    file: "routes/operator/market-day-orders/route.tsx",
    nth: 2,
    who: "operator",
    async arrive(at) {
      const { path, code } = await collectedAt(at);
      return { path: `${path}?code=${code}`, done: () => logged(at, "market_day.handed_over", at.word) };
    },
    press: 'main button:text-is("Hand over")',
    says: /It is handed over/,
  },
  {
    file: "routes/operator/missing-at-market/hand-over-rest.tsx",
    who: "operator",
    async arrive(at) {
      const { path, order } = await collectedAt(at, 2);
      const [line, part] = ["orderLines", "orderParts"].map((table) =>
        at.shop.text(`select _id from "${table}" where "orderId" = ?`, order),
      );
      return {
        path: `${path}/missing?order=${order}&parts=${part}&quantity.${line}=1`,
        typed: { "missing.reason": "forgotten" },
        done: () => at.shop.count('select count(*) from refunds where "orderId" = ?', order),
      };
    },
    press: 'main button:text-is("Hand over the rest")',
    says: /Missing: \$/,
  },
  {
    file: "routes/operator/collection-terms/route.tsx",
    because: "is one record of the whole shop, which every lane would change at the same moment",
  },
  {
    file: "routes/operator/category/route.tsx",
    who: "operator",
    async arrive(at) {
      const id = await category(at);
      return {
        path: `${CATEGORIES}/${id}`,
        typed: { title: `Spices ${at.word}` },
        done: () => logged(at, "category.changed", id),
      };
    },
    press: 'main button:text-is("Save")',
    says: /is saved/,
  },
  {
    file: "routes/operator/merge-category/route.tsx",
    who: "operator",
    async arrive(at) {
      const id = await category(at);
      const fields = { into: at.lane.categoryId };
      return { path: `${CATEGORIES}/${id}/merge`, typed: fields, done: () => logged(at, "category.merged", id) };
    },
    press: 'main button:text-is("Merge")',
    says: /is merged/,
  },
  {
    file: "routes/operator/remove-category/route.tsx",
    who: "operator",
    async arrive(at) {
      const id = await category(at);
      return { path: `${CATEGORIES}/${id}/remove`, done: () => logged(at, "category.removed", id) };
    },
    press: 'main button:text-is("Remove")',
    says: /removed/i,
  },
  {
    file: "routes/operator/synonyms/route.tsx",
    who: "operator",
    arrive: async (at) => ({
      path: SYNONYMS,
      typed: { words: `cress ${at.word}, garden cress` },
      done: () => logged(at, "synonyms.added", at.word),
    }),
    press: 'main button:text-is("Add synonyms")',
    says: /Search takes cress/,
  },
  {
    file: "routes/operator/synonym-group/route.tsx",
    intent: "save",
    who: "operator",
    arrive: async (at) => ({
      path: `${SYNONYMS}/${await synonyms(at)}`,
      typed: { words: `leek ${at.word}, wild leek` },
      done: () => logged(at, "synonyms.changed", at.word),
    }),
    press: 'main button[value="save"]',
    says: /Search takes leek/,
  },
  {
    file: "routes/operator/synonym-group/route.tsx",
    intent: "remove",
    who: "operator",
    arrive: async (at) => ({
      path: `${SYNONYMS}/${await synonyms(at)}`,
      done: () => logged(at, "synonyms.removed", at.word),
    }),
    press: 'main button[value="remove"]',
    says: /removed/i,
  },
  {
    file: "routes/operator/first-steps/route.tsx",
    intent: "mail",
    because: "sends a mail at once, and writes nothing that could be counted",
  },
  {
    file: "routes/operator/first-steps/route.tsx",
    intent: "payments",
    because: "asks the card provider, and writes nothing",
  },
  { file: "routes/operator/jobs/route.tsx", because: "is there only where a job has failed at every try" },
  {
    file: "routes/operator/merchant/route.tsx",
    intent: "approve",
    because: "is there only in a shop whose merchants wait for an operator",
  },
  {
    file: "routes/operator/merchant/route.tsx",
    intent: "reinstate",
    who: "operator",
    async arrive(at) {
      const id = await stall(at, true);
      return { path: `/operator/merchants/${id}`, done: () => logged(at, "merchant.reinstated", id) };
    },
    press: 'main button[value="reinstate"]',
    says: /Active|reinstated/i,
  },
  {
    file: "routes/operator/merchant/route.tsx",
    intent: "suspend",
    who: "operator",
    async arrive(at) {
      const id = await stall(at, false);
      return {
        path: `/operator/merchants/${id}`,
        typed: { reason: `No answer, ${at.word}.` },
        done: () => logged(at, "merchant.suspended", id),
      };
    },
    press: 'main button[value="suspend"]',
    says: /Reinstate/,
  },
  {
    file: "routes/operator/product/route.tsx",
    intent: "take-off",
    who: "operator",
    async arrive(at) {
      const id = await onSale(at.shop, at.lane, `Jam ${at.word}`);
      return {
        path: `/operator/products/${id}`,
        typed: { reason: `Glass in it, ${at.word}.` },
        done: () => logged(at, "product.taken_off", id),
      };
    },
    press: 'main button[value="take-off"]',
    says: /Put back on sale/,
  },
  {
    file: "routes/operator/product/route.tsx",
    intent: "put-back",
    who: "operator",
    async arrive(at) {
      const id = await onSale(at.shop, at.lane, `Jam ${at.word}`);
      await call(at.shop, at.lane.operator.token, "POST", `/operator/products/${id}/take-off`, { reason: "Glass." });
      return { path: `/operator/products/${id}`, done: () => logged(at, "product.put_back", id) };
    },
    press: 'main button[value="put-back"]',
    says: /Nobody can buy it from that moment on/,
  },
  {
    file: "routes/operator/recall-product/days-form.tsx",
    who: "operator",
    async arrive(at) {
      return { path: `${await recalled(at)}/recall`, typed: { since: "2026-01-01" } };
    },
    press: 'main form button:text-is("Show")',
    says: /recall\?(.*&)?since=2026-01-01/,
  },
  {
    file: "routes/operator/recall-product/letter-form.tsx",
    intent: "write",
    who: "operator",
    async arrive(at) {
      return {
        path: `${await recalled(at)}/recall`,
        typed: { subject: `Do not eat it, ${at.word}`, message: "There may be glass in it." },
        done: () => at.shop.count('select count(*) from "recallLetters" where subject like ?', `%${at.word}`),
      };
    },
    press: 'main button[value="write"]',
    says: /Send to one buyer/,
  },
  {
    file: "routes/operator/recall-product/give-back-form.tsx",
    intent: "give-back",
    who: "operator",
    async arrive(at) {
      return {
        path: `${await recalled(at)}/recall`,
        typed: { reason: `Glass, ${at.word}.` },
        done: () => at.shop.count("select count(*) from recalls where reason like ?", `%${at.word}%`),
      };
    },
    press: 'main button[value="give-back"]',
    says: /How far it is/,
  },
  {
    file: "routes/operator/recall-letter/route.tsx",
    who: "operator",
    async arrive(at) {
      const { data } = await call<{ data: { _id: string } }>(
        at.shop,
        at.lane.operator.token,
        "POST",
        `${await recalled(at)}/letters`,
        { subject: `Do not eat it, ${at.word}`, message: "There may be glass in it." },
      );
      return {
        path: `/operator/letters/${data._id}`,
        done: () =>
          at.shop.count('select count(*) from "recallLetters" where _id = ? and "sentAt" is not null', data._id),
      };
    },
    press: 'main button:text-is("Send to one buyer")',
    says: /written/,
  },
  {
    file: "routes/operator/recall/route.tsx",
    who: "operator",
    async arrive(at) {
      const { shop, lane } = at;
      const { token } = lane.operator;
      const product = await recalled(at, REFUNDS_FAIL);
      await prove(shop, lane.operator);
      const { data } = await call<{ data: { _id: string } }>(shop, token, "POST", `${product}/recalls`, {
        reason: `Glass, ${at.word}.`,
      });
      const sql = 'select coalesce(min("orderId"), ?) from "recallOrders" where "recallId" = ?';
      const patience = AbortSignal.timeout(WAIT_MS);
      while (shop.text(sql, "", data._id) === "") {
        if (patience.aborted) throw new Error("The recall has not looked at its order.");
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      await returnRefund(shop, lane, shop.text(sql, "", data._id));
      return {
        path: `/operator/recalls/${data._id}`,
        done: () => logged(at, "recall.retried", product.split("/").at(-1) ?? ""),
      };
    },
    press: 'main button:text-is("Try again")',
    says: /What failed is tried again|Under way|Done/,
  },
  {
    file: "routes/operator/order/choose-form.tsx",
    who: "operator",
    async arrive({ shop, lane }) {
      const order = await paid(shop, lane);
      const part = shop.text('select _id from "orderParts" where "orderId" = ?', order);
      return { path: `/operator/orders/${order}`, typed: { what: part } };
    },
    press: 'main button:text-is("Show the sums")',
    says: /\?(.*&)?what=[0-9a-f]{24}/,
  },
  {
    file: "routes/operator/order/open-refund.tsx",
    intent: "anew",
    who: "operator",
    async arrive(at) {
      const order = await returnedRefund(at.shop, at.lane);
      return { path: `/operator/orders/${order}`, done: () => logged(at, "refund.made_anew", order) };
    },
    press: 'main button[value="anew"]',
    // A refund that was made again is no longer shown as failed.
    says: /The refund is made anew|On its way|Refunded [A-Z0-9]/,
  },
  {
    file: "routes/operator/order/open-refund.tsx",
    intent: "other-way",
    who: "operator",
    async arrive(at) {
      const order = await returnedRefund(at.shop, at.lane);
      return {
        path: `/operator/orders/${order}`,
        typed: { how: `By bank transfer, ${at.word}.`, day: "2026-01-02" },
        done: () => logged(at, "refund.given_otherwise", order),
      };
    },
    press: 'main button[value="other-way"]',
    says: /It is noted|Another way, on/,
  },
  {
    file: "routes/operator/order/refund-form.tsx",
    who: "operator",
    async arrive({ shop, lane, word }) {
      const order = await paid(shop, lane);
      const part = shop.text('select _id from "orderParts" where "orderId" = ?', order);
      return {
        path: `/operator/orders/${order}?what=${part}`,
        typed: { reason: `Bruised, ${word}.` },
        done: () => shop.count('select count(*) from refunds where "orderId" = ?', order),
      };
    },
    press: 'main button:text-matches("^Refund .")',
    says: /refunded/i,
  },
  {
    file: "routes/operator/review-product/decision.tsx",
    intent: "publish",
    who: "operator",
    async arrive(at) {
      const id = await inReview(at.shop, at.lane, `Figs ${at.word}`);
      return { path: `/operator/review/${id}`, done: () => logged(at, "product.published", at.word) };
    },
    press: 'main button[value="publish"]',
    says: /published|on sale/i,
  },
  {
    file: "routes/operator/review-product/decision.tsx",
    intent: "send-back",
    who: "operator",
    async arrive(at) {
      const id = await inReview(at.shop, at.lane, `Figs ${at.word}`);
      return {
        path: `/operator/review/${id}`,
        typed: { reason: `The picture is of plums, ${at.word}.` },
        done: () => logged(at, "product.sent_back", `Figs ${at.word}`),
      };
    },
    press: 'main button[value="send-back"]',
    says: /The merchant has it back, with your reason\./,
  },
  {
    file: "routes/operator/support-message/route.tsx",
    intent: "answer",
    who: "operator",
    async arrive(at) {
      const id = await message(at);
      const answer = `We are sorry, ${at.word}.`;
      return {
        path: `/operator/support/${id}`,
        typed: { answer },
        done: () =>
          at.shop.count('select count(*) from "supportReplies" where "messageId" = ? and text = ?', id, answer),
      };
    },
    press: 'main button[value="answer"]',
    says: /The answer is on its way/,
  },
  {
    file: "routes/operator/support-message/route.tsx",
    intent: "done",
    who: "operator",
    async arrive(at) {
      const id = await message(at);
      const sql = 'select count(*) from "supportMessages" where _id = ? and "answeredAt" is not null';
      return { path: `/operator/support/${id}`, done: () => at.shop.count(sql, id) };
    },
    press: 'main button[value="done"]',
    says: /^\/operator\/support\n/,
  },
  {
    file: "routes/operator/support-message/assign-form.tsx",
    intent: "assign",
    who: "operator",
    async arrive(at) {
      const id = await message(at);
      const sql = 'select count(*) from "supportMessages" where _id = ? and "assignedTo" = ?';
      const { id: operator } = at.lane.operator;
      return {
        path: `/operator/support/${id}`,
        typed: { operator },
        done: () => at.shop.count(sql, id, operator),
      };
    },
    press: 'main button[value="assign"]',
    says: /taken care of/,
  },
  {
    file: "routes/operator/users/route.tsx",
    who: "operator",
    async arrive(at) {
      const { id, email } = await aBuyer(at.shop);
      return {
        path: `/operator/users?q=${encodeURIComponent(email)}`,
        press: `main form:has(input[name=user][value="${id}"]) button`,
        done: () => logged(at, "user.signed_out", id),
      };
    },
    press: "",
    says: /Signed out everywhere/,
  },
  { file: "routes/operator/lift-second-factor/route.tsx", because: "takes somebody whose second factor is on" },
];
