import { readFileSync } from "node:fs";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startFakeStripe, type FakeStripe } from "../../../tests/fakes/stripe/fake-stripe";
import { addEndpoint, endpointsOf } from "../../../tests/fakes/stripe/webhook-endpoints";
import { CONNECT_EVENTS, necessaryEvents, PLATFORM_EVENTS } from "~/features/payments/event-types";
import { webhookEndpoints } from "./webhook-endpoints.server";

let fake: FakeStripe;
beforeAll(async () => {
  fake = await startFakeStripe();
});
beforeEach(() => {
  endpointsOf(fake.store).length = 0;
});
afterAll(() => fake.close());

const SHOP = "https://shop.test";
const ADDRESS = `${SHOP}/api/v1/stripe/webhook`;

function look({ secrets = 1, connect = false, publicUrl = SHOP, secretKey = "sk_test_fake" } = {}) {
  const webhookSecrets = Array.from({ length: secrets }, (_, n) => `whsec_${n}`);
  const stripe = { secretKey, publishableKey: "pk_test_fake", webhookSecrets, apiUrl: fake.url };
  return webhookEndpoints({ stripe, connect, publicUrl });
}

test("an endpoint at the shop's address with every event is all that payments need", async () => {
  expect(await look()).toEqual([expect.stringMatching(/^Stripe has no enabled endpoint https:\/\/shop\.test/)]);
  addEndpoint(fake.store, `${SHOP}/elsewhere`, ["*"]);
  addEndpoint(fake.store, ADDRESS, ["*"]).status = "disabled";
  expect(await look()).toHaveLength(1);
  const [first = "", ...otherEvents] = necessaryEvents({ connect: false });
  const { enabled_events } = addEndpoint(fake.store, ADDRESS, otherEvents);
  expect(await look()).toEqual([expect.stringContaining(`lacks the events ${first}: `)]);
  enabled_events.push(first);
  expect(await look()).toEqual([]);
});

test("payouts need a second endpoint, its events, and a secret for each", async () => {
  addEndpoint(fake.store, ADDRESS, Object.keys(PLATFORM_EVENTS));
  expect(await look({ connect: true })).toEqual([
    expect.stringContaining(`lacks the events ${CONNECT_EVENTS.join(", ")}: `),
    expect.stringContaining("payouts need a second one"),
  ]);
  addEndpoint(fake.store, ADDRESS, [...CONNECT_EVENTS]);
  expect(await look({ connect: true })).toEqual([expect.stringContaining("has one secret: ")]);
  expect(await look({ connect: true, secrets: 2 })).toEqual([]);
});

test("nothing is said where endpoints cannot be read, or Stripe cannot reach the shop", async () => {
  expect(await look({ secretKey: "sk_test_other" })).toEqual([]);
  expect(await look({ publicUrl: "http://localhost:3000" })).toEqual([]);
});

test("docs/payments.md lists every event", () => {
  const text = readFileSync("docs/payments.md", "utf8");
  expect(necessaryEvents({ connect: true }).filter((type) => !text.includes(`\`${type}\``))).toEqual([]);
});
