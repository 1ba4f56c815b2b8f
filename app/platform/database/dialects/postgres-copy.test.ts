import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { pino } from "pino";
import { afterAll, expect, test, vi } from "vitest";
import { newPostgres } from "../../../../tests/databases/databases";
import { installedPrograms } from "../../../../tests/databases/postgres-program.mjs";
import { ownPostgres } from "../../../../tests/processes/own-postgres";
import { dumpPostgres, restorePostgres } from "./postgres-copy.server";

const folder = mkdtempSync(path.join(tmpdir(), "fieldstall-copy-"));
afterAll(() => rmSync(folder, { recursive: true }));
const bin = installedPrograms();

/**
 * Fills an empty database as migrations do: with an extension, a table with an index by its functions and a column that
 * counts, a trigger and a view. The owner is no superuser, and another role may read. Returns the owner's address.
 */
async function fill(admin: pg.Client, url: string): Promise<string> {
  const name = new URL(url).pathname.slice(1);
  const [owner, reader] = [`owner_of_${name}`, `reader_of_${name}`];
  await admin.query(`create role ${owner} login password 'plain'`);
  await admin.query(`create role ${reader}`);
  await admin.query(`alter database "${name}" owner to ${owner}`);
  await admin.query(`grant usage on schema public to ${reader}`);
  await admin.query(`alter default privileges for role ${owner} in schema public grant select on tables to ${reader}`);
  await admin.query(`set role ${owner}`);
  await admin.query(`create extension pg_trgm`);
  await admin.query(`create table goods (number int generated always as identity, title text)`);
  await admin.query(`create index "goodsByTitle" on goods using gin (title gin_trgm_ops)`);
  await admin.query(`create function shout() returns trigger language plpgsql as $$ begin
    new.title = upper(new.title); return new; end $$`);
  await admin.query(`create trigger shouted before insert on goods for each row execute function shout()`);
  await admin.query(`insert into goods (title) values ('pear')`);
  await admin.query(`create view "allGoods" as select title from goods`);
  return Object.assign(new URL(url), { username: owner, password: "plain" }).href;
}

const goodsIn = async (admin: pg.Client, schema = "public") =>
  (await admin.query(`select number, title from "${schema}".goods order by number`)).rows;

test("an owner who is no superuser puts the database aside and back, where what is to be restored is none", async () => {
  const { database, url, drop } = await newPostgres(pino({ level: "silent" }), "empty");
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  try {
    const ownerUrl = await fill(admin, url);
    const dump = path.join(folder, "none.dump");
    writeFileSync(dump, "no dump");
    const restored = restorePostgres(ownerUrl, { dump, aside: "before-restore", check: () => Promise.resolve() });
    // The program of Postgres refuses the file or is not installed. The error does not come from moving what is there.
    await expect(restored).rejects.toThrow(/pg_restore/);
    await admin.query(`insert into goods (title) values ('plum')`);
    expect(await goodsIn(admin)).toEqual([
      { number: 1, title: "PEAR" },
      { number: 2, title: "PLUM" },
    ]);
    expect((await admin.query(`select * from public."allGoods"`)).rows).toHaveLength(2);
    const schemas = await admin.query(`select nspname from pg_namespace where nspname like 'before%'`);
    expect(schemas.rows).toEqual([]);
  } finally {
    await admin.end();
    await database.close();
    await drop();
  }
});

test.runIf(bin)("an owner who is no superuser restores a dump, and whoever may read goes on reading", async () => {
  const postgres = await ownPostgres(bin ?? undefined);
  const url = `${postgres.url}/shop`;
  const maintenance = new pg.Client({ connectionString: `${postgres.url}/postgres` });
  await maintenance.connect();
  await maintenance.query("create database shop");
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  vi.stubEnv("PATH", [bin, process.env["PATH"]].join(path.delimiter));
  try {
    const ownerUrl = await fill(admin, url);
    const dump = path.join(folder, "shop.dump");
    await admin.query("begin isolation level repeatable read");
    const { rows } = await admin.query<{ id: string }>(`select pg_export_snapshot() as "id"`);
    await dumpPostgres(ownerUrl, dump, rows[0]?.id ?? "");
    await admin.query("commit");
    await admin.query(`insert into goods (title) values ('plum')`);
    const wrong = restorePostgres(ownerUrl, {
      dump,
      aside: "first-try",
      check: () => Promise.reject(new Error("the books do not agree")),
    });
    await expect(wrong).rejects.toThrow("the books do not agree");
    expect(await goodsIn(admin)).toHaveLength(2);
    await restorePostgres(ownerUrl, { dump, aside: "before-restore", check: () => Promise.resolve() });
    expect([await goodsIn(admin), await goodsIn(admin, "before-restore")]).toEqual([
      [{ number: 1, title: "PEAR" }],
      [
        { number: 1, title: "PEAR" },
        { number: 2, title: "PLUM" },
      ],
    ]);
    await admin.query(`insert into goods (title) values ('quince')`);
    expect((await admin.query(`select title from "allGoods" order by title`)).rows.at(-1)).toEqual({ title: "QUINCE" });
    await admin.query("reset role");
    await admin.query("set role reader_of_shop");
    expect(await goodsIn(admin)).toHaveLength(2);
  } finally {
    await admin.end();
    await maintenance.end();
    await postgres.remove();
    vi.unstubAllEnvs();
  }
});
