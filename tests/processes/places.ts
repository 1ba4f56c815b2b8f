import { randomBytes } from "node:crypto";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pino } from "pino";
import { openDatabase, type Database } from "~/platform/database/database.server";
import { migrate } from "~/platform/database/migrate.server";
import { buildServices } from "~/platform/services.server";
import { asAdmin, postgresUrl } from "../databases/databases";
import { aProduct, aUser } from "../fixtures/shop";
import { testConfig } from "../fixtures/world";

export type Kind = "sqlite" | "postgres";

export const STOCK = 20;
export const PRICE_CENTS = 500;

/** The people and goods of every place: a buyer, a merchant with one product, and an operator. */
export interface Inhabitants {
  buyer: { token: string; email: string };
  merchant: { _id: string; token: string };
  operator: { token: string };
  product: string;
}

/** The database and the folder of one shop. */
export interface Place extends Inhabitants {
  kind: Kind;
  folder: string;
  /** Null on SQLite, whose file is in the folder. */
  databaseUrl: string | null;
  /** The test's own connection, in addition to those of the server. */
  database: Database;
  remove(): Promise<void>;
}

const log = pino({ level: "silent" });
const FILE = "fieldstall.db";
const newName = () => `killed_${randomBytes(6).toString("hex")}`;

/**
 * Fills one small database, in the run's Postgres or in another. Each `copy` of it is a separate place in the same
 * state.
 */
export async function filledOnce(
  kind: Kind,
  server?: string,
): Promise<{ copy(): Promise<Place>; remove(): Promise<void> }> {
  const base = mkdtempSync(path.join(tmpdir(), "fieldstall-killed-"));
  const [address, original] = [server ?? (kind === "postgres" ? await postgresUrl() : ""), newName()];
  const admin = (statement: string) => asAdmin(address, (client) => client.query(statement));
  if (kind === "postgres") await admin(`create database ${original}`);
  const inhabitants = await settle(
    await openDatabase({ dataDir: base, databaseUrl: kind === "postgres" ? `${address}/${original}` : null }, log),
    base,
  );

  return {
    async copy() {
      const name = newName();
      const folder = path.join(base, name);
      mkdirSync(folder);
      if (kind === "postgres") {
        await admin(`create database ${name} template ${original}`);
        // A copied sequence counts values as logged that the copy has not logged. Without a checkpoint, a crash would
        // return them again.
        await admin("checkpoint");
      } else copyFileSync(path.join(base, FILE), path.join(folder, FILE));
      const databaseUrl = kind === "postgres" ? `${address}/${name}` : null;
      const database = await openDatabase({ dataDir: folder, databaseUrl }, log);
      return {
        ...inhabitants,
        kind,
        folder,
        databaseUrl,
        database,
        async remove() {
          await database.close();
          if (kind === "postgres") await admin(`drop database ${name} with (force)`);
        },
      };
    },
    async remove() {
      if (kind === "postgres") await admin(`drop database ${original} with (force)`);
      rmSync(base, { recursive: true, force: true });
    },
  };
}

/** Makes a single place, which leaves nothing behind. */
export async function onePlace(kind: Kind, server?: string): Promise<Place> {
  const filled = await filledOnce(kind, server);
  const place = await filled.copy();
  return {
    ...place,
    async remove() {
      await place.remove();
      await filled.remove();
    },
  };
}

async function settle(database: Database, folder: string): Promise<Inhabitants> {
  await migrate(database);
  const services = buildServices(testConfig(folder, false), { database, log });
  const merchant = await aUser({ services }, { privilege: "merchant" });
  const product = await aProduct(
    { services },
    { merchantId: merchant._id, quantity: STOCK, amountCents: PRICE_CENTS, title: "Heather honey" },
  );
  const [buyer, operator] = [await aUser({ services }), await aUser({ services }, { privilege: "operator" })];
  // Tests must not depend on the time of day: from six until noon there would be a mail about low stock.
  await services.db.updateTable("stores").set({ stockMail: 0 }).execute();
  // In production an operator without a second factor may do nothing else. No test signs in with this one.
  const at = services.clock.now().toISOString();
  await services.db
    .insertInto("authenticators")
    .values({ userId: operator._id, secret: "", lastStep: 0, lastUse: "", confirmedAt: at, createdAt: at })
    .execute();
  await services.close();
  return { buyer, merchant, operator, product: product._id };
}
