// Checks that stock and money stay right when all buyers come at once, and when the server dies at the worst moment.
//
//   node scripts/bench/race.mjs [--postgres]
//   node scripts/bench/race.mjs --at=http://127.0.0.1:3000 [--data=./data] [--database=postgres://…]
//
// Without --at it starts the built server on its own database. With --at, the running server there is raced but not
// killed. Start that server with LIMITS=off; --data or --database names its database, into which buyers and products
// are put. Exits with 1 when a sum is wrong.
import { parseArgs } from "node:util";
import { openPostgres } from "../../tests/databases/start-postgres.mjs";
import { build } from "../prepare.mjs";
import { load as loadModule } from "./bundle.mjs";
import { addressHere, startServer } from "./server.mjs";

const BUYERS = 200;
const PIECES = 50;
const CALLS = 20;
/** A buyer who paid must find the order within this time, whatever happened. */
const MOST_SECONDS = 90;
const CARD = { number: "4242 4242 4242 4242", expiry: "12/40", cvc: "123" };
const ADDRESS = {
  firstName: "Ada",
  lastName: "Byron",
  streetAddress: "12 Orchard Row",
  city: "Burlington",
  countryRegion: "United States",
  states: "Vermont",
  zipCode: "05401",
};

const { values: options } = parseArgs({
  options: {
    postgres: { type: "boolean", default: false },
    at: { type: "string" },
    data: { type: "string", default: "./data" },
    database: { type: "string" },
  },
});

await build();
const { addProduct, fillBuyers, openPlace, openPlaces } = await loadModule("place.ts");
let right = true;

if (options.at) {
  const database = await openPlace(options.data, options.database ?? null);
  const shop = { address: addressHere(options.at), database };
  await race(shop);
  await finalizeAtOnce(shop);
  await database.close();
} else {
  const postgres = options.postgres ? await openPostgres() : undefined;
  const places = openPlaces(postgres?.url);
  const place = await places.make();
  const server = await startServer(place.env);
  console.log(`On ${places.name}:`);
  const shop = { address: server.address, database: place.database };
  await race(shop);
  await finalizeAtOnce(shop);
  await server.stop();
  await killAfterPaying(place, { working: false });
  await killAfterPaying(place, { working: true });
  await place.close();
  await postgres?.stop();
}
process.exit(right ? 0 : 1);

/** 200 buyers want one of 50 pieces. Each who gets a piece pays for it. */
async function race({ address, database }) {
  const product = await addProduct(database, "Last Strawberries", PIECES);
  const tokens = await fillBuyers(database, BUYERS);
  const began = performance.now();
  const outcomes = await Promise.all(
    tokens.map(async (token) => {
      const checkout = await initialize(address, token, product);
      if (checkout.status !== 200) return { refused: checkout.body.error?.[0]?.code ?? String(checkout.status) };
      await confirm(address, checkout.body.data);
      const finalized = await finalize(address, token, checkout.body.payment.stripeId);
      return { placed: finalized.status, paid: checkout.body.payment.stripeId };
    }),
  );
  const seconds = (performance.now() - began) / 1000;
  const successes = outcomes.filter((outcome) => outcome.placed === 200);
  const soldOut = outcomes.filter((outcome) => outcome.refused === "sold_out");
  const otherOutcomes = outcomes.filter((outcome) => !successes.includes(outcome) && !soldOut.includes(outcome));
  const charged = await chargesFor(database, product);
  const piecesLeft = await piecesOf(database, product);
  console.log(
    `  ${BUYERS} buyers, ${PIECES} pieces: ${successes.length} orders placed, ${soldOut.length} refused as sold out, ${otherOutcomes.length} anything else; ${charged} charged, ${piecesLeft} pieces left; ${seconds.toFixed(1)} s`,
  );
  if (otherOutcomes.length > 0) console.log("   ", JSON.stringify(otherOutcomes.slice(0, 5)));
  expect(successes.length === PIECES && soldOut.length === BUYERS - PIECES && charged === PIECES && piecesLeft === 0);
}

/** One paid order, finalized twenty times at once. */
async function finalizeAtOnce({ address, database }) {
  const product = await addProduct(database, "Sourdough", PIECES);
  const [token] = await fillBuyers(database, 1);
  const checkout = await initialize(address, token, product);
  await confirm(address, checkout.body.data);
  const answers = await Promise.all(
    Array.from({ length: CALLS }, () => finalize(address, token, checkout.body.payment.stripeId)),
  );
  const good = answers.filter((answer) => answer.status === 200).length;
  const orders = await ordersOf(address, token);
  const charged = await chargesFor(database, product);
  const piecesLeft = await piecesOf(database, product);
  console.log(
    `  finalize ${CALLS} times at once: ${good} answered 200; ${orders} order, ${charged} charged, ${PIECES - piecesLeft} piece taken`,
  );
  expect(good === CALLS && orders === 1 && charged === 1 && piecesLeft === PIECES - 1);
}

/**
 * Kills the process between the payment and finalize. With `working`, a lease is left on the reconcile job, as if the
 * process had died while it looked for such orders.
 */
async function killAfterPaying(place, { working }) {
  const product = await addProduct(place.database, "Heather Honey", PIECES);
  const [token] = await fillBuyers(place.database, 1);
  const server = await startServer(place.env);
  const checkout = await initialize(server.address, token, product);
  await confirm(server.address, checkout.body.data);
  await server.kill();
  const died = Date.now();
  if (working)
    await place.database.db
      .updateTable("jobs")
      .set({ leasedUntil: new Date(died + 45_000).toISOString() })
      .where("kind", "=", "payments.reconcile")
      .execute();
  const restarted = await startServer(place.env);
  const secondsSince = () => (Date.now() - died) / 1000;
  while ((await ordersOf(restarted.address, token)) === 0 && secondsSince() < MOST_SECONDS)
    await new Promise((resolve) => setTimeout(resolve, 250));
  const isPlaced = (await ordersOf(restarted.address, token)) === 1;
  console.log(
    `  killed after the payment${working ? ", in the middle of reconciling" : ""}: ${isPlaced ? `order in the history after ${secondsSince().toFixed(1)} s` : `no order after ${MOST_SECONDS} s`}`,
  );
  expect(isPlaced && (await chargesFor(place.database, product)) === 1);
  await restarted.stop();
}

function expect(holds) {
  if (holds) return;
  right = false;
  console.log("  WRONG");
}

async function call(address, method, path, { token, body }) {
  const answer = await fetch(`${address}/api/v1${path}`, {
    method,
    headers: { ...(token && { Authorization: token }), ...(body && { "Content-Type": "application/json" }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: await answer.json() };
}

function initialize(address, token, product) {
  return call(address, "POST", "/product/payment/initialize", {
    token,
    body: { carts: [{ product, quantity: 1 }], billing: ADDRESS },
  });
}

function confirm(address, clientSecret) {
  return call(address, "POST", "/test-payments/confirm", { body: { clientSecret, ...CARD } });
}

function finalize(address, token, stripeId) {
  return call(address, "POST", "/product/payment/finalize", { token, body: { stripeId } });
}

async function ordersOf(address, token) {
  return (await call(address, "GET", "/product/order", { token })).body.data?.total;
}

/** Counts the payments for a product that succeeded and were not refunded. */
async function chargesFor({ db }, productId) {
  const rows = await db
    .selectFrom("testIntents as i")
    .innerJoin("orderLines as l", "l.orderId", "i.orderId")
    .select("i._id")
    .where("l.productId", "=", productId)
    .where("i.status", "=", "succeeded")
    .where("i.refundedCents", "=", 0)
    .execute();
  return rows.length;
}

async function piecesOf({ db }, productId) {
  return (await db.selectFrom("products").select("quantity").where("_id", "=", productId).executeTakeFirstOrThrow())
    .quantity;
}
