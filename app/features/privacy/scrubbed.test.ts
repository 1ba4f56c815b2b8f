import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { aPaidOrder } from "../../../tests/fixtures/checkout";
import { ADDRESS, PASSWORD } from "../../../tests/fixtures/shop";
import { onBothDatabases } from "../../../tests/fixtures/world";

const NAME = { firstName: "Zqxjkwv", lastName: "Vwqkjyx" };
/** The name, parts of it from the search index of orders (folded, three letters each), and the street. */
const WORDS = ["Zqxjkwv", "Vwqkjyx", "zqx", "vwq", "Kqzxwj Lane"];

onBothDatabases("a person who has left", (world) => {
  test("is not readable in the files of SQLite: database, log of writes, index of orders", async () => {
    const { db, dialect } = world.services;
    const { buyer } = await aPaidOrder(world, {
      more: { billing: { ...ADDRESS, ...NAME, streetAddress: "17 Kqzxwj Lane" } },
    });
    await db
      .updateTable("users")
      .set({ ...NAME, extras: JSON.stringify({ ...ADDRESS, address: "17 Kqzxwj Lane" }) })
      .where("_id", "=", buyer._id)
      .execute();
    await db
      .updateTable("orders")
      .set({ buyerText: "zqxjkwv vwqkjyx", isCompleted: 1 })
      .where("buyerId", "=", buyer._id)
      .execute();
    await world.runner.drain();
    const folder = path.dirname(dialect.place);
    const readable = () =>
      WORDS.filter((word) =>
        readdirSync(folder)
          .filter((file) => file.startsWith(path.basename(dialect.place)) && !file.endsWith("-shm"))
          .some((file) => readFileSync(path.join(folder, file)).includes(word)),
      );
    const isFile = dialect.name === "sqlite" && existsSync(dialect.place);
    if (isFile) expect(readable()).toEqual(WORDS);
    const left = await world.call("DELETE", "/user", { token: buyer.token, body: { password: PASSWORD } });
    expect(left.status).toBe(200);
    await world.runner.drain();
    if (isFile) expect(readable()).toEqual([]);
    const { rows } = await sql<{
      n: number;
    }>`select count(*) as n from "orders" where "buyerText" like '%zqx%'`.execute(db);
    expect(Number(rows[0]?.n)).toBe(0);
  });
});
