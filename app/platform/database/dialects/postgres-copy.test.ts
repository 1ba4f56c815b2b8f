import { writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { pino } from "pino";
import { expect, test } from "vitest";
import { newPostgres } from "../../../../tests/databases/databases";
import { restorePostgres } from "./postgres-copy.server";

test("an owner who is no superuser puts the database aside and back, where what is to be restored is none", async () => {
  const { database, url, drop } = await newPostgres(pino({ level: "silent" }), "empty");
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  const role = `owner_of_${new URL(url).pathname.slice(1)}`;
  const ownUrl = new URL(url);
  [ownUrl.username, ownUrl.password] = [role, "plain"];
  const dump = path.join(tmpdir(), `${role}.dump`);
  writeFileSync(dump, "no dump");
  try {
    await admin.query(`create role ${role} login password 'plain'`);
    await admin.query(`alter database "${new URL(url).pathname.slice(1)}" owner to ${role}`);
    await admin.query(`set role ${role}`);
    // As migrations make it: an extension, a table with an index of its functions and a column that counts, a trigger.
    await admin.query(`create extension pg_trgm`);
    await admin.query(`create table goods (number int generated always as identity, title text)`);
    await admin.query(`create index "goodsByTitle" on goods using gin (title gin_trgm_ops)`);
    await admin.query(`create function shout() returns trigger language plpgsql as $$ begin
      new.title = upper(new.title); return new; end $$`);
    await admin.query(`create trigger shouted before insert on goods for each row execute function shout()`);
    await admin.query(`insert into goods (title) values ('pear')`);
    await admin.query(`create view "allGoods" as select title from goods`);
    const restored = restorePostgres(ownUrl.href, { dump, aside: "before-restore", check: () => Promise.resolve() });
    // The programs of Postgres refuse the file, or are not here: not moving what is there.
    await expect(restored).rejects.toThrow(/pg_restore/);
    await admin.query(`insert into goods (title) values ('plum')`);
    expect((await admin.query(`select number, title from goods order by number`)).rows).toEqual([
      { number: 1, title: "PEAR" },
      { number: 2, title: "PLUM" },
    ]);
    expect((await admin.query(`select * from public."allGoods"`)).rows).toHaveLength(2);
    const schemas = await admin.query(`select nspname from pg_namespace where nspname like 'before%'`);
    expect(schemas.rows).toEqual([]);
  } finally {
    await admin.query("reset role");
    await admin.end();
    await database.close();
    await drop();
  }
});
