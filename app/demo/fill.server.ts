import { createHash } from "node:crypto";
import { hashPassword } from "~/features/accounts/passwords.server";
import { noBilling, type Billing } from "~/features/accounts/schema";
import { searchTextOf } from "~/features/products/search-text.server";
import { fold } from "~/platform/folding";
import { storeImage } from "~/features/media/store-image.server";
import { timestamp } from "~/platform/clock";
import { inTransaction, type Trx } from "~/platform/database/database.server";
import type { NewRow, OrderRow, TestIntentRow, UserRow } from "~/platform/database/tables";
import type { Services } from "~/platform/services.server";
import { fillBooks, refundsOf } from "./books";
import { buyers } from "./content/buyers";
import { categories } from "./content/categories";
import { iconsInUse } from "./content/icons";
import { merchants } from "./content/merchants";
import type { DemoProduct } from "./content/product";
import { products } from "./content/products";
import { demoLogins, DEMO_PASSWORD } from "./logins";
import { ordersOfAYear } from "./orders";

const DAY = 86_400_000;
const drawings = import.meta.glob<string>("./pictures/*.svg", { query: "?raw", import: "default" });

/** An id that is the same at every fill: the time it stands for, then what it stands for. */
export function demoId(at: Date, ...what: (string | number)[]): string {
  return (
    at.getTime().toString(16).padStart(11, "0") + createHash("sha256").update(what.join(" ")).digest("hex").slice(0, 13)
  );
}

/**
 * Fills an empty database with the demo: categories, stalls, products with pictures, buyers, and a year of orders.
 * The content is the same on every machine; dates count back from the day of filling. Does nothing the second time.
 */
export async function fillDemo(services: Services): Promise<void> {
  const { db, clock, log } = services;
  if (await db.selectFrom("counters").select("name").where("name", "=", "demo").executeTakeFirst()) return;
  const began = Date.now();
  const today = new Date(Math.floor(clock.now().getTime() / DAY) * DAY);
  const pictures = await drawPictures(services);
  const passwordHash = await hashPassword(DEMO_PASSWORD);
  await inTransaction(db, async (trx) => {
    await trx.insertInto("counters").values({ name: "demo", value: 1 }).execute();
    await trx
      .updateTable("files")
      .set({ attached: 1 })
      .where("_id", "in", [...pictures.values()])
      .execute();
    const people = await fillPeople(trx, today, passwordHash);
    const categoryIds = await fillCategories(trx, today, people, pictures);
    const goods = await fillProducts(trx, today, people, categoryIds, pictures);
    await fillOrders(trx, clock.now(), services.config.timeZone, people, goods);
    await services.dialect.announceChange(trx);
  });
  log.info({ seconds: Math.round((Date.now() - began) / 1000), products: products.length }, "the demo is filled");
}

/**
 * Products stand on the counter that the design draws behind every picture, two thirds wide; categories fill theirs.
 */
const SIZES = { product: { side: 640, drawn: 436 }, category: { side: 320, drawn: 310 } };

/** Every drawing once through the image pipeline, as a merchant's picture would go: "product apple" → file id. */
async function drawPictures(services: Services): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  const waiting = [
    ...iconsInUse().map((icon) => ["product", icon] as const),
    ...categories.map(({ icon }) => ["category", icon] as const),
  ];
  // The demo's own drawings are the only ones that this process reads itself; no other start of the shop loads it.
  const { default: sharp } = await import("sharp");
  const draw = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const [use, icon] = next;
      const svg = await drawings[`./pictures/${icon}.svg`]?.();
      if (!svg) throw new Error(`There is no drawing of ${icon}.`);
      const { side, drawn } = SIZES[use];
      const drawing = await sharp(Buffer.from(svg))
        .resize(drawn, drawn, { fit: "contain", background: "#0000" })
        .toBuffer();
      const png = await sharp({ create: { width: side, height: side, channels: 4, background: "#0000" } })
        .composite([{ input: drawing }])
        .png({ compressionLevel: 1 })
        .toBuffer();
      files.set(`${use} ${icon}`, (await storeImage(services, png, { ownerId: null, field: "image" }))._id);
    }
  };
  await Promise.all([draw(), draw()]);
  return files;
}

export interface People {
  merchants: Map<string, string>;
  buyers: {
    _id: string;
    address: Billing;
    person: { firstName: string; lastName: string; email: string; telephone: string };
  }[];
}

/** The demo's operator, stalls and buyers, each account marked as the demo's. */
export async function fillPeople(trx: Trx, today: Date, passwordHash: string): Promise<People> {
  const opened = new Date(today.getTime() - 500 * DAY);
  const at = opened.toISOString();
  const [buyerLogin, merchantLogin, operatorLogin] = demoLogins.map((login) => login.email);
  const base = {
    passwordHash,
    telephone: "",
    imageId: null,
    extras: JSON.stringify(noBilling),
    verifiedAt: at,
    deletedAt: null,
    createdAt: at,
    updatedAt: at,
  };
  const users: UserRow[] = [
    {
      ...base,
      _id: demoId(opened, "operator"),
      email: operatorLogin ?? "",
      firstName: "Olive",
      lastName: "Hartman",
      privilege: "operator",
    },
  ];
  const people: People = { merchants: new Map(), buyers: [] };
  merchants.forEach((merchant, index) => {
    const _id = demoId(opened, "merchant", merchant.key);
    people.merchants.set(merchant.key, _id);
    users.push({
      ...base,
      _id,
      email: index === 0 ? (merchantLogin ?? "") : merchant.email,
      firstName: merchant.firstName,
      lastName: merchant.lastName,
      privilege: "merchant",
    });
  });
  buyers.forEach((buyer, index) => {
    const _id = demoId(opened, "buyer", buyer.email);
    const person = {
      firstName: buyer.firstName,
      lastName: buyer.lastName,
      email: index === 0 ? (buyerLogin ?? "") : buyer.email,
      telephone: buyer.telephone,
    };
    const address: Billing = {
      ...person,
      companyName: "",
      streetAddress: buyer.streetAddress,
      city: buyer.city,
      countryRegion: "United States",
      states: buyer.state,
      zipCode: buyer.zipCode,
    };
    people.buyers.push({ _id, address, person });
    users.push({ ...base, ...person, _id, privilege: "buyer", extras: JSON.stringify(address) });
  });
  await inChunks(users, (rows) => trx.insertInto("users").values(rows).execute());
  await trx
    .insertInto("demoAccounts")
    .values(users.map(({ _id }) => ({ userId: _id })))
    .execute();
  await trx
    .insertInto("stores")
    .values(
      merchants.map((merchant) => ({
        userId: people.merchants.get(merchant.key) as string,
        username: merchant.username,
        storeName: merchant.storeName,
        businessAddress: merchant.businessAddress,
        story: merchant.story,
        status: "active" as const,
      })),
    )
    .execute();
  return people;
}

async function fillCategories(
  trx: Trx,
  today: Date,
  people: People,
  pictures: Map<string, string>,
): Promise<Map<string, string>> {
  const made = new Date(today.getTime() - 520 * DAY);
  const ids = new Map(
    categories.map((category) => [category.title as string, demoId(made, "category", category.title)]),
  );
  await trx
    .insertInto("categories")
    .values(
      categories.map((category, position) => ({
        _id: ids.get(category.title) as string,
        title: category.title,
        folded: fold(category.title),
        imageId: pictures.get(`category ${category.icon}`) ?? null,
        tint: category.tint,
        position,
        createdAt: made.toISOString(),
      })),
    )
    .execute();
  await trx
    .insertInto("storeCategories")
    .values(
      merchants.flatMap((merchant) =>
        merchant.categories.map((title) => ({
          userId: people.merchants.get(merchant.key) as string,
          categoryId: ids.get(title) as string,
        })),
      ),
    )
    .execute();
  return ids;
}

export type DemoGoods = DemoProduct & { _id: string; merchantId: string; priceCents: number; imageId: string | null };

async function fillProducts(
  trx: Trx,
  today: Date,
  people: People,
  categoryIds: Map<string, string>,
  pictures: Map<string, string>,
): Promise<DemoGoods[]> {
  const goods: DemoGoods[] = [];
  // Newest first in the content; stored oldest first, so that ids, row numbers and dates agree.
  const rows = products.toReversed().map((product, index): NewRow<"products"> => {
    const createdAt = new Date(today.getTime() - (products.length - index) * 0.9 * DAY);
    const _id = demoId(createdAt, "product", product.sku);
    const merchantId = people.merchants.get(product.merchant) as string;
    const discountPercent = product.discountPercent ?? 0;
    const priceCents = Math.round((product.amountCents * (100 - discountPercent)) / 100);
    goods.push({ ...product, _id, merchantId, priceCents, imageId: pictures.get(`product ${product.icon}`) ?? null });
    return {
      _id,
      merchantId,
      categoryId: categoryIds.get(product.category) as string,
      title: product.title,
      description: product.description,
      amountCents: product.amountCents,
      discountType: discountPercent > 0 ? "percentage" : "none",
      discountPercent,
      priceCents,
      taxClass: "standard",
      vatCents: 0,
      quantity: product.quantity,
      sku: product.sku,
      barcode: product.barcode,
      isPhysical: 1,
      measurement: JSON.stringify(product.measurement),
      tags: JSON.stringify(product.tags),
      variations: JSON.stringify(product.variations),
      videoId: null,
      availType: product.availType,
      rating: product.rating,
      isPublic: product.availType === "published" ? 1 : 0,
      searchText: searchTextOf(product.title, product.category, product.tags),
      createdAt: createdAt.toISOString(),
      updatedAt: createdAt.toISOString(),
      deletedAt: null,
    };
  });
  await inChunks(rows, (chunk) => trx.insertInto("products").values(chunk).execute());
  const images = goods.flatMap((product) =>
    [product.icon, ...(product.moreIcons ?? [])].map((icon, position) => ({
      productId: product._id,
      fileId: pictures.get(`product ${icon}`) as string,
      position,
    })),
  );
  await inChunks(images, (chunk) => trx.insertInto("productImages").values(chunk).execute());
  return goods;
}

async function fillOrders(trx: Trx, now: Date, timeZone: string, people: People, goods: DemoGoods[]): Promise<void> {
  const orders: OrderRow[] = [];
  const parts: NewRow<"orderParts">[] = [];
  const lines: NewRow<"orderLines">[] = [];
  const intents: TestIntentRow[] = [];
  for (const planned of ordersOfAYear(
    now,
    people.buyers.length,
    goods.filter((product) => product.availType === "published"),
  )) {
    const buyer = people.buyers[planned.buyer] as People["buyers"][number];
    const createdAt = planned.at.toISOString();
    const orderId = demoId(planned.at, "order", planned.itemId);
    const intentId = `pi_test_${orderId}`;
    let position = 0;
    for (const merchantId of new Set(planned.lines.map((line) => line.product.merchantId))) {
      const own = planned.lines.filter((line) => line.product.merchantId === merchantId);
      const partId = demoId(planned.at, "part", orderId, merchantId);
      parts.push({
        _id: partId,
        orderId,
        merchantId,
        ...planned.state,
        amountCents: sum(own),
        refundedCents: planned.state.cancelledAt ? sum(own) : 0,
        paidAt: createdAt,
        createdAt,
      });
      for (const { product, quantity } of own) {
        lines.push({
          _id: demoId(planned.at, "line", orderId, product.sku),
          orderId,
          partId,
          productId: product._id,
          title: product.title,
          sku: product.sku,
          imageId: product.imageId,
          priceCents: product.priceCents,
          quantity,
          refundedQuantity: planned.state.cancelledAt ? quantity : 0,
          position,
        });
        position += 1;
      }
    }
    const amountCents = sum(planned.lines);
    orders.push({
      _id: orderId,
      itemId: planned.itemId,
      buyerId: buyer._id,
      status: "paid",
      amountCents,
      currency: "usd",
      buyer: JSON.stringify(buyer.person),
      buyerText: fold(`${buyer.person.firstName} ${buyer.person.lastName} ${buyer.person.email}`),
      billing: JSON.stringify(buyer.address),
      shipping: JSON.stringify(buyer.address),
      notes: "",
      paymentMethod: "Card",
      provider: "test",
      intentId,
      heldUntil: createdAt,
      paidAt: createdAt,
      isCompleted: planned.state.deliveredAt || planned.state.cancelledAt ? 1 : 0,
      disputedAt: null,
      disputeEndedAt: null,
      disputeReason: "",
      createdAt,
    });
    intents.push({
      _id: intentId,
      clientSecret: `${intentId}_secret_${demoId(planned.at, "secret", orderId)}`,
      orderId,
      buyerId: buyer._id,
      amountCents,
      refundedCents: planned.state.cancelledAt ? amountCents : 0,
      currency: "usd",
      status: "succeeded",
      lastError: "",
      idempotencyKey: `order-${orderId}`,
      createdAt,
    });
  }
  await inChunks(orders, (rows) => trx.insertInto("orders").values(rows).execute());
  await inChunks(parts, (rows) => trx.insertInto("orderParts").values(rows).execute());
  await inChunks(lines, (rows) => trx.insertInto("orderLines").values(rows).execute());
  await inChunks(intents, (rows) => trx.insertInto("testIntents").values(rows).execute());
  await inChunks(refundsOf({ orders, parts, lines }, demoId), (rows) =>
    trx.insertInto("refunds").values(rows).execute(),
  );
  await fillBooks(trx, timeZone, { orders, parts, lines }, demoId);
  const last = orders.reduce((most, order) => Math.max(most, order.itemId), 10_000);
  await trx.insertInto("counters").values({ name: "order", value: last }).execute();
  const [demoBuyer] = people.buyers;
  const wished = goods
    .filter((product) => product.availType === "published")
    .slice(-9)
    .filter((_, index) => index % 4 === 0);
  await trx
    .insertInto("wishlistLines")
    .values(
      wished.map((product) => ({
        userId: demoBuyer?._id ?? "",
        productId: product._id,
        addedAt: timestamp({ now: () => now }),
      })),
    )
    .execute();
}

function sum(lines: { product: DemoGoods; quantity: number }[]): number {
  return lines.reduce((total, line) => total + line.product.priceCents * line.quantity, 0);
}

/** Databases take only so many values in a statement. */
async function inChunks<Row>(rows: Row[], insert: (chunk: Row[]) => Promise<unknown>): Promise<void> {
  for (let start = 0; start < rows.length; start += 200) await insert(rows.slice(start, start + 200));
}
