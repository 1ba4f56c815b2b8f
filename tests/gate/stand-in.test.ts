import { afterAll, beforeAll, expect, test } from "vitest";
import { startFakeStripe, type FakeStripe } from "../fakes/stripe/fake-stripe";

let fake: FakeStripe;
beforeAll(async () => {
  fake = await startFakeStripe();
});
afterAll(() => fake.close());

test("a connection that idled may be used again: the stand-in closes none, so no request crosses its close", async () => {
  const { headers } = await fetch(`${fake.url}/control/state`);
  expect(headers.get("connection")).toBe("keep-alive");
  // Node adds the limit here if there is one.
  expect(headers.get("keep-alive")).toBeNull();
});
