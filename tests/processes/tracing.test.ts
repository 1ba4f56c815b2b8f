import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildServices } from "~/platform/services.server";
import { startFakeStripe, type FakeStripe } from "../fakes/stripe/fake-stripe";
import { startTraceCollector, type ToldSpan, type TraceCollector } from "../fakes/trace-collector";
import { ADDRESS, PASSWORD } from "../fixtures/shop";
import { testConfig } from "../fixtures/world";
import { buyersOf } from "./buyers";
import { environmentOf } from "./killed-shop";
import { onePlace, type Place } from "./places";
import { buildOnce, startProcess, type ShopProcess } from "./shop-process";

/* The traces that a collector of OpenTelemetry gets from the built server. It has all when the server has ended. */

const TRACE = "0af7651916cd43dd8448eb211c80319c";
const PROXY_SPAN = "b7ad6b7169203331";
const FORGED = "0123456789abcdef0123456789abcdef";
const traceparent = (trace: string) => ({ traceparent: `00-${trace}-${PROXY_SPAN}-01` });
const UNLOADABLE = fileURLToPath(new URL("without-opentelemetry.mjs", import.meta.url));

let place: Place;
let fake: FakeStripe;
let collector: TraceCollector;
let shop: ShopProcess;

beforeAll(async () => {
  buildOnce();
  place = await onePlace("sqlite");
  fake = await startFakeStripe({ now: () => new Date() });
  collector = await startTraceCollector();
});

afterAll(async () => {
  await shop?.kill();
  await place?.remove();
  await fake?.close();
  await collector?.close();
});

const environment = (overrides: Record<string, string> = {}) => ({ ...environmentOf(place, fake), ...overrides });
const get = (address: string, headers: Record<string, string> = {}) =>
  fetch(`${shop.address}${address}`, { redirect: "manual", headers }).then(async (answer) => {
    await answer.text();
    return answer;
  });

/** Logs in, and returns the browser's Cookie header from then on. */
async function cookieOf(email: string): Promise<string> {
  const login = await fetch(`${shop.address}/login/customer`, {
    method: "POST",
    redirect: "manual",
    body: new URLSearchParams({ email, password: PASSWORD }),
    headers: { Origin: shop.address },
  });
  return login.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");
}

test("requests, calls, statements, jobs and Stripe are told as traces, and of people and secrets nothing", async () => {
  shop = await startProcess(environment({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, TRUST_PROXY: "1" }), 0);
  await get("/products?q=secretsearch", traceparent(TRACE));
  await get("/products?q=secretsearch");
  await get(`/product/${place.product}`);
  await get("/no/such/page/ada@example.com");
  const cookie = await cookieOf(place.buyer.email);
  const history = await get("/customer/order_history", { Cookie: cookie });
  const services = buildServices(testConfig(place.folder, false), { database: place.database });
  const buyers = await buyersOf(
    { services, fake, product: place.product, address: () => shop.address, triesAKey: 20 },
    1,
  );
  await expect.poll(() => buyers.bought()).toBeGreaterThan(0);
  await buyers.leave();
  await expect.poll(() => shop.logged.some((line) => line.includes('"kind":"mail"'))).toBe(true);
  // The remaining spans are sent at the end.
  await shop.stop();

  const { spans } = collector;
  const named = (name: string) => spans.filter((span) => span.name === name);
  const below = (parent: ToldSpan | undefined) => spans.filter((span) => span.parentSpanId === parent?.spanId);
  const [first, second] = named("GET /products");
  expect(first).toMatchObject({
    kind: 2,
    traceId: TRACE,
    parentSpanId: PROXY_SPAN,
    attributes: {
      "http.request.method": "GET",
      "http.route": "/products",
      "http.response.status_code": 200,
      "fieldstall.cache": "miss",
    },
  });
  expect(second?.attributes["fieldstall.cache"]).toBe("hit");
  expect(second?.traceId).not.toBe(TRACE);
  const call = below(first).find(({ name }) => name === "listProducts");
  expect(call).toMatchObject({ traceId: TRACE, attributes: { "rpc.method": "listProducts" } });
  expect(below(call).map(({ name }) => name)).toContainEqual(expect.stringMatching(/^select \w+$/));
  expect(named("GET /customer/order_history")[0]?.attributes).toMatchObject({
    "http.response.status_code": 200,
    "fieldstall.account": "buyer",
    "fieldstall.request_id": history.headers.get("X-Request-Id"),
  });

  const [bought] = named("POST /api/v1/product/payment/finalize");
  const [finalize] = below(bought);
  const asked = below(finalize).find(({ name }) => name === "Stripe");
  expect(below(asked)[0]).toMatchObject({
    name: "GET /v1/payment_intents",
    kind: 3,
    attributes: { "http.response.status_code": 200 },
  });
  const [mail] = named("job mail");
  expect(mail).toMatchObject({ kind: 5, attributes: { "fieldstall.job.attempt": 1 } });
  expect(mail?.parentSpanId ?? "").toBe("");
  const done = spans.filter(({ kind, name }) => kind === 5 && name.startsWith("job ")).flatMap(below);
  expect(done.map(({ attributes }) => attributes["db.system.name"])).toContain("sqlite");

  const all = collector.bodies.join("\n");
  const token = /authToken=([^;]+)/.exec(cookie)?.[1] ?? "none was given";
  for (const secret of [
    place.buyer.email,
    place.buyer.token,
    PASSWORD,
    token,
    "secretsearch",
    "example.com",
    ADDRESS.streetAddress,
    "Byron",
    "Heather honey",
    place.product,
    "pi_",
    "sk_test_fake",
    "127.0.0.1",
  ])
    expect(all).not.toContain(secret);
});

test("without a proxy of ours nobody can have their requests put into a trace of theirs", async () => {
  shop = await startProcess(environment({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url }), 0);
  collector.spans.length = 0;
  await get("/privacy", traceparent(FORGED));
  await shop.stop();
  const [page] = collector.spans.filter(({ name }) => name.startsWith("GET "));
  expect(page?.kind).toBe(2);
  expect(page?.traceId).not.toBe(FORGED);
});

test("who asks for no traces has no package of them loaded", async () => {
  const bare = { NODE_OPTIONS: `--import ${UNLOADABLE}` };
  shop = await startProcess(environment(bare), 0);
  expect((await get("/products")).status).toBe(200);
  await shop.stop();
  const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url };
  await expect(startProcess(environment({ ...bare, ...endpoint }), 0)).rejects.toThrow("OpenTelemetry is loaded");
});
