import { audit, type Action } from "~/features/audit/audit.server";
import type { UserRecord } from "~/features/accounts/log-in.server";
import type { Db, Trx } from "~/platform/database/database.server";
import type { Services } from "~/platform/services.server";
import type { Passkey } from "./passkey-schema";
import { forgetRecoveryCodes, recoveryCodesLeft } from "./recovery-codes.server";

/* Common rules of an app and passkeys: together they are the second factor of an account. */

export type Person = Pick<UserRecord, "_id" | "email" | "firstName" | "lastName" | "privilege" | "passwordHash">;

/** Since when a person has an app; null without one, or while it is being set up. */
async function appSince(db: Db, userId: string): Promise<string | null> {
  const row = await db
    .selectFrom("authenticators")
    .select("confirmedAt")
    .where("userId", "=", userId)
    .executeTakeFirst();
  return row?.confirmedAt ?? null;
}

/** The passkeys of a person, oldest first. */
export function passkeysOf(db: Db, userId: string): Promise<Passkey[]> {
  return db
    .selectFrom("passkeys")
    .select(["_id", "name", "createdAt", "lastUsedAt"])
    .where("userId", "=", userId)
    .orderBy("createdAt")
    .orderBy("_id")
    .execute();
}

/** Since when a person has a second factor, its app and passkeys, and how many recovery codes are left. */
export async function factorStateOf({ db }: Pick<Services, "db">, userId: string) {
  const [app, passkeys] = [await appSince(db, userId), await passkeysOf(db, userId)];
  const times = [...(app ? [app] : []), ...passkeys.map(({ createdAt }) => createdAt)];
  return {
    since: times.toSorted()[0] ?? null,
    app,
    passkeys,
    recoveryCodesLeft: await recoveryCodesLeft(db, userId),
  };
}

/** The factors that may answer at sign-in, apart from recovery codes. */
export async function waysOf({ db }: Pick<Services, "db">, userId: string) {
  return { app: (await appSince(db, userId)) !== null, passkey: (await passkeysOf(db, userId)).length > 0 };
}

/** Deletes everything of a person's second factor. False without one. */
export async function forgetFactor(trx: Trx, userId: string): Promise<boolean> {
  await forgetRecoveryCodes(trx, userId);
  await trx.deleteFrom("factorChallenges").where("userId", "=", userId).execute();
  const passkeys = await trx.deleteFrom("passkeys").where("userId", "=", userId).executeTakeFirst();
  const app = await trx.deleteFrom("authenticators").where("userId", "=", userId).executeTakeFirst();
  return passkeys.numDeletedRows + app.numDeletedRows > 0n;
}

/** Records operators' changes of their own factors in the audit log. Other people's are their own business. */
export async function note(trx: Trx, services: Pick<Services, "clock">, person: Person, action: Action): Promise<void> {
  if (person.privilege !== "operator") return;
  const name = `${person.firstName} ${person.lastName}`.trim() || (person.email ?? "");
  await audit(trx, services, { _id: person._id, name }, action, person.email ?? "");
}
