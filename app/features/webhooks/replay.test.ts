import { expect, test } from "vitest";
import { aUser } from "../../../tests/fixtures/shop";
import { onBothDatabases, type World } from "../../../tests/fixtures/world";
import { newId } from "~/platform/ids.server";
import { MOST_REPLAYED } from "./schema";

/** A webhook with deliveries, one second apart. */
async function withDeliveries(world: World, kinds: { type?: string; status?: "delivered" | "failed" | "waiting" }[]) {
  const { token } = await aUser(world, { privilege: "merchant" });
  const body = { url: "https://93.184.215.14/hooks", events: ["order.placed", "product.approved"] };
  const made = await world.call("POST", "/merchant/webhooks", { token, body });
  const endpointId = made.body.data._id as string;
  const rows = kinds.map(({ type = "order.placed", status = "delivered" }, place) => {
    const at = new Date(world.clock.now().getTime() + place * 1000);
    const _id = newId(at);
    const event = JSON.stringify({ id: _id, type, createdAt: at.toISOString(), data: {} });
    const time = at.toISOString();
    const times = { nextAt: time, retryUntil: time, createdAt: time, updatedAt: time };
    const outcome = { attempts: 1, triedAt: at.toISOString(), answerStatus: 200, answer: "", problem: "" };
    return { _id, endpointId, eventId: _id, type, body: event, status, ...outcome, ...times };
  });
  await world.services.db.insertInto("webhookDeliveries").values(rows).execute();
  const at = `/merchant/webhooks/${endpointId}`;
  const waiting = async () =>
    (
      await world.services.db
        .selectFrom("webhookDeliveries")
        .select("_id")
        .where("status", "=", "waiting")
        .orderBy("_id")
        .execute()
    ).map(({ _id }) => rows.findIndex((row) => row._id === _id));
  return { token, at, rows, waiting };
}

onBothDatabases("events that are sent again", (world) => {
  test("are those of some time, of some types, that failed or were delivered", async () => {
    const { token, at, waiting } = await withDeliveries(world, [
      { status: "failed" },
      { status: "failed", type: "product.approved" },
      { status: "delivered" },
      { status: "failed" },
      { status: "failed" },
    ]);
    const body = {
      // One second after the first delivery, in another time zone.
      since: "2026-03-02T14:00:01+02:00",
      until: "2026-03-02T12:00:04Z",
      types: ["order.placed"],
      status: "failed",
    };
    const answer = await world.call("POST", `${at}/replay`, { token, body });
    expect(answer).toMatchObject({ status: 200, body: { data: { count: 1, next: null } } });
    expect(await waiting()).toEqual([3]);
    expect(
      await world.services.db.selectFrom("jobs").select("kind").where("kind", "=", "webhook").execute(),
    ).toHaveLength(1);
  });

  test("are at most 500 at once, and the answer says how to go on", async () => {
    const { token, at, rows, waiting } = await withDeliveries(
      world,
      Array.from({ length: MOST_REPLAYED + 2 }, () => ({})),
    );
    const body = { since: "2026-03-01T00:00:00Z" };
    const first = (await world.call("POST", `${at}/replay`, { token, body })).body.data;
    expect(first).toEqual({ count: MOST_REPLAYED, next: rows[MOST_REPLAYED - 1]?._id });
    const second = await world.call("POST", `${at}/replay`, { token, body: { ...body, after: first.next } });
    expect(second.body.data).toEqual({ count: 2, next: null });
    expect(await waiting()).toHaveLength(MOST_REPLAYED + 2);
  });

  test("are listed by status and type, and one of them with what was sent", async () => {
    const { token, at, rows } = await withDeliveries(world, [
      { status: "failed" },
      { status: "delivered" },
      { status: "failed", type: "product.approved" },
    ]);
    const listed = async (query: string) =>
      (await world.call("GET", `${at}/deliveries?${query}`, { token })).body.data.total as number;
    expect([await listed("status=failed"), await listed("type=order.placed"), await listed("status=waiting")]).toEqual([
      2, 2, 0,
    ]);
    const { body } = await world.call("GET", `${at}/deliveries/${rows[2]?._id}`, { token });
    expect(body.data.payload).toMatchObject({ id: rows[2]?._id, type: "product.approved" });
    const stranger = await aUser(world, { privilege: "merchant" });
    const foreign = await world.call("GET", `${at}/deliveries/${rows[2]?._id}`, { token: stranger.token });
    expect(foreign.status).toBe(404);
  });

  test("are signed with a secret that is told with the webhook, once, and never kept with the answer", async () => {
    const { token } = await aUser(world, { privilege: "merchant" });
    const body = { url: "https://93.184.215.14/hooks", events: ["order.placed"] };
    const headers = { "Idempotency-Key": "create-a-webhook" };
    const first = await world.call("POST", "/merchant/webhooks", { token, body, headers });
    expect(first.body.data.secret).toMatch(/^whsec_[\w-]{43}$/);
    const again = await world.call("POST", "/merchant/webhooks", { token, body, headers });
    const { secret: _secret, ...repeated } = first.body.data;
    expect(again).toMatchObject({ status: 201, body: { data: repeated } });
    expect(again.body.data).not.toHaveProperty("secret");
    const kept = await world.services.db.selectFrom("idempotencyKeys").selectAll().execute();
    expect(JSON.stringify(kept)).not.toContain("whsec_");
  });
});
