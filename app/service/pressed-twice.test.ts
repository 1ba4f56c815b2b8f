import { expect, test } from "vitest";
import { read } from "~/api/client";
import { mailsSent } from "../../tests/fixtures/shop";
import { onBothDatabases } from "../../tests/fixtures/world";
import { clientOf } from "~/api/in-process.server";

onBothDatabases("a form that is pressed twice", (world) => {
  const send = () =>
    read(
      clientOf(world, { key: "form-key-0123456789", memo: new Map() }).support.$post({
        json: { email: "ada@example.com", description: "Where is my bread?" },
      } as never),
    );

  test("is done once, and the second press is answered what the first one is", async () => {
    const [first, second] = await Promise.all([send(), send()]);
    expect(second).toEqual(first);
    expect(await world.services.db.selectFrom("supportMessages").select("_id").execute()).toHaveLength(1);
    expect(await mailsSent(world, "ada@example.com")).toHaveLength(1);
  });

  test("waits for a first press that takes long", async () => {
    const first = await send();
    const { db } = world.services;
    const { body } = await db.selectFrom("idempotencyKeys").select("body").executeTakeFirstOrThrow();
    await db.updateTable("idempotencyKeys").set({ status: 0, body: "" }).execute();
    setTimeout(() => void db.updateTable("idempotencyKeys").set({ status: 201, body }).execute(), 500);
    expect(await send()).toEqual(first);
    expect(await mailsSent(world, "ada@example.com")).toHaveLength(1);
  });
});
