import { timestamp } from "~/platform/clock";
import { inTransaction, isDuplicate, type Trx } from "~/platform/database/database.server";
import { newId } from "~/platform/ids.server";
import { Refusal } from "~/platform/refusal";
import type { Services } from "~/platform/services.server";
import { checkCode, hasCode, mayAskForCode, newCode, voidCode } from "./codes.server";
import { commonPassword, unknownCategory, wrongCode } from "./errors.server";
import { mailAlreadyRegistered, mailVerificationCode } from "./mails.server";
import { hashPassword, isCommon } from "./passwords.server";
import { countCategories, insertUser, setStoreCategories, userByEmail, type UserRecord } from "./queries.server";
import { noBilling, type SignUp } from "./schema";

/**
 * Makes an account that waits for its e-mail to be verified, and mails the code. An address that has an account
 * already gets a letter instead, and the answer is the same: nobody learns here who has one.
 */
export async function signUp(services: Services, wanted: SignUp): Promise<void> {
  if (isCommon(wanted.password)) throw commonPassword();
  if (
    wanted.privilege === "merchant" &&
    (await countCategories(services.db, wanted.businessCategory)) < new Set(wanted.businessCategory).size
  )
    throw unknownCategory();
  const passwordHash = await hashPassword(wanted.password);
  // Asked again within the minute: the mail on its way is still good, and a second code would void it.
  const mayMail = await mayAskForCode(services, wanted.email, "verify").then(
    () => true,
    (refused) => {
      if (!(refused instanceof Refusal)) throw refused;
      return false;
    },
  );
  try {
    await register(services, wanted, passwordHash, mayMail);
  } catch (error) {
    if (!isDuplicate(error)) throw error;
    // The same sign-up, sent twice at once: the other one made the account, perhaps without leave to mail its code.
    if (mayMail && !(await hasCode(services.db, wanted.email, "verify")))
      await register(services, wanted, passwordHash, mayMail);
  }
}

async function register(services: Services, wanted: SignUp, passwordHash: string, mayMail: boolean): Promise<void> {
  const existing = await userByEmail(services.db, wanted.email);
  if (existing?.verifiedAt) {
    if (mayMail)
      await mailAlreadyRegistered(services.db, services, { email: wanted.email, firstName: existing.firstName });
    return;
  }
  // Whoever signs up over somebody's unfinished registration must not slip a password under the code on its way:
  // what was typed counts only together with the code that is mailed for it.
  if (existing && !mayMail) return;
  await inTransaction(services.db, async (trx) => {
    if (!existing) await start(trx, services, wanted, passwordHash);
    const pending =
      existing &&
      JSON.stringify({
        wanted: { ...wanted, password: "", ...("confirmPassword" in wanted && { confirmPassword: "" }) },
        passwordHash,
      } satisfies Registration);
    if (mayMail)
      await mailVerificationCode(
        trx,
        services,
        wanted,
        await newCode(trx, services, wanted.email, "verify", pending ?? ""),
      );
  });
}

/** A sign-up that becomes the account's when its code is entered. */
interface Registration {
  wanted: SignUp;
  passwordHash: string;
}

async function start(trx: Trx, services: Services, wanted: SignUp, passwordHash: string): Promise<void> {
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
  await openStore(trx, services, userId, wanted);
}

/** Signs up anew over an account that was never verified. */
async function startAgain(
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
  await trx.deleteFrom("storeCategories").where("userId", "=", existing._id).execute();
  await trx.deleteFrom("stores").where("userId", "=", existing._id).execute();
  await openStore(trx, services, existing._id, wanted);
}

async function openStore(trx: Trx, services: Services, userId: string, wanted: SignUp): Promise<void> {
  if (wanted.privilege !== "merchant") return;
  const { username, storeName, businessAddress, businessCategory } = wanted;
  await trx
    .insertInto("stores")
    .values({
      userId,
      username,
      storeName,
      businessAddress,
      story: "",
      status: services.config.merchantApproval === "operator" ? "waiting" : "active",
    })
    .execute();
  await setStoreCategories(trx, userId, businessCategory);
}

/** Takes the mailed code and makes the account usable. */
export async function verifyEmail(services: Services, email: string, otp: string): Promise<void> {
  const pending = await checkCode(services.db, services, email, "verify", otp);
  await inTransaction(services.db, async (trx) => {
    const waiting = pending ? await userByEmail(trx, email) : undefined;
    if (waiting && !waiting.verifiedAt) await startAgain(trx, services, waiting, JSON.parse(pending) as Registration);
    const verified = await trx
      .updateTable("users")
      .set({ verifiedAt: timestamp(services.clock) })
      .where("email", "=", email)
      .where("verifiedAt", "is", null)
      .executeTakeFirst();
    if (verified.numUpdatedRows !== 1n) throw wrongCode();
    await voidCode(trx, email, "verify");
  });
}

/** Mails a new code to an account that waits for it; any other address gets nothing, and the answer is the same. */
export async function resendVerification(services: Services, email: string): Promise<void> {
  await mayAskForCode(services, email, "verify");
  const user = await userByEmail(services.db, email);
  if (!user || user.verifiedAt) return;
  await inTransaction(services.db, async (trx) => {
    await mailVerificationCode(
      trx,
      services,
      { email, firstName: user.firstName },
      await newCode(trx, services, email, "verify"),
    );
  });
}
