import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { MARKET } from "../../scripts/gate/market.mjs";
import { chosenOf } from "./killed-cases";
import { filledOnce } from "./places";
import { buildOnce, startProcess } from "./shop-process";

/* A killed process leaves leases behind. Its successor must not wait until they expire: here that is an hour. */

const MESSAGE = { fullname: "Ada", email: "ada@example.com", subject: "Rye", telephone: "", description: "Is it rye?" };
const anHourOn = () => new Date(Date.now() + 3_600_000).toISOString();

describe.each(chosenOf("taken over", ["sqlite", "postgres"]))("what a killed process had begun (%s)", (kind) => {
  let filled: Awaited<ReturnType<typeof filledOnce>>;
  beforeAll(async () => {
    buildOnce();
    filled = await filledOnce(kind);
  });
  afterAll(() => filled.remove());

  test("is gone on with by the next one: jobs, and requests under a key", async () => {
    const place = await filled.copy();
    const { db } = place.database;
    const start = () =>
      startProcess(
        {
          APP_SECRET: "a secret that only the tests know.",
          PUBLIC_URL: "http://shop.localhost",
          MAIL: "files",
          ...MARKET,
          PAYMENTS: "test",
          DATA_DIR: place.folder,
          ...(place.databaseUrl && { DATABASE_URL: place.databaseUrl }),
        },
        0,
      );
    let shop = await start();
    const write = () =>
      fetch(`${shop.address}/api/v1/support`, {
        method: "POST",
        headers: { "Content-Type": "application/json", "Idempotency-Key": "one-and-the-same-key" },
        body: JSON.stringify(MESSAGE),
      });
    const namesOfProcesses = async () =>
      (await db.selectFrom("processes").select("_id").execute()).map(({ _id }) => _id);
    try {
      // Only records that a process writes after its announcement have its name.
      await expect.poll(namesOfProcesses).toHaveLength(1);
      expect((await write()).status).toBe(201);
      const [name] = await namesOfProcesses();
      await shop.kill();
      // The state after the process was killed in the middle of both.
      await db.updateTable("idempotencyKeys").set({ status: 0, body: "a holder", createdAt: anHourOn() }).execute();
      const leased = { leasedBy: name as string, leasedUntil: anHourOn(), attempts: 1 };
      const { _id } = await db
        .updateTable("jobs")
        .set({ ...leased, finishedAt: null, diedAt: null, runAt: new Date(0).toISOString() })
        .where("everySeconds", "is not", null)
        .where("kind", "=", "sweep")
        .returning("_id")
        .executeTakeFirstOrThrow();
      shop = await start();
      const lease = () => db.selectFrom("jobs").select("leasedBy").where("_id", "=", _id).executeTakeFirstOrThrow();
      await expect.poll(lease).not.toEqual({ leasedBy: name });
      await expect.poll(namesOfProcesses).not.toContain(name);
      expect((await write()).status).toBe(201);
    } finally {
      await shop.kill();
      await place.remove();
    }
  });
});
