import { sql } from "kysely";
import { categories } from "~/demo/content/categories";
import { seededRandom, type SeededRandom } from "~/demo/content/random";
import { noBilling } from "~/features/accounts/schema";
import { issueToken } from "~/features/accounts/tokens.server";
import { allergenBits, labelBits } from "~/features/food-information/food-json";
import { ALLERGEN_KEYS, LABEL_KEYS } from "~/features/food-information/words";
import { onlySize, refreshFigures, variantIdOf } from "~/features/products/variants.server";
import { searchTextOf } from "~/features/products/product-row.server";
import { fold } from "~/platform/folding";
import { systemClock } from "~/platform/clock";
import { inTransaction, type Database, type Trx } from "~/platform/database/database.server";
import type { NewRow, UserRow } from "~/platform/database/tables";
import { newId } from "~/platform/ids.server";
import { withoutIndexes } from "./without-indexes";

const DAY = 86_400_000;
const MERCHANTS = 20;
const PICTURES = 60;
const CHUNK = 500;
const MOST_IDS = 10_000;
/** Memory in KiB that SQLite may use while it fills. A million products need some 4 GB. */
const CACHE_KIB = 8 * 1024 * 1024;

const QUALITIES = [
  "Organic",
  "Organic",
  "Organic",
  "Wild",
  "Heirloom",
  "Smoked",
  "Sun-Dried",
  "Stone-Ground",
  "Raw",
  "Early",
  "Late",
  "Salted",
  "Roasted",
  "Fresh",
  "Aged",
  "Pickled",
];
const PLACES = [
  "Hillside",
  "Vermont",
  "Île-de-France",
  "Coastal",
  "Alpine",
  "Valley",
  "Meadow",
  "Jura",
  "Orchard",
  "Highland",
  "Lakeside",
  "Riverbank",
  "Prairie",
  "Andalusian",
  "Norwegian",
];
const KINDS = [
  "Golden",
  "Crimson",
  "Russet",
  "Purple",
  "Dwarf",
  "Giant",
  "Sweet",
  "Bitter",
  "Blue",
  "White",
  "Striped",
  "Velvet",
  "Early Girl",
  "Oxheart",
  "Moonlight",
  "Jalapeño",
];
const OTHER_SIZES = [
  { name: "1 kg", times: 2, content: 1_000_000 },
  { name: "2.5 kg", times: 4, content: 2_500_000 },
] as const;
const SIZES = ["250 g", "500 g", "1 kg", "2 kg", "6 pieces", "12 pieces", "a bunch", "a jar", "a crate", "0.5 l"];
/** Goods of each category, in the order of the categories. */
const GOODS = [
  ["Tomatoes", "Kale", "Spinach", "Peppers", "Leeks", "Courgettes", "Cucumbers"],
  ["Apples", "Pears", "Plums", "Cherries", "Raspberries", "Figs", "Crème Peaches"],
  ["Potatoes", "Carrots", "Beets", "Parsnips", "Turnips", "Radishes"],
  ["Oats", "Spelt", "Rye", "Polenta", "Barley", "Rice"],
  ["Garlic", "Thyme", "Basil", "Saffron", "Coriander", "Paprika"],
  ["Butter", "Cheddar", "Yoghurt", "Eggs", "Brie", "Cream"],
  ["Trout", "Salmon", "Mussels", "Herring", "Oysters", "Cod"],
  ["Sourdough", "Baguettes", "Bagels", "Pretzels", "Croissants", "Honey Cake"],
  ["Honey", "Honeycomb", "Marmalade", "Blackberry Jam", "Chutney", "Quince Jelly"],
  ["Walnuts", "Almonds", "Hazelnuts", "Olive Oil", "Lentils", "Chickpeas"],
];
const DESCRIPTION =
  "Picked in the morning and packed by noon. Keeps for a week in a cool, dark place; best within three days, with bread, salt and somebody to share it with. ";

/** Search words that find about a fifth of the products, a sixtieth, and three. */
export const WORDS = { frequent: "organic", medium: "honey", rare: "quandong", twoLetters: "ox" };

/** Fills an empty database with `size` products of some merchants in 10 categories, the same at every call. */
export async function fillCatalogue(database: Database, size: number, merchants = MERCHANTS): Promise<Filled> {
  await withoutIndexes(database, () =>
    inTransaction(database.db, async (trx) => {
      // SQLite writes a page several times if it leaves SQLite's memory before the end: a million products took hours.
      if (database.dialect.name === "sqlite") await sql`pragma cache_size = ${sql.lit(-CACHE_KIB)}`.execute(trx);
      await fillProducts(trx, size, merchants);
    }),
  );
  await database.dialect.announceChange(database.db);
  return filled(database);
}

export interface Filled {
  /** Up to ten thousand products on sale, of every age. */
  productIds: string[];
  /** The number of products on sale. */
  total: number;
  category: string;
}

/** Reads what an earlier run has filled. */
export async function filled({ db }: Database): Promise<Filled> {
  const { total } = await db
    .selectFrom("products")
    .select((eb) => eb.fn.countAll<number>().as("total"))
    .where("isPublic", "=", 1)
    .executeTakeFirstOrThrow();
  const every = Math.ceil(Number(total) / MOST_IDS);
  const numbered = db
    .selectFrom("products")
    .select(["_id", sql<number>`row_number() over (order by "createdAt", "_id")`.as("number")])
    .where("isPublic", "=", 1);
  const rows = await db
    .selectFrom(numbered.as("numbered"))
    .select("_id")
    .where(sql<number>`"number" % ${sql.lit(every)}`, "=", 0)
    .orderBy("number")
    .execute();
  return { productIds: rows.map(({ _id }) => _id), total: Number(total), category: categories[7].title };
}

/** Inserts products, each with its only size. */
async function insertProducts(trx: Trx, rows: NewRow<"products">[]): Promise<void> {
  await trx
    .insertInto("products")
    .values(rows.map((row) => ({ ...row, variantId: row._id })))
    .execute();
  await trx.insertInto("variants").values(rows.map(onlySize)).execute();
}

/** Inserts more sizes for three of every ten products: 1.6 sizes per product on average. */
async function insertOtherSizes(trx: Trx, rows: NewRow<"products">[]): Promise<void> {
  const products = rows.filter((_, n) => n % 10 < 3);
  const sizes = products.flatMap((product) =>
    OTHER_SIZES.map(({ name, times, content }, n) => {
      const size = onlySize(product);
      const [amountCents, priceCents] = [size.amountCents * times, size.priceCents * times];
      const [_id, sku] = [variantIdOf(product._id, n + 1), `${size.sku}-${n + 2}`];
      return {
        ...size,
        _id,
        sku,
        name,
        position: n + 1,
        amountCents,
        priceCents,
        contentMilli: content,
        contentUnit: "g" as const,
      };
    }),
  );
  await trx.insertInto("variants").values(sizes).execute();
  await refreshFigures(
    trx,
    products.map(({ _id }) => _id),
  );
}

async function fillProducts(trx: Trx, size: number, merchants: number): Promise<void> {
  const random = seededRandom(size);
  const now = Date.now();
  const merchantIds: string[] = [];
  while (merchantIds.length < merchants)
    merchantIds.push(...(await fillMerchants(trx, Math.min(CHUNK, merchants - merchantIds.length))));
  const categoryIds = await fillCategories(trx);
  const pictureIds = await fillPictures(trx);
  for (let start = 0; start < size; start += CHUNK) {
    const rows = Array.from({ length: Math.min(CHUNK, size - start) }, (_, index) => {
      // Oldest first, over two years.
      const at = new Date(now - Math.round((1 - (start + index) / size) * 730 * DAY));
      return aProduct(random, { number: start + index, size, at, merchantIds, categoryIds });
    });
    await insertProducts(trx, rows);
    await insertOtherSizes(trx, rows);
    const images = rows.flatMap((row) =>
      random
        .sample(pictureIds, random.integer(1, 3))
        .map((fileId, position) => ({ productId: row._id, fileId, position })),
    );
    await trx.insertInto("productImages").values(images).execute();
  }
}

function aProduct(
  random: SeededRandom,
  {
    number,
    size,
    at,
    merchantIds,
    categoryIds,
  }: { number: number; size: number; at: Date; merchantIds: string[]; categoryIds: string[] },
): NewRow<"products"> {
  const place = random.integer(0, categories.length - 1);
  const rare = number % Math.ceil(size / 3) === 0 ? " Quandong" : "";
  const title = `${random.pick(QUALITIES)} ${random.pick(PLACES)} ${random.pick(KINDS)}${rare} ${random.pick(GOODS[place]!)}, ${random.pick(SIZES)}`;
  const amountCents = Math.round(99 * 60 ** random.next());
  const discountPercent = random.chance(0.2) ? random.integer(5, 48) : 0;
  const availType = rare !== "" || random.chance(0.97) ? "published" : random.pick(["draft", "in-review"] as const);
  return {
    ...plainProduct(at),
    merchantId: random.pick(merchantIds),
    categoryId: categoryIds[place]!,
    title,
    description: DESCRIPTION.repeat(random.integer(1, 3)),
    amountCents,
    discountType: discountPercent > 0 ? "percentage" : "none",
    discountPercent,
    priceCents: Math.round((amountCents * (100 - discountPercent)) / 100),
    quantity: random.chance(0.03) ? 0 : random.integer(1, 200),
    sku: `SKU-${number}`,
    availType,
    rating: random.integer(1, 5),
    isPublic: availType === "published" ? 1 : 0,
    searchText: searchTextOf(title, categories[place]!.title, []),
    foodLabels: labelBits(LABEL_KEYS.filter(() => random.chance(0.15))),
    foodWithout: random.chance(0.4) ? allergenBits(ALLERGEN_KEYS.filter(() => random.chance(0.7))) : 0,
    foodOrigin: random.pick(["US", "US", "FR", "IT", ""]),
  };
}

function plainProduct(at: Date) {
  return {
    _id: newId(at),
    discountType: "none" as const,
    discountPercent: 0,
    taxClass: "standard",
    vatCents: 0,
    barcode: "2908014478489",
    isPhysical: 1 as const,
    measurement: JSON.stringify({ height: 10, width: 10, length: 20, weight: 0.5 }),
    tags: JSON.stringify(["fresh", "market"]),
    variations: JSON.stringify([{ variation: "Size", value: "one" }]),
    videoId: null,
    createdAt: at.toISOString(),
    updatedAt: at.toISOString(),
    deletedAt: null,
  };
}

/** Adds one public product with `quantity` pieces, in a new category and of a new merchant. */
export async function addProduct({ db, dialect }: Database, title: string, quantity: number): Promise<string> {
  const product = plainProduct(new Date());
  await inTransaction(db, async (trx) => {
    const [merchantId] = await fillMerchants(trx, 1);
    const categoryId = newId();
    await trx
      .insertInto("categories")
      .values({
        _id: categoryId,
        title: `Bench ${categoryId}`,
        folded: `bench ${categoryId}`,
        imageId: null,
        tint: "leafy",
        position: 99,
        createdAt: product.createdAt,
      })
      .execute();
    await insertProducts(trx, [
      {
        ...product,
        merchantId: merchantId!,
        categoryId,
        title,
        description: DESCRIPTION,
        amountCents: 500,
        priceCents: 500,
        quantity,
        sku: "SKU-0",
        availType: "published",
        rating: null,
        isPublic: 1,
        searchText: searchTextOf(title, "Bench", []),
      },
    ]);
    await dialect.announceChange(trx);
  });
  return product._id;
}

/** A merchant with public products, in a category of their own. */
export async function addMerchantWithProducts(
  trx: Trx,
  count: number,
): Promise<{ merchantId: string; products: { _id: string; title: string; priceCents: number }[] }> {
  const [merchantId] = await fillMerchants(trx, 1);
  const [categoryId] = await fillCategories(trx);
  const rows = Array.from({ length: count }, (_, number) => ({
    ...plainProduct(new Date()),
    merchantId: merchantId!,
    categoryId: categoryId!,
    title: `Product ${number}`,
    description: DESCRIPTION,
    amountCents: 300 + number * 25,
    priceCents: 300 + number * 25,
    quantity: 100,
    sku: `SKU-${number}`,
    availType: "published" as const,
    rating: null,
    isPublic: 1 as const,
    searchText: searchTextOf(`Product ${number}`, "Bench", []),
  }));
  await insertProducts(trx, rows);
  return { merchantId: merchantId!, products: rows };
}

/** Buyers in any number; no password fits them. */
export async function addBuyers(trx: Trx, count: number): Promise<string[]> {
  const ids: string[] = [];
  while (ids.length < count) ids.push(...(await fillUsers(trx, Math.min(CHUNK, count - ids.length), "buyer")));
  return ids;
}

/** Adds buyers, signs them in and returns their tokens. No password fits them. */
export async function fillBuyers({ db }: Database, count: number): Promise<string[]> {
  return inTransaction(db, async (trx) => {
    const ids = await fillUsers(trx, count, "buyer");
    const tokens: string[] = [];
    for (const _id of ids) tokens.push(await issueToken(trx, { clock: systemClock }, _id));
    return tokens;
  });
}

async function fillMerchants(trx: Trx, count: number): Promise<string[]> {
  const ids = await fillUsers(trx, count, "merchant");
  await trx
    .insertInto("stores")
    .values(
      ids.map((userId, index) => ({
        userId,
        username: "",
        storeName: `Stall ${index + 1}`,
        businessAddress: "",
        story: "",
        status: "active" as const,
      })),
    )
    .execute();
  return ids;
}

async function fillUsers(trx: Trx, count: number, privilege: UserRow["privilege"]): Promise<string[]> {
  const at = new Date().toISOString();
  const users = Array.from({ length: count }, (): UserRow => {
    const _id = newId();
    return {
      _id,
      email: `${_id}@bench.example`,
      passwordHash: "",
      firstName: "Ada",
      lastName: "Byron",
      telephone: "",
      privilege,
      imageId: null,
      extras: JSON.stringify(noBilling),
      verifiedAt: at,
      deletedAt: null,
      createdAt: at,
      updatedAt: at,
    };
  });
  await trx.insertInto("users").values(users).execute();
  return users.map((user) => user._id);
}

async function fillCategories(trx: Trx): Promise<string[]> {
  const known = await trx.selectFrom("categories").select("_id").orderBy("position").execute();
  if (known.length > 0) return known.map(({ _id }) => _id);
  const rows = categories.map(({ title, tint }, position) => ({
    _id: newId(),
    title,
    folded: fold(title),
    imageId: null,
    tint,
    position,
    createdAt: new Date().toISOString(),
  }));
  await trx.insertInto("categories").values(rows).execute();
  return rows.map((row) => row._id);
}

/** Inserts rows of pictures without their bytes, which no bench requests. */
async function fillPictures(trx: Trx): Promise<string[]> {
  const rows = Array.from({ length: PICTURES }, () => ({
    _id: newId(),
    ownerId: null,
    kind: "image" as const,
    mime: "image/webp",
    bytes: 40_000,
    width: 640,
    height: 640,
    widths: JSON.stringify([160, 320, 400, 640]),
    attached: 1 as const,
    createdAt: new Date().toISOString(),
  }));
  await trx.insertInto("files").values(rows).execute();
  return rows.map((row) => row._id);
}
