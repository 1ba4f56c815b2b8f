import { noBilling } from "~/features/accounts/schema";
import { timestamp } from "~/platform/clock";
import { ConfigError } from "~/platform/config-error";
import { inTransaction, type Db } from "~/platform/database/database.server";
import type { Services } from "~/platform/services.server";

/* The demo's accounts are marked in the database, because everybody can read their passwords. */

const accountIds = (db: Db) => db.selectFrom("demoAccounts").select("userId");

/** Demo accounts that can still sign in. */
function open(db: Db) {
  return db.selectFrom("users").select("_id").where("_id", "in", accountIds(db)).where("email", "is not", null);
}

/** Keeps production from starting while a demo account can sign in. Throws a ConfigError that says what to do. */
export async function refuseDemoLogins(db: Db): Promise<void> {
  const openAccounts = await open(db).execute();
  if (openAccounts.length === 0) return;
  throw new ConfigError(
    `DATA_DIR or DATABASE_URL holds the demo: ${openAccounts.length} of its accounts, an operator's among them, have a password that everybody can read. Run \`npm run demo:remove\` with the same variables to lock them and take their stalls out of the shop, or begin with an empty database.`,
  );
}

/**
 * Locks every demo account for good and removes its stalls and goods from the shop. Orders of real people stay as they
 * are, with the name of the stall. Returns how many accounts were locked (0 on a second run) and how many paid orders
 * of real people wait for a stall that is gone.
 */
export async function lockDemo({
  db,
  clock,
  dialect,
}: Pick<Services, "db" | "clock" | "dialect">): Promise<{ locked: number; waiting: number }> {
  const now = timestamp(clock);
  return inTransaction(db, async (trx) => {
    const demo = accountIds(trx);
    const openAccounts = await open(trx).execute();
    // Deletes the accounts' stored answers, sessions, tokens, links and codes.
    await trx.deleteFrom("idempotencyKeys").where("scope", "in", demo).execute();
    await trx.deleteFrom("tokens").where("userId", "in", demo).execute();
    await trx.deleteFrom("personalTokens").where("userId", "in", demo).execute();
    await trx.deleteFrom("accountLinks").where("userId", "in", demo).execute();
    await trx.deleteFrom("passwordLinks").where("userId", "in", demo).execute();
    await trx
      .deleteFrom("codes")
      .where("email", "in", (eb) =>
        eb.selectFrom("users").select("email").where("_id", "in", demo).$castTo<{ email: string }>(),
      )
      .execute();
    await trx.deleteFrom("cartLines").where("userId", "in", demo).execute();
    await trx.deleteFrom("wishlistLines").where("userId", "in", demo).execute();
    await trx
      .updateTable("users")
      .set({
        email: null,
        passwordHash: "",
        telephone: "",
        extras: JSON.stringify(noBilling),
        deletedAt: now,
        updatedAt: now,
      })
      .where("_id", "in", demo)
      .execute();
    await trx.updateTable("stores").set({ status: "suspended" }).where("userId", "in", demo).execute();
    const goods = trx.selectFrom("products").select("_id").where("merchantId", "in", demo);
    await trx.deleteFrom("cartLines").where("productId", "in", goods).execute();
    await trx.deleteFrom("wishlistLines").where("productId", "in", goods).execute();
    await trx
      .updateTable("products")
      .set({ isPublic: 0, deletedAt: now, updatedAt: now })
      .where("merchantId", "in", demo)
      .where("deletedAt", "is", null)
      .execute();
    await dialect.announceChange(trx);
    const { waiting } = await trx
      .selectFrom("orderParts as p")
      .innerJoin("orders as o", "o._id", "p.orderId")
      .select((eb) => eb.fn.count<number>("o._id").distinct().as("waiting"))
      .where("p.merchantId", "in", demo)
      .where("p.statusText", "=", "Processing")
      .where("p.paidAt", "is not", null)
      .where("o.buyerId", "not in", demo)
      .executeTakeFirstOrThrow();
    return { locked: openAccounts.length, waiting: Number(waiting) };
  });
}
