import { sql } from "kysely";
import { expect, test } from "vitest";
import { aCategory, aProduct, aUser } from "../../../tests/fixtures/shop";
import { aProductPayload } from "../../../tests/fixtures/good-calls";
import { aStall, HEAD, PATH, row } from "../../../tests/fixtures/spreadsheets";
import { onBothDatabases, type Answered, type World } from "../../../tests/fixtures/world";
import { isDuplicate, UNIQUE_INDEXES, type UniqueIndex } from "./duplicates";

const INDEXES = Object.entries(UNIQUE_INDEXES) as [UniqueIndex, string][];

/** Columns of a table's unique indexes; on Postgres, which names the index, only those of that index. */
async function columnsOf({ services: { db, dialect } }: World, name: UniqueIndex): Promise<string[]> {
  const table = UNIQUE_INDEXES[name].split(".", 1)[0] ?? "";
  const columns =
    dialect.name === "sqlite"
      ? sql<{ index: string; name: string }>`select l.name as "index", i.name
          from pragma_index_list(${table}) l, pragma_index_info(l.name) i where l."unique" = 1 order by i.seqno`
      : sql<{ index: string; name: string }>`select c.relname as "index", a.attname as name from pg_index x
          join pg_class c on c.oid = x.indexrelid
          cross join unnest(x.indkey) with ordinality k(attnum, n)
          join pg_attribute a on a.attrelid = x.indrelid and a.attnum = k.attnum
          where x.indisunique and c.relname = ${name} order by k.n`;
  const { rows } = await columns.execute(db);
  return [...new Set(rows.map(({ index }) => index))].map((one) =>
    rows.flatMap((row) => (row.index === one ? [`${table}.${row.name}`] : [])).join(", "),
  );
}

onBothDatabases("a row that is there already", (world) => {
  test.each(INDEXES)("the index %s has the columns that are named", async (name, columns) => {
    expect(await columnsOf(world, name)).toContain(columns);
  });

  test("is told by the index that refuses it", async () => {
    const { db } = world.services;
    const { _id, sku, merchantId } = await aProduct(world, { sku: "A" });
    const error = (values: Parameters<typeof aProduct>[1]) =>
      aProduct(world, values).then(
        () => null,
        (error: unknown) => error,
      );
    const [sameSku, sameId] = [await error({ sku, merchantId }), await error({ _id })];
    expect([isDuplicate(sameSku, "variantsSku"), isDuplicate(sameId, "variantsSku")]).toEqual([true, false]);
    expect([isDuplicate(sameSku, "usersEmail"), isDuplicate(null, "variantsSku")]).toEqual([false, false]);
    const key = {
      scope: "visitor",
      key: "k",
      fingerprint: "",
      status: 0,
      body: "",
      result: null,
      createdAt: "2026-03-02T12:00:00.000Z",
    };
    await db.insertInto("idempotencyKeys").values(key).execute();
    const secondError = await db
      .insertInto("idempotencyKeys")
      .values(key)
      .execute()
      .catch((error: unknown) => error);
    expect([isDuplicate(secondError, "idempotencyKeysKey"), isDuplicate(secondError, "jobsUnique")]).toEqual([
      true,
      false,
    ]);
  });
});

/** Runs `work` with one more unique index on a table, which no code knows of. */
async function withRule<T>({ services: { db } }: World, table: string, columns: string, work: () => Promise<T>) {
  await sql.raw(`create unique index "aNewRule" on "${table}" (${columns})`).execute(db);
  return work().finally(() => sql.raw(`drop index "aNewRule"`).execute(db));
}

const FAULT = { status: 500, code: "internal" };
const outcome = ({ status, body }: Answered) => ({ status, code: body.error?.[0].code });

onBothDatabases("a row that another index refuses", (world) => {
  test("is no SKU that is taken, neither of a product that is added nor of one that is saved", async () => {
    const { token, category } = await aStall(world);
    const payload = { ...aProductPayload(category._id), availType: "draft", image: [], video: null };
    const add = (sku: string, barcode: string) =>
      world.call("POST", PATH, { token, body: { ...payload, sku, barcode } });
    await add("A", "29");
    const { body } = await add("B", "30");
    await withRule(world, "products", `"merchantId", "barcode"`, async () => {
      expect(outcome(await add("C", "29"))).toEqual(FAULT);
      const answer = await world.call("PUT", `${PATH}?product=${body.data._id}`, {
        token,
        body: { ...payload, sku: "B", barcode: "29" },
      });
      expect(outcome(answer)).toEqual(FAULT);
    });
    expect(outcome(await add("A", "31"))).toMatchObject({ status: 409, code: "sku_taken" });
  });

  test("is no SKU that is taken in a spreadsheet", async () => {
    const { check, apply, products } = await aStall(world);
    const report = await check(`${HEAD}\n${row("A")}\n${row("B")}\n`);
    const applied = await withRule(world, "products", `"merchantId", "barcode"`, () => apply(report.body.data._id));
    expect(outcome(applied)).toEqual(FAULT);
    expect(await products()).toEqual([]);
  });

  test("is no title that another category has", async () => {
    const { token } = await aUser(world, { privilege: "operator" });
    await aCategory(world, "Vegetables");
    const add = (title: string) => {
      const form = new FormData();
      form.set("title", title);
      form.set("tint", "clay");
      return world.call("POST", "/operator/categories", { token, form });
    };
    await withRule(world, "categories", `"createdAt"`, async () => {
      expect(outcome(await add("Bread"))).toEqual(FAULT);
    });
    expect(outcome(await add("Vegetables"))).toMatchObject({ status: 409, code: "same_title" });
  });
});
