import { randomBytes } from "node:crypto";
import path from "node:path";
import { sql } from "kysely";
import { pino } from "pino";
import { afterEach, beforeEach, expect, test } from "vitest";
import { asAdmin, newPostgres } from "../../../../tests/databases/databases";
import { databaseOn, type Database } from "../database.server";
import { isOutOfReach } from "../out-of-reach";
import { postgres } from "./postgres.server";

/* A Postgres that runs and refuses us: for our role, for our database, or as soon as we write. */

const log = pino({ level: "silent" });
let place: Awaited<ReturnType<typeof newPostgres>>;
let database: Database & { dialect: ReturnType<typeof postgres> };
let [name, role] = ["", ""];

const admin = (...statements: string[]) =>
  asAdmin(path.posix.dirname(place.url), async (client) => {
    for (const statement of statements) await client.query(statement);
  });
const within = (statement: string) => sql.raw(statement).execute(place.database.db);
/** Ends the connections of the role, as a failover does. */
const dropConnections = () => admin(`select pg_terminate_backend(pid) from pg_stat_activity where usename = '${role}'`);

/** Renames the database. The shop listens again soon after its connections were ended, so each call ends them. */
const renameAway = () =>
  admin(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`,
    `alter database ${name} rename to ${name}_away`,
  );

beforeEach(async () => {
  role = `shop_${randomBytes(6).toString("hex")}`;
  place = await newPostgres(log);
  name = path.posix.basename(place.url);
  await admin(`create role ${role} login password 'right'`);
  await within(`grant all on all tables in schema public to ${role}`);
  const url = new URL(place.url);
  [url.username, url.password] = [role, "right"];
  const dialect = postgres(url.href, log, { connections: 3 });
  database = Object.assign(databaseOn(dialect), { dialect });
});
afterEach(async () => {
  await database.close();
  await place.database.close();
  // This also drops the rights of the role.
  await place.drop();
  await admin(`drop role ${role}`);
});

const read = () => database.db.selectFrom("counters").select("name").execute();
let rowCount = 0;
const write = () =>
  database.db
    .insertInto("counters")
    .values({ name: `n${(rowCount += 1)}`, value: 1 })
    .execute();
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: Error & { code?: string }) => [isOutOfReach(error), error.code],
  );
/** After its connections were ended, the pool may still try one of them. */
const settledCode = async (work: () => Promise<unknown>, code: string) => {
  await expect.poll(() => codeOf(work())).toEqual([true, code]);
};

test("a role that may not log in, or whose password was changed, is an outage, which ends with the refusal", async () => {
  await read();
  await admin(`alter role ${role} nologin`);
  await dropConnections();
  await settledCode(read, "28000");
  await admin(`alter role ${role} login password 'wrong'`);
  await settledCode(read, "28P01");
  await admin(`alter role ${role} password 'right'`);
  await expect.poll(() => codeOf(read())).toBeNull();
});

test("a right that was taken away is an outage", async () => {
  await within(`revoke insert on counters from ${role}`);
  expect(await codeOf(write())).toEqual([true, "42501"]);
});

test("a database that is not there is an outage", async () => {
  await read();
  await place.database.close();
  await expect.poll(() => codeOf(renameAway())).toBeNull();
  await settledCode(read, "3D000");
  await admin(`alter database ${name}_away rename to ${name}`);
  await expect.poll(() => codeOf(read())).toBeNull();
});

test("a connection that was refused a write for its server is read-only is not used again, whatever it was asked within", async () => {
  const { pool } = database.dialect;
  // As on a server that has become a standby: sessions that began meanwhile stay read-only.
  await admin(`alter database ${name} set default_transaction_read_only = on`);
  const errors: unknown[] = [];
  pool.on("remove", (client) => errors.push(client));
  await Promise.all([read(), read(), read()]);
  const [before] = [pool.totalCount];
  expect(await codeOf(write())).toEqual([true, "25006"]);
  await admin(`alter database ${name} reset default_transaction_read_only`);
  expect(before).toBe(3);
  // The refused connection is gone. The others are as old, and are dropped when somebody needs one.
  expect(await codeOf(write())).toBeNull();
  for (let n = 0; n < 6; n += 1) expect(await codeOf(Promise.all([write(), write(), write()]))).toBeNull();
  expect(errors).toHaveLength(3);

  await admin(`alter database ${name} set default_transaction_read_only = on`);
  await dropConnections();
  await expect.poll(() => codeOf(read())).toBeNull();
  const inTransaction = database.db.transaction().execute(async (trx) => {
    await trx.insertInto("counters").values({ name: "within", value: 1 }).execute();
  });
  expect(await codeOf(inTransaction)).toEqual([true, "25006"]);
  await admin(`alter database ${name} reset default_transaction_read_only`);
  await expect.poll(() => codeOf(write())).toBeNull();
});
