import { CompiledQuery, sql } from "kysely";
import { expect } from "vitest";
import { longOnPostgres } from "../../../tests/fixtures/long-test";
import { copiesOfProduct } from "../../../tests/fixtures/product-copies";
import { onBothDatabases } from "../../../tests/fixtures/world";
import { inTransaction, type Trx } from "~/platform/database/database.server";
import type { Dialect } from "~/platform/database/dialects/dialect";
import { candidatesQuery } from "./find/candidates.server";
import { wordsOf } from "./find/words.server";

onBothDatabases("the way of a search", (world) => {
  longOnPostgres(world, "goes through no list as long as the catalogue", async () => {
    await copiesOfProduct(world, 3000, (n) => (n % 100 === 7 ? { searchText: `rare seed ${n}\nvegetables\n\n` } : {}));
    const { db, dialect } = world.services;
    const plan = (q: string) => inTransaction(db, (trx) => planOf(trx, dialect, q));
    for (const q of ["rare", "rare seeds", "copy-7", "青森", "tomatoes carrots"]) {
      expect(await plan(q), q).not.toMatch(/SCAN products(?! USING)|Seq Scan on products/);
    }
  });
});

/** The database's plan for finding the candidates of a search. */
async function planOf(db: Trx, dialect: Dialect, q: string): Promise<string> {
  // So few rows are scanned faster than looked up. The test asks whether there is another way.
  if (dialect.name === "postgres") await sql`set local enable_seqscan = off`.execute(db);
  const { sql: text, parameters } = candidatesQuery(db, dialect, {
    words: wordsOf(q),
    typed: q.toLowerCase(),
  }).compile();
  const explain = dialect.name === "sqlite" ? "explain query plan" : "explain";
  const { rows } = await db.executeQuery<Record<string, string>>(
    CompiledQuery.raw(`${explain} ${text}`, [...parameters]),
  );
  return rows.map((row) => row["detail"] ?? row["QUERY PLAN"]).join("\n");
}
