import { sql } from "kysely";
import { expect, test } from "vitest";
import { confirm, finalize, initialize } from "../../tests/fixtures/checkout";
import { aProduct, aUser } from "../../tests/fixtures/shop";
import { onBothDatabases, TABLES, type World } from "../../tests/fixtures/world";

/* `npm run torture -- --part growth`: what a thousand orders leave in each table, and how much of it is swept later. */

const ORDERS = 1000;
const BUYERS = 50;
const LATER_DAYS = 100;

const say = (line: string) => process.stdout.write(`${line}\n`);

/** Returns the rows and bytes of each table. The bytes include its indexes. */
async function sizes({ services: { db, dialect } }: World): Promise<Map<string, { rows: number; bytes: number }>> {
  const bytes =
    dialect.name === "sqlite"
      ? sql<{
          name: string;
          bytes: number;
        }>`select m."tbl_name" as "name", sum(s."pgsize") as "bytes" from dbstat s join sqlite_master m on m."name" = s."name" group by 1`
      : sql<{
          name: string;
          bytes: number;
        }>`select "relname" as "name", pg_total_relation_size("oid") as "bytes" from pg_class where "relkind" = 'r' and "relnamespace" = 'public'::regnamespace`;
  const bytesByTable = new Map((await bytes.execute(db)).rows.map((row) => [row.name, Number(row.bytes)]));
  const growth = new Map<string, { rows: number; bytes: number }>();
  for (const table of TABLES) {
    const { rows } = await sql<{ n: number }>`select count(*) as "n" from ${sql.table(table)}`.execute(db);
    growth.set(table, { rows: Number(rows[0]?.n), bytes: bytesByTable.get(table) ?? 0 });
  }
  return growth;
}

onBothDatabases("a thousand orders", (world) => {
  test("leave so many rows and bytes in each table", async () => {
    const product = await aProduct(world, { quantity: 10 * ORDERS });
    const buyers = await Promise.all(Array.from({ length: BUYERS }, () => aUser(world)));
    const before = await sizes(world);
    for (let n = 0; n < ORDERS; n += 1) {
      const { token } = buyers[n % BUYERS]!;
      const { body } = await initialize(world, token, [{ product: product._id, quantity: 1 }]);
      await confirm(world, body.data);
      expect((await finalize(world, token, body.payment.stripeId)).status).toBe(200);
    }
    await world.runner.drain();
    const after = await sizes(world);
    world.clock.forward(LATER_DAYS * 86_400);
    await world.runner.drain(["sweep"]);
    const later = await sizes(world);
    say(
      `${world.services.dialect.name}: table, rows an order, bytes an order, rows left of them after ${LATER_DAYS} days`,
    );
    for (const [table, { rows, bytes }] of after) {
      const had = before.get(table)!;
      if (rows === had.rows) continue;
      const restRows = later.get(table)!.rows - had.rows;
      say(`${table}, ${(rows - had.rows) / ORDERS}, ${Math.round((bytes - had.bytes) / ORDERS)}, ${restRows / ORDERS}`);
    }
    const all = (of: Map<string, { bytes: number }>) => [...of.values()].reduce((sum, entry) => sum + entry.bytes, 0);
    say(`all, ${Math.round((all(after) - all(before)) / ORDERS)} bytes an order`);
  });
});
