import { rewriteCopies } from "~/features/accounts/change-email.server";
import type { AccountPart } from "~/features/accounts/email-parts";
import type { Db, Trx } from "~/platform/database/database.server";
import type { AuthenticatorRow, PasskeyRow, RecoveryCodeRow } from "~/platform/database/tables";
import { forgetFactor } from "./factors.server";

/** The rows of a person's second factor. Secrets of apps are sealed, codes are hashes, and passkeys are public keys. */
interface FactorRows {
  authenticators: AuthenticatorRow[];
  passkeys: PasskeyRow[];
  recoveryCodes: RecoveryCodeRow[];
}

async function rowsOf(db: Db, userId: string): Promise<FactorRows> {
  return {
    authenticators: await db
      .selectFrom("authenticators")
      .selectAll()
      .where("userId", "=", userId)
      .where("confirmedAt", "is not", null)
      .execute(),
    passkeys: await db.selectFrom("passkeys").selectAll().where("userId", "=", userId).execute(),
    recoveryCodes: await db.selectFrom("recoveryCodes").selectAll().where("userId", "=", userId).execute(),
  };
}

/** The second factor as a part that an undo restores. Codes and passkey signatures used since the copy stay used. */
export const factorPart: AccountPart = {
  column: "factorBefore",
  copy: async (db, userId) => JSON.stringify(await rowsOf(db, userId)),
  async restore(trx, _services, userId, copy) {
    const [before, now] = [JSON.parse(copy) as FactorRows, await rowsOf(trx, userId)];
    await forgetFactor(trx, userId);
    const authenticators = before.authenticators.map((row) => {
      const same = now.authenticators.find(({ secret }) => secret === row.secret);
      return same ?? row;
    });
    const passkeys = before.passkeys.map((row) => now.passkeys.find(({ _id }) => _id === row._id) ?? row);
    const recoveryCodes = before.recoveryCodes.map(
      (row) => now.recoveryCodes.find(({ hash }) => hash === row.hash) ?? row,
    );
    if (authenticators.length > 0) await trx.insertInto("authenticators").values(authenticators).execute();
    if (passkeys.length > 0) await insertFree(trx, passkeys);
    if (recoveryCodes.length > 0) await trx.insertInto("recoveryCodes").values(recoveryCodes).execute();
  },
};

/** Marks a recovery code as used in the copies, too. An undo must not make it valid again after a renewal. */
export function noteUsedInCopies(trx: Trx, userId: string, hash: string, usedBy: string): Promise<void> {
  return rewriteCopies(trx, userId, factorPart.column, (copy) => {
    const rows = JSON.parse(copy) as FactorRows;
    return JSON.stringify({
      ...rows,
      recoveryCodes: rows.recoveryCodes.map((row) => (row.hash === hash ? { ...row, usedBy } : row)),
    });
  });
}

/** Skips a removed passkey that another account has added meanwhile. */
async function insertFree(trx: Trx, passkeys: PasskeyRow[]): Promise<void> {
  await trx
    .insertInto("passkeys")
    .values(passkeys)
    .onConflict((oc) => oc.column("credentialId").doNothing())
    .execute();
}
