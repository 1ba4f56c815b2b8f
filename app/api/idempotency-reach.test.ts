import { expect, test } from "vitest";
import { longOnPostgres } from "../../tests/fixtures/long-test";
import { aProduct, aUser, setSold } from "../../tests/fixtures/shop";
import { onBothDatabases, type CallOptions, type World } from "../../tests/fixtures/world";

const KEY = "form-key-0123456789";
const HOUR = 3600;
const keyed = (world: World, method: string, path: string, options: CallOptions = {}, key = KEY) =>
  world.call(method, path, { ...options, headers: { ...options.headers, "Idempotency-Key": key } });
const keysKept = ({ services: { db } }: World) => db.selectFrom("idempotencyKeys").selectAll().execute();
const message = { email: "ada@example.com", description: "Where is my bread?" };

function named(fields: Record<string, string>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
}

onBothDatabases("what is answered from memory", (world) => {
  test("is known for a day at least, and for three at most", async () => {
    await keyed(world, "POST", "/support", { body: message });
    const again = async () => {
      await world.runner.drain(["sweep"]);
      return (await keyed(world, "POST", "/support", { body: message })).headers.get("Idempotency-Replayed");
    };
    world.clock.forward(23 * HOUR);
    expect(await again()).toBe("true");
    world.clock.forward(49 * HOUR + 1);
    expect(await again()).toBeNull();
  });

  test("is never a cart's sum: prices may have changed", async () => {
    const product = await aProduct(world, { amountCents: 250 });
    const sum = async () =>
      (await keyed(world, "POST", "/product/cart", { body: { carts: [{ product: product._id, quantity: 2 }] } })).body
        .data.cartTotal;
    expect(await sum()).toBe(5);
    await setSold(world.services.db, { priceCents: 300, amountCents: 300 });
    expect([await sum(), await keysKept(world)]).toEqual([6, []]);
  });

  test("is never a file that comes piece by piece: each piece is only what it is", async () => {
    const { token } = await aUser(world, { privilege: "merchant" });
    const headers = {
      "Tus-Resumable": "1.0.0",
      "Upload-Length": "100",
      "Upload-Metadata": `intendedFileName ${btoa("video")}`,
    };
    const begin = () => keyed(world, "POST", "/file/resumable", { token, headers });
    const [first, second] = [await begin(), await begin()];
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.headers.get("Location")).not.toBe(first.headers.get("Location"));
    const path = (first.headers.get("Location") ?? "").replace("/api/v1", "");
    expect((await keyed(world, "DELETE", path, { token, headers: { "Tus-Resumable": "1.0.0" } })).status).toBe(204);
    expect(await keysKept(world)).toEqual([]);
  });

  test("is another form when the same word stands in another field", async () => {
    const { token } = await aUser(world);
    expect((await keyed(world, "PUT", "/user", { token, form: named({ firstName: "Grace" }) })).status).toBe(200);
    const other = await keyed(world, "PUT", "/user", { token, form: named({ lastName: "Grace" }) });
    expect([other.status, other.body.error[0].code]).toEqual([422, "idempotency_key_reused"]);
  });

  test("tells in words what is wrong with a key, and that the first is still at work", async () => {
    expect((await keyed(world, "POST", "/support", { body: message }, "short")).body.error).toEqual([
      {
        message: "Idempotency-Key must have 8 to 128 letters, digits, - or _.",
        code: "bad_idempotency_key",
        field: "Idempotency-Key",
      },
    ]);
    await keyed(world, "POST", "/support", { body: message });
    await world.services.db.updateTable("idempotencyKeys").set({ status: 0, body: "" }).execute();
    expect((await keyed(world, "POST", "/support", { body: message })).body.error).toEqual([
      {
        message: "This is being worked on already. Please wait a moment.",
        code: "still_running",
        field: "Idempotency-Key",
      },
    ]);
  });
});

onBothDatabases(
  "a visitor who sends ever new keys",
  (world) => {
    longOnPostgres(world, "is stopped after 300 an hour, and nobody who is signed in is", async () => {
      const { token } = await aUser(world);
      const send = async (n: number, options: CallOptions = {}) =>
        (await keyed(world, "POST", "/support", { body: {}, ...options }, `form-key-${n}`)).status;
      for (let n = 0; n < 300; n += 1) expect(await send(n)).toBe(422);
      expect([await send(300), await send(301, { address: "203.0.113.8" }), await send(302, { token })]).toEqual([
        429, 422, 422,
      ]);
      // An unknown call is refused as unknown, and no answer is stored for its key.
      expect((await keyed(world, "POST", "/nothing-here", {}, "form-key-303")).status).toBe(404);
    });
  },
  { limits: true },
);
