import { openStore, removeStore } from "~/features/stores/open-store.server";
import { timestamp } from "~/platform/clock";
import { inTransaction, type Db, type Trx } from "~/platform/database/database.server";
import { newId } from "~/platform/ids.server";
import type { Services } from "~/platform/services.server";
import { newCode } from "./codes.server";
import { newLink } from "./links.server";
import { mailAlreadyRegistered, mailVerificationCode } from "./mails.server";
import { insertUser, userByEmail, type UserRecord } from "./queries.server";
import { noBilling, type SignUp } from "./schema";

/** The payload of a sign-up, without the password itself. */
export interface Registration {
  wanted: SignUp;
  passwordHash: string;
}

/**
 * Stores a sign-up for an address without a verified account. Without any account it makes one that waits. If an
 * account waits already, the sign-up replaces it once this same browser has entered its code.
 */
export async function register(
  services: Services,
  { registration, requester, mayMail }: { registration: Registration; requester: string; mayMail: boolean },
): Promise<void> {
  const { wanted } = registration;
  const existing = await userByEmail(services.db, wanted.email);
  if (existing?.verifiedAt) {
    if (mayMail)
      await mailAlreadyRegistered(services.db, services, { email: wanted.email, firstName: existing.firstName });
    return;
  }
  // Another registration's code is on its way. It must not put this sign-up's password in force.
  if (existing && !mayMail) return;
  await inTransaction(services.db, async (trx) => {
    const userId = existing?._id ?? (await start(trx, services, registration, requester));
    if (mayMail)
      await mailCode(trx, services, {
        userId,
        email: wanted.email,
        firstName: wanted.firstName,
        requester,
        pending: existing ? JSON.stringify(registration) : "",
      });
  });
}

/** Mails another code and link to an account that waits for them; any other address gets nothing. */
export async function mailCodeTo(
  services: Services,
  { email, requester }: { email: string; requester: string },
): Promise<void> {
  const user = await userByEmail(services.db, email);
  if (!user || user.verifiedAt) return;
  await inTransaction(services.db, (trx) =>
    mailCode(trx, services, { userId: user._id, email, firstName: user.firstName, requester }),
  );
}

interface CodeMail {
  userId: string;
  email: string;
  firstName: string;
  requester: string;
  pending?: string;
}

async function mailCode(trx: Trx, services: Services, mail: CodeMail): Promise<void> {
  const { userId, email, firstName, requester, pending } = mail;
  await mailVerificationCode(
    trx,
    services,
    { email, firstName },
    {
      code: await newCode(trx, services, { email, purpose: "verify", requester }, pending),
      link: await newLink(trx, services, userId, "verify"),
    },
  );
}

async function start(
  trx: Trx,
  services: Services,
  { wanted, passwordHash }: Registration,
  requester: string,
): Promise<string> {
  const now = timestamp(services.clock);
  const userId = newId(services.clock.now());
  await insertUser(trx, {
    _id: userId,
    email: wanted.email,
    passwordHash,
    firstName: wanted.firstName,
    lastName: wanted.lastName,
    telephone: "",
    privilege: wanted.privilege,
    imageId: null,
    extras: JSON.stringify(noBilling),
    verifiedAt: null,
    deletedAt: null,
    createdAt: now,
    updatedAt: now,
  });
  await trx.insertInto("signUpClaims").values({ userId, requester }).execute();
  if (wanted.privilege === "merchant") await openStore(trx, services, userId, wanted);
  return userId;
}

/** Whether this browser began the sign-up of a waiting account. */
export async function beganSignUp(db: Db, userId: string, requester: string): Promise<boolean> {
  const claim = await db
    .selectFrom("signUpClaims")
    .select("userId")
    .where("userId", "=", userId)
    .where("requester", "=", requester)
    .executeTakeFirst();
  return claim !== undefined;
}

/** Replaces the sign-up of an account that was never verified. */
export async function startAgain(
  trx: Trx,
  services: Services,
  existing: UserRecord,
  { wanted, passwordHash }: Registration,
): Promise<void> {
  await trx
    .updateTable("users")
    .set({
      passwordHash,
      firstName: wanted.firstName,
      lastName: wanted.lastName,
      privilege: wanted.privilege,
      updatedAt: timestamp(services.clock),
    })
    .where("_id", "=", existing._id)
    .execute();
  await removeStore(trx, existing._id);
  if (wanted.privilege === "merchant") await openStore(trx, services, existing._id, wanted);
}
