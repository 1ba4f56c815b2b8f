// A filled shop for a bench, its built server, and the headers of its readers.
import { ask, quantile } from "./load.mjs";
import { startServer } from "./server.mjs";

const PRODUCTS_A_PAGE = 10;
const BUYERS = 20;
const cookie = (name, value) => `${name}=${encodeURIComponent(Buffer.from(JSON.stringify(value)).toString("base64"))}`;

/**
 * Opens a filled shop and starts its server. `places` and the module come from place.ts. `env` adds variables for the
 * server, `options` are options of its Node, `checkout` is the folder with its build. With a folder in `keep`, a shop
 * of that size is filled once and found there the next time.
 */
export async function openShop(
  places,
  { fillBuyers, fillCatalogue, filled, WORDS },
  size,
  { env = {}, keep, options, checkout } = {},
) {
  const name = `fieldstall-bench-${places.name.toLowerCase()}-${size}`;
  const place = await places.make(keep && { folder: keep, name });
  const began = Date.now();
  const { productIds, total = productIds.length } = await (place.isFilled
    ? filled(place.database)
    : fillCatalogue(place.database, size));
  const [buyer] = await fillBuyers(place.database, BUYERS);
  console.log(`${places.name}: ${size} products in ${((Date.now() - began) / 1000).toFixed(1)} s`);
  // Lists have at most 200 pages.
  const last = Math.min(Math.ceil(total / PRODUCTS_A_PAGE), 200);
  const server = await startServer({ ...place.env, ...env }, { options, checkout });
  // The cookie of a reader's second and later pages: only the first page carries its styles.
  const sheets = cookie("sheets", (await fetch(server.address)).headers.get("x-build"));
  return {
    size,
    place,
    productIds,
    server,
    signedIn: { cookie: `${cookie("authToken", buyer)}; ${sheets}` },
    carrying: { cookie: `${cookie("cartItems", `${productIds[0]}.2~${productIds[1]}.1`)}; ${sheets}` },
    pages: {
      home: "/",
      list: "/products",
      "deep page": `/products?page=${Math.ceil(last / 2)}`,
      "deep page, by price": `/products?sort=price&page=${Math.ceil(last / 2)}`,
      "frequent word": `/products?q=${WORDS.frequent}`,
      "frequent word, by price": `/products?q=${WORDS.frequent}&sort=price`,
      product: `/products/${productIds[Math.floor(productIds.length / 2)]}`,
      "filtered by price and stock": "/products?minPrice=5&maxPrice=20&inStock=1",
    },
    // Earlier builds do not know food information.
    foodPages: {
      "filtered by label": "/products?labels=organic",
      "filtered by label and allergens": "/products?labels=vegan&without=milk",
      "filtered by words and allergens": `/products?q=${WORDS.medium}&without=milk`,
    },
  };
}

/** Changes a price and announces it to every process. The change does not come through the server's own connection. */
export async function changeOnePrice({ place, productIds }, n) {
  const { db, dialect } = place.database;
  await db
    .updateTable("products")
    .set((eb) => ({ priceCents: eb("priceCents", "+", n % 2 ? 1 : -1) }))
    .where("_id", "=", productIds[(n * 7919) % productIds.length])
    .execute();
  await dialect.announceChange(db);
}

/** How long a reader with a cart waits for the first page after each change, in milliseconds. */
export async function afterChanges(shop, address, changes = 20) {
  const took = [];
  for (let n = 0; n < changes; n += 1) {
    await changeOnePrice(shop, n);
    took.push((await ask(shop.server.address + address, { headers: shop.carrying })).milliseconds);
  }
  return quantiles(took);
}

/** Returns the median and the 99th percentile. */
export function quantiles(took) {
  const sorted = took.toSorted((a, b) => a - b);
  return { p50: quantile(sorted, 0.5), p99: quantile(sorted, 0.99) };
}
