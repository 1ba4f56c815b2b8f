import { z } from "~/features/zod";
import { timestamp } from "~/platform/clock";
import { inTransaction, type Trx } from "~/platform/database/database.server";
import { newId } from "~/platform/ids.server";
import { job } from "~/platform/jobs/jobs.server";
import { seal, unseal } from "~/platform/seal.server";
import type { Services } from "~/platform/services.server";
import {
  checkCode,
  mayAskForCode,
  newCode,
  newSignInLink,
  pendingOf,
  spendCode,
  spendSignInLink,
} from "./codes.server";
import { deadLink, wrongCode } from "./errors.server";
import { mailSignInCode } from "./mails.server";
import { userByEmail, userById, type UserRecord } from "./queries.server";
import type { Requester } from "./requester.server";
import { noBilling } from "./schema";
import { confirmAddress } from "./verify-email.server";

/*
 * Signing in by the mailbox alone. Every address gets the same mail, with or without an account, so it does not show
 * who has one. An address without an account gets one when its mailbox is proven.
 */

const PLACE = "sign-in link";
const linked = z.tuple([z.string().max(254), z.string().regex(/^[0-9a-f]{64}$/)]);

/** Requests for a code run after the response. */
export const signInJob = job<{ email: string; requester: string }>(
  "accounts.sign-in",
  async ({ email, requester }, services) => {
    await inTransaction(services.db, async (trx) => {
      const code = await newCode(trx, services, { email, purpose: "sign-in", requester });
      const word = await newSignInLink(trx, services, email);
      const link = seal(services.config, JSON.stringify([email, word]), PLACE);
      await mailSignInCode(trx, services, email, { code, link });
    });
  },
);

/** Mails a code and a link that sign in by the mailbox. Refuses `too_many_tries`. */
export async function askForSignIn(services: Services, email: string, requester: Requester): Promise<void> {
  await mayAskForCode(services, email, "sign-in");
  await signInJob.enqueue(services.db, services, { email, requester: requester.key });
}

/** The person whose mailbox got this code, in the browser that asked for it. Refuses `wrong_code`. */
export async function provenByCode(
  services: Services,
  { email, otp }: { email: string; otp: string },
  requester: Requester,
): Promise<UserRecord> {
  const right = await checkCode(services, email, "sign-in", otp, requester);
  return inTransaction(services.db, async (trx) => {
    if (!(await spendCode(trx, email, "sign-in", right))) throw wrongCode();
    return personAt(trx, services, email, requester);
  });
}

/** The address and the token of a link, for its page. Refuses `dead_link` for a link that this market did not seal. */
export function addressOfLink(services: Pick<Services, "config">, link: string): { email: string; word: string } {
  const text = unseal(services.config, link, PLACE);
  const content = text === null ? undefined : linked.safeParse(JSON.parse(text));
  if (!content?.success) throw deadLink();
  const [email, word] = content.data;
  return { email, word };
}

/** The person whose mailbox got this link, in any browser. Refuses `dead_link`. */
export async function provenByLink(services: Services, link: string, requester: Requester): Promise<UserRecord> {
  const { email, word } = addressOfLink(services, link);
  return inTransaction(services.db, async (trx) => {
    if (!(await spendSignInLink(trx, services, email, word))) throw deadLink();
    return personAt(trx, services, email, requester);
  });
}

/** The account of a proven address. Verifies an unverified one; a new address gets a buyer without a password. */
async function personAt(trx: Trx, services: Services, email: string, requester: Requester): Promise<UserRecord> {
  const existing = await userByEmail(trx, email);
  if (existing && !existing.verifiedAt) {
    const pending = await pendingOf(trx, email, requester.key);
    await confirmAddress(trx, services, existing, requester, pending);
  }
  if (!existing) await insertBuyer(trx, services, email);
  const person = existing ? await userById(trx, existing._id) : await userByEmail(trx, email);
  if (!person) throw wrongCode();
  return person;
}

async function insertBuyer(trx: Trx, { clock }: Services, email: string): Promise<void> {
  const now = timestamp(clock);
  await trx
    .insertInto("users")
    .values({
      _id: newId(clock.now()),
      email,
      passwordHash: "",
      firstName: "",
      lastName: "",
      telephone: "",
      privilege: "buyer",
      imageId: null,
      extras: JSON.stringify(noBilling),
      verifiedAt: now,
      deletedAt: null,
      createdAt: now,
      updatedAt: now,
    })
    .onConflict((oc) => oc.doNothing())
    .execute();
}
