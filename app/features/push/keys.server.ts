import { createECDH } from "node:crypto";
import { timestamp } from "~/platform/clock";
import { inTransaction, type Db } from "~/platform/database/database.server";
import { presentSeal, seal, unseal } from "~/platform/seal.server";
import type { Services } from "~/platform/services.server";

/*
 * The market's key pair for Web Push (VAPID, RFC 8292). It is made at the first start and stored in the database, with
 * the private key sealed by the market's secret. All processes thus have the same pair, and backups contain it.
 */

export interface PushKeys {
  publicKey: string;
  privateKey: string;
}

const PLACE = "push keys";
const THE_ROW = "vapid";

const rowIn = (db: Db) => db.selectFrom("pushKeys").selectAll().where("_id", "=", THE_ROW).executeTakeFirst();

/** The market's keys. Makes them if there are none. If several processes do so at once, the first one wins. */
export async function pushKeysOf(services: Pick<Services, "db" | "clock" | "config">): Promise<PushKeys> {
  const row = await rowIn(services.db);
  const privateKey = row ? unseal(services.config, row.sealedPrivateKey, PLACE) : null;
  if (row && privateKey !== null) return { publicKey: row.publicKey, privateKey };
  if (row) await forgetKeys(services, row.sealedPrivateKey);
  await services.db
    .insertInto("pushKeys")
    .values(newRow(services))
    .onConflict((oc) => oc.column("_id").doNothing())
    .execute();
  return pushKeysOf(services);
}

/** Whether there are keys, and which secret opens them: the present one, the previous one, or neither. */
export async function stateOfPushKeys({
  db,
  config,
}: Pick<Services, "db" | "config">): Promise<"none" | "present" | "previous" | "locked"> {
  const row = await rowIn(db);
  if (!row) return "none";
  if (unseal(config, row.sealedPrivateKey, PLACE) === null) return "locked";
  return row.sealedPrivateKey.startsWith(presentSeal(config)) ? "present" : "previous";
}

/** The public key, for pages; null where pages have no service worker, which would show the notices. */
export async function publicKeyOf(services: Pick<Services, "db" | "clock" | "config">): Promise<string | null> {
  return services.config.serviceWorker ? (await pushKeysOf(services)).publicKey : null;
}

function newRow({ clock, config }: Pick<Services, "clock" | "config">) {
  const pair = createECDH("prime256v1");
  pair.generateKeys();
  // A private key with leading zeros must have 32 bytes, too.
  const privateKey = Buffer.concat([Buffer.alloc(32), pair.getPrivateKey()])
    .subarray(-32)
    .toString("base64url");
  return {
    _id: THE_ROW,
    publicKey: pair.getPublicKey("base64url"),
    sealedPrivateKey: seal(config, privateKey, PLACE),
    createdAt: timestamp(clock),
  };
}

/** Deletes keys that no secret can open. Subscriptions made with them can receive nothing, so they are deleted too. */
async function forgetKeys({ db }: Pick<Services, "db">, sealedPrivateKey: string): Promise<void> {
  await inTransaction(db, async (trx) => {
    const removed = await trx
      .deleteFrom("pushKeys")
      .where("sealedPrivateKey", "=", sealedPrivateKey)
      .executeTakeFirst();
    if (removed.numDeletedRows > 0n) await trx.deleteFrom("pushSubscriptions").execute();
  });
}

/** At a start: makes keys if there are none, and seals them under the present secret. */
export async function preparePushKeys(services: Pick<Services, "db" | "clock" | "config">): Promise<void> {
  const { privateKey } = await pushKeysOf(services);
  await services.db
    .updateTable("pushKeys")
    .set({ sealedPrivateKey: seal(services.config, privateKey, PLACE) })
    .where("sealedPrivateKey", "not like", `${presentSeal(services.config)}%`)
    .execute();
}
