import { sql } from "kysely";
import { expect, test } from "vitest";
import { tracedTests } from "../../../tests/fixtures/traced";
import { onBothDatabases } from "../../../tests/fixtures/world";
import { openTracing } from "./open-tracing.server";
import { inTrace, theTracer } from "./tracing.server";

const traced = tracedTests();

onBothDatabases("statements", (world) => {
  test("are told by what they do and to which table, without their text and values", async () => {
    await openTracing(traced.log);
    const { db, dialect } = world.services;
    const secret = "ada@example.com";
    await inTrace("job mail", "consumer", {}, async () => {
      await db
        .insertInto("subscribers")
        .values({ email: secret } as never)
        .execute()
        .catch(() => undefined);
      await db.selectFrom("users as u").select("_id").where("email", "=", secret).execute();
      await db.updateTable("users").set({ email: secret }).where("email", "=", secret).execute();
      await db
        .updateTable("stores")
        .from("users")
        .set({ storeName: secret })
        .whereRef("users._id", "=", "stores.userId")
        .execute();
      await db.deleteFrom("tokens").where("tokens.hash", "=", secret).execute();
      await db.selectFrom(db.selectFrom("users").select("_id").as("some")).selectAll().execute();
      await sql`select ${secret} as it`.execute(db);
      await sql`insert into ${sql.table("nowhere")} (it) values (${secret})`.execute(db).catch(() => undefined);
    });
    await db.selectFrom("orders").select("itemId").execute();
    await theTracer()?.close();
    const clientSpans = traced.collector.spans.filter(({ kind }) => kind === 3);
    expect(clientSpans.map(({ name, status }) => [name, status.code === 2])).toEqual([
      ["insert subscribers", true],
      ["select users", false],
      ["update users", false],
      ["update stores", false],
      ["delete tokens", false],
      ["select", false],
      ["select", false],
      ["insert", true],
    ]);
    expect(clientSpans[1]?.attributes).toEqual({
      "db.system.name": dialect.name === "postgres" ? "postgresql" : "sqlite",
      "db.operation.name": "select",
      "db.collection.name": "users",
    });
    expect(clientSpans[7]?.attributes["error.type"]).toBe(dialect.name === "postgres" ? "42P01" : "SQLITE_ERROR");
    expect(traced.collector.bodies.join()).not.toContain(secret);
  });
});
