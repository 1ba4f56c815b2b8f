import { isPassword } from "~/features/accounts/passwords.server";
import { wrongPassword } from "~/features/accounts/errors.server";
import type { Requester } from "~/features/accounts/requester.server";
import { timestamp } from "~/platform/clock";
import { inTransaction, type Db } from "~/platform/database/database.server";
import type { RateLimit } from "~/platform/rate-limiter/rate-limiter.server";
import { seal, unseal } from "~/platform/seal.server";
import type { Services } from "~/platform/services.server";
import { checkFactor } from "./check-factor.server";
import { alreadyOn, nothingBegun, notOn, usedCode, wrongCode } from "./errors.server";
import { factorStateOf, forgetFactor, note, passkeysOf, type Person } from "./factors.server";
import { mailAppAdded, mailFactorOff, mailFactorOn, mailNewRecoveryCodes } from "./mails.server";
import { newRecoveryCodes } from "./recovery-codes.server";
import { newSecret, stepOf, uriOf } from "./totp.server";

const confirmations: RateLimit = { name: "factor-confirm", points: 10, seconds: 900 };

/** The value of `lastUse` until the app is on. A set-up belongs only to the session that began it. */
const setUpIn = (tokenHash: string) => `set up ${tokenHash}`;

/**
 * Begins to set up an app. Repeating it in the same session keeps the secret, because the app may have it already. A
 * set-up that another session began gets a new secret, because a thief may have read the first one.
 */
export async function beginAuthenticator(services: Services, { _id }: Person, tokenHash: string): Promise<void> {
  const { db, clock, config } = services;
  const fields = {
    secret: seal(config, newSecret(), _id),
    lastUse: setUpIn(tokenHash),
    createdAt: timestamp(clock),
  };
  await db
    .insertInto("authenticators")
    .values({ userId: _id, lastStep: 0, confirmedAt: null, ...fields })
    .onConflict((oc) =>
      oc
        .column("userId")
        .doUpdateSet(fields)
        .where("authenticators.confirmedAt", "is", null)
        .where("authenticators.lastUse", "<>", fields.lastUse),
    )
    .execute();
  const { confirmedAt } = await rowOf(db, _id);
  if (confirmedAt) throw alreadyOn();
}

/** Whether this session began its set-up in the last 10 minutes. The proof for that is enough to read it as well. */
export async function hasJustBegun({ db, clock }: Services, { _id }: Person, tokenHash: string): Promise<boolean> {
  const row = await db
    .selectFrom("authenticators")
    .select("userId")
    .where("userId", "=", _id)
    .where("confirmedAt", "is", null)
    .where("lastUse", "=", setUpIn(tokenHash))
    .where("createdAt", ">", timestamp(clock, -600))
    .executeTakeFirst();
  return row !== undefined;
}

/** The set-up in progress in a session: the secret, and the `otpauth` URI with it that the app reads. */
export async function authenticatorOf({ db, config }: Services, { _id, email }: Person, tokenHash: string) {
  const { secret: sealed, lastUse } = await rowOf(db, _id);
  const secret = lastUse === setUpIn(tokenHash) ? unseal(config, sealed, _id) : null;
  if (secret === null) throw nothingBegun();
  return { secret, uri: uriOf(secret, { issuer: config.market.name, label: email ?? "" }) };
}

/**
 * Switches the app on with its first code, and returns recovery codes. With passkeys it returns none, because the
 * earlier codes stay valid. The same code repeated in the same session makes new ones: the first answer was lost, so
 * nobody has read them.
 */
export async function confirmAuthenticator(
  services: Services,
  person: Person,
  code: string,
  tokenHash: string,
): Promise<string[]> {
  const { db, clock, config, rateLimiter } = services;
  await rateLimiter.consume(confirmations, person._id);
  const row = await rowOf(db, person._id);
  const secret = row.confirmedAt || row.lastUse === setUpIn(tokenHash) ? unseal(config, row.secret, person._id) : null;
  if (secret === null) throw nothingBegun();
  const step = stepOf(secret, code, clock.now());
  if (step === null) throw wrongCode();
  const use = `confirm ${tokenHash}`;
  if (row.confirmedAt) {
    if (row.lastStep !== step || row.lastUse !== use) throw alreadyOn();
    return inTransaction(db, async (trx) =>
      (await passkeysOf(trx, person._id)).length > 0 ? [] : newRecoveryCodes(trx, services, person._id),
    );
  }
  return inTransaction(db, async (trx) => {
    const confirmed = await trx
      .updateTable("authenticators")
      .set({ confirmedAt: timestamp(clock), lastStep: step, lastUse: use })
      .where("userId", "=", person._id)
      .where("secret", "=", row.secret)
      .where("confirmedAt", "is", null)
      .executeTakeFirst();
    if (confirmed.numUpdatedRows !== 1n) throw usedCode();
    await note(trx, services, person, "operator.factor_on");
    if ((await passkeysOf(trx, person._id)).length > 0) {
      await mailAppAdded(trx, services, person);
      return [];
    }
    await mailFactorOn(trx, services, person, "a code of your app");
    return newRecoveryCodes(trx, services, person._id);
  });
}

/** Ten new recovery codes. */
export async function renewRecoveryCodes(services: Services, person: Person): Promise<string[]> {
  return inTransaction(services.db, async (trx) => {
    if (!(await factorStateOf({ db: trx }, person._id)).since) throw notOn();
    const codes = await newRecoveryCodes(trx, services, person._id);
    await note(trx, services, person, "operator.recovery_codes_renewed");
    await mailNewRecoveryCodes(trx, services, person);
    return codes;
  });
}

/** Switches the factor off, with the password and a code. Doing it twice does no more than once. */
export async function switchOff(
  services: Services,
  person: Person,
  proof: { password: string; code: string },
  requester: Requester,
): Promise<void> {
  await services.rateLimiter.consume({ name: "password-account", points: 5, seconds: 900 }, person._id);
  if (!(await isPassword(person.passwordHash, proof.password))) throw wrongPassword();
  const { since } = await factorStateOf(services, person._id);
  if (!since) return;
  await checkFactor(services, { person, code: proof.code, requester, use: `switch off ${requester.key}` });
  await inTransaction(services.db, async (trx) => {
    if (!(await forgetFactor(trx, person._id))) return;
    await note(trx, services, person, "operator.factor_off");
    await mailFactorOff(trx, services, person);
  });
}

async function rowOf(db: Db, userId: string) {
  const row = await db
    .selectFrom("authenticators")
    .select(["secret", "confirmedAt", "lastStep", "lastUse"])
    .where("userId", "=", userId)
    .executeTakeFirst();
  if (!row) throw nothingBegun();
  return row;
}
