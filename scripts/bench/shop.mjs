// A filled shop for a bench, its built server, and who asks it.
import { ask, quantile } from "./load.mjs";
import { startServer } from "./server.mjs";

const PRODUCTS_A_PAGE = 10;
const BUYERS = 20;
const cookie = (name, value) => `${name}=${encodeURIComponent(Buffer.from(JSON.stringify(value)).toString("base64"))}`;

/**
 * `places` and `module` as place.ts makes them; `env` is for the server beside the place, `options` are its Node's,
 * `checkout` is where it was built. With a folder to `keep` it in, the shop of that size is filled once, and found there
 * the next time.
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
  // Lists have no more pages.
  const last = Math.min(Math.ceil(total / PRODUCTS_A_PAGE), 200);
  const server = await startServer({ ...place.env, ...env }, { options, checkout });
  // As on all but the first of somebody's pages, which carries its styles.
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
    // Earlier builds know no food information.
    foodPages: {
      "filtered by label": "/products?labels=organic",
      "filtered by label and allergens": "/products?labels=vegan&without=milk",
      "filtered by words and allergens": `/products?q=${WORDS.medium}&without=milk`,
    },
  };
}

/** A price that changes, as every process is told; the server's own connection has not made it. */
export async function changeOnePrice({ place, productIds }, n) {
  const { db, dialect } = place.database;
  await db
    .updateTable("products")
    .set((eb) => ({ priceCents: eb("priceCents", "+", n % 2 ? 1 : -1) }))
    .where("_id", "=", productIds[(n * 7919) % productIds.length])
    .execute();
  await dialect.announceChange(db);
}

/** How long somebody with a cart waits for the first page after a change, one at a time: milliseconds. */
export async function afterChanges(shop, address, changes = 20) {
  const took = [];
  for (let n = 0; n < changes; n += 1) {
    await changeOnePrice(shop, n);
    took.push((await ask(shop.server.address + address, { headers: shop.carrying })).milliseconds);
  }
  return quantiles(took);
}

/** The middle, and what all but one of a hundred stay below. */
export function quantiles(took) {
  const sorted = took.toSorted((a, b) => a - b);
  return { p50: quantile(sorted, 0.5), p99: quantile(sorted, 0.99) };
}
