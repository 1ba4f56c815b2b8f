import { expect, test, vi } from "vitest";
import { cursorWord } from "~/features/cursor.server";
import { aMarket, type Market } from "../../tests/fixtures/good-calls";
import { plansOf } from "../../tests/fixtures/query-plans";
import { databasesHere, onBothDatabases } from "../../tests/fixtures/world";

/** Tables that grow with the shop. A statement that scans one of them as a whole costs more every day. */
const LARGE = [
  "products",
  "productImages",
  "searchWords",
  "files",
  "users",
  "orders",
  "orderParts",
  "orderLines",
  "ledger",
  "refunds",
  "payouts",
  "auditLog",
  "stockChanges",
  "jobs",
  "webhookDeliveries",
  "supportMessages",
  "supportReplies",
];

type Who = keyof Market["tokens"];

/** Every list, in each of its orders and filters. */
const lists = (market: Market): [Who, string[]][] => [
  [
    "visitor",
    [
      "/category",
      "/category?sort=products",
      "/product/general",
      "/product/general?page=3&facets=1",
      `/product/general?after=${cursorWord("on sale all", { at: "2026-03-02T09:00:00.000Z", id: market.product })}`,
      "/product/general?sort=price",
      "/product/general?sort=price-up",
      "/product/general?sort=rating",
      "/product/general?categoryId=Vegetables",
      "/product/general?categoryId=Vegetables&sort=price",
      "/product/general?categoryId=Vegetables&sort=price-up",
      "/product/general?categoryId=Vegetables&sort=rating",
      "/product/general?q=product",
      "/product/general?q=prodcut",
      "/product/general?q=product+nothing",
      "/product/general?q=ox",
      "/product/general?q=product&sort=price&inStock=1",
      "/product/general?inStock=1",
      "/product/general?labels=organic&without=milk&origin=US",
      "/product/general?onSale=1&categoryId=Vegetables",
      "/product/general?maxPrice=1.00",
      `/product/general?stall=${market.merchant}`,
      "/product/general?postcode=05401",
      "/product/general?postcode=05401&day=2026-03-07&categoryId=Vegetables&inStock=1",
      "/product/general?postcode=05401&q=product",
      `/stall/${market.merchant}/ways?postcode=05401&product=${market.product}`,
      `/product/general?ids=${market.product}`,
      `/product/general/${market.product}`,
      "/product/suggestions?q=prod",
      "/product/sitemap",
      `/product/general/${market.product}/reviews?updatedSince=2026-03-01T00:00:00Z`,
      `/stall/${market.merchant}/products`,
      `/stall/${market.merchant}`,
    ],
  ],
  [
    "buyer",
    [
      "/product/order",
      "/product/order?updatedSince=2026-03-01T00:00:00Z",
      "/user/messages",
      "/conversations?updatedSince=2026-03-01T00:00:00Z",
    ],
  ],
  [
    "merchant",
    [
      "/product/manage-product",
      "/product/manage-product?q=product",
      "/product/manage-product?counts=1",
      "/product/manage-product?counts=1&q=product",
      "/product/manage-product?only=on-sale",
      "/product/manage-product?only=in-review",
      "/product/manage-product?only=drafts",
      "/product/manage-product?only=out-of-stock",
      "/product/manage-product?only=low-stock",
      "/product/manage-product?only=sent-back",
      "/product/manage-product?only=taken-off",
      "/product/manage-product?only=to-complete",
      `/product/manage-product/${market.product}/stock`,
      "/product/order/merchant",
      "/product/order/merchant?q=Ada",
      "/product/order/merchant?status=Processing",
      "/product/payment/merchant",
      "/product/payment/merchant?updatedSince=2026-03-01T00:00:00Z",
      "/merchant/reviews?updatedSince=2026-03-01T00:00:00Z",
      "/conversations?updatedSince=2026-03-01T00:00:00Z",
      "/product/payment/merchant/payouts",
      "/product/payment/merchant/payouts?updatedSince=2026-03-01T00:00:00Z",
      `/product/manage-product/${market.product}/stock?updatedSince=2026-03-01T00:00:00Z`,
      "/product/morning",
      "/product/sales-report",
    ],
  ],
  [
    "operator",
    [
      "/operator/overview",
      "/operator/products",
      "/operator/products?status=on-sale",
      "/operator/products?q=product",
      "/operator/products?q=product&status=draft",
      "/operator/products?updatedSince=2026-03-01T00:00:00Z",
      "/operator/orders?updatedSince=2026-03-01T00:00:00Z",
      "/operator/merchants?updatedSince=2026-03-01T00:00:00Z",
      "/operator/users?updatedSince=2026-03-01T00:00:00Z",
      "/operator/support?updatedSince=2026-03-01T00:00:00Z",
      "/operator/reports?updatedSince=2026-03-01T00:00:00Z",
      "/operator/review",
      "/operator/orders",
      "/operator/orders?q=Ada",
      "/operator/orders?what=refund_failed",
      "/operator/orders?state=Shipped",
      "/operator/orders?age=3",
      `/operator/orders?stall=${market.merchant}`,
      `/operator/orders?stall=${market.merchant}&state=Processing&age=1`,
      "/operator/merchants",
      "/operator/users",
      "/operator/users?q=ada",
      "/operator/audit",
      "/operator/support",
      "/operator/jobs",
      "/operator/categories",
      `/operator/products/${market.recalled}/buyers`,
    ],
  ],
];

/** Statements that sort, or scan an index of a large table, and still read few rows, each with the reason. */
const FEW: [why: string, statement: RegExp][] = [
  [
    "the rows of one page, by their ids",
    /"(_id|partId|orderId|productId)" in \((\?|\$\d|select "p"."_id" from .* limit )/,
  ],
  ["as many orders as a search looks at", /"o"\."itemId" in \(/],
  ["what one stall has sold in some days", /from "dayProductSales" as "s" .* where "s"\."merchantId" = /],
  [
    "as many lines of one product as a recall asks for",
    /^select count\(\*\) as "n", count\(distinct "some"\."buyerId"\)/,
  ],
  ["the orders of one buyer", /^select "o"\.\*, "p"\."updatedAt".* and "o"\."buyerId" = /],
  ["reports that wait for operators", /^select "kind", "state", count\(\*\) as "n" from "moderationCases"/],
  ["messages that wait for an answer", /where "m"\."answeredAt" is null/],
  [
    "as many as a search looks at",
    /^select ("_id", "createdAt", "amountCents"|count\(\*\) as "n" from \(select "seq").* limit (2001|500[01])\)/,
  ],
  ["as many as a suggestion looks at", /as "p" left join "stores".* limit 100\) as "chosen"/],
  [
    "the orders of as many refunds that came back as a list shows",
    /"_id" in \(select "refunds"\."orderId" from "refunds" where "failedAt" is not null order by "failedAt" desc limit /,
  ],
  ["words a letter apart", /from "searchWords" where "spelling" in/],
  ["as many as an operator's search looks at", /union select "part"\."_id" from/],
  ["what waits for review", /as "kind" from "productRevisions"/],
  ["what waits for operators, each by an index that holds nothing else", /as "deadJobs", .* as "waitingJobs"$/],
  ["what one stall has of little", /coalesce\("p"\."lowStockAt"/],
  ["the years of one stall's sales", /^select distinct substr\("day"/],
  ["jobs that failed for good", /from "jobs" where "diedAt" is not null/],
  [
    "an operator's count of a whole index",
    /^select count\(\*\) as "n" from ("orders"|"users"|"stores"|\(select \* from "auditLog"\))/,
  ],
];

/** The lines of a plan that scan a large table as a whole, or sort. */
function costly(dialect: "sqlite" | "postgres", text: string, plan: string[]): string[] {
  const called = new Map([...text.matchAll(/"(\w+)" as "(\w+)"/g)].map(([, table, alias]) => [alias!, table!]));
  const isLarge = (name: string | undefined) => LARGE.includes(called.get(name ?? "") ?? name ?? "");
  return plan.filter((line) => {
    if (dialect === "postgres") return /^[\s>-]*Sort /.test(line) || isLarge(/Seq Scan on "?(\w+)/.exec(line)?.[1]);
    if (/TEMP B-TREE/.test(line)) return true;
    const scanned = /^SCAN (\w+)( USING)?/.exec(line);
    // A scan of an index in its order stops at the limit.
    return isLarge(scanned?.[1]) && !(scanned?.[2] && / limit (\?|\$\d+)( offset (\?|\$\d+))?( *\))?/.test(text));
  });
}

const excused = new Set<string>();

onBothDatabases("lists, whoever asks for them,", (world) => {
  test("go through no large table as a whole, and sort no more than a page or a bounded search", async () => {
    const market = await aMarket(world);
    const { db, dialect } = world.services;
    const ran = vi.spyOn(db.getExecutor(), "executeQuery");
    const found: string[] = [];
    for (const [who, paths] of lists(market))
      for (const path of paths) {
        // Clears the cached lists.
        await dialect.announceChange(db);
        ran.mockClear();
        const { status } = await world.call("GET", path, { token: market.tokens[who] });
        expect([path, status]).toEqual([path, 200]);
        const statements = ran.mock.calls
          .map(([query]) => query)
          .filter(({ sql: text }) => /^(select|with) /.test(text));
        for (const { text, plan } of await plansOf(world, statements)) {
          const lines = costly(dialect.name, text, plan);
          const few = FEW.find(([, statement]) => statement.test(text));
          if (lines.length > 0 && few) excused.add(few[0]);
          else if (lines.length > 0) found.push([path, text, ...plan].join("\n"));
        }
      }
    ran.mockRestore();
    expect(found.join("\n\n")).toBe("");
  });
});

test("nothing is excused that has no need of it", () => {
  if (databasesHere().length === 2) expect([...excused].toSorted()).toEqual(FEW.map(([why]) => why).toSorted());
});
