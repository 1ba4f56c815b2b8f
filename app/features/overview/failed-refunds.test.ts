import { expect, test } from "vitest";
import { aPaidOrder } from "../../../tests/fixtures/checkout";
import { aUser } from "../../../tests/fixtures/shop";
import { counted, onBothDatabases } from "../../../tests/fixtures/world";

/** A card of the test provider whose refunds fail after a minute. */
const REFUNDS_FAIL = { number: "4000 0000 0000 5126" };

onBothDatabases("a refund that came back", (world) => {
  /** Two refunded orders. The refund of the second one came back a minute later. */
  async function twoRefunds() {
    const { token } = await aUser(world, { privilege: "operator" });
    const get = async (path: string) => (await world.call("GET", `/operator${path}`, { token })).body.data;
    const post = (path: string, body?: object) =>
      world.call("POST", `/operator${path}`, { token, ...(body && { body }) });
    const orders = [await aPaidOrder(world), await aPaidOrder(world, { card: REFUNDS_FAIL })] as const;
    for (const { orderId } of orders) await post(`/orders/${orderId}/refund`, { reason: "Bruised." });
    await world.runner.drain();
    world.clock.forward(61);
    await world.runner.drain(["refunds.look"]);
    return { get, post, failed: orders[1].orderId };
  }
  const ids = ({ docs }: { docs: { _id: string }[] }) => docs.map(({ _id }) => _id);

  test("is counted for operators in the one statement of their overview, until somebody has seen to it", async () => {
    const { get, post, failed } = await twoRefunds();
    // The second statement reads the caller.
    const { answer, statements } = await counted(() => get("/overview"));
    expect([answer.failedRefunds, statements]).toEqual([1, 2]);
    const [{ _id }] = (await get(`/orders/${failed}`)).refunds;
    const body = { how: "By bank transfer.", day: world.clock.now().toISOString().slice(0, 10) };
    expect((await post(`/orders/${failed}/refunds/${_id}/other-way`, body)).status).toBe(200);
    expect((await get("/overview")).failedRefunds).toBe(0);
  });

  test("is found among the orders, of all days or of the day on which it came back", async () => {
    const { get, post, failed } = await twoRefunds();
    const day = world.clock.now().toISOString().slice(0, 10);
    expect(ids(await get("/orders?what=refund_failed"))).toEqual([failed]);
    expect(ids(await get(`/orders?what=refund_failed&day=${day}`))).toEqual([failed]);
    expect(ids(await get("/orders?what=refund_failed&day=2020-01-01"))).toEqual([]);
    expect(ids(await get("/orders?what=refund_failed&q=nobody@example.com"))).toEqual([]);
    const [{ _id }] = (await get(`/orders/${failed}`)).refunds;
    expect((await post(`/orders/${failed}/refunds/${_id}/anew`)).status).toBe(200);
    expect(ids(await get("/orders?what=refund_failed"))).toEqual([]);
  });
});
