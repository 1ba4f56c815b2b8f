import { isDuplicate } from "~/platform/database/database.server";
import { job } from "~/platform/jobs/jobs.server";
import { Refusal } from "~/platform/refusal";
import type { Services } from "~/platform/services.server";
import { mayAskForCode } from "./codes.server";
import { commonPassword, unknownCategory } from "./errors.server";
import { hashPassword, isCommon } from "./passwords.server";
import { countCategories } from "./queries.server";
import { mailCodeTo, register, type Registration } from "./register.server";
import type { Requester } from "./requester.server";
import type { SignUp } from "./schema";

interface Wanted {
  registration: Registration;
  requester: string;
  /** Whether the address may be mailed now. */
  mayMail: boolean;
}

/** What a sign-up does, after it was answered: nobody can tell by the time it takes whether the address has an account. */
export const signUpJob = job<Wanted>("accounts.sign-up", async (wanted, services) => {
  try {
    await register(services, wanted);
  } catch (error) {
    if (!isDuplicate(error)) throw error;
    // The same sign-up, sent twice at once: the other one made the account, perhaps without leave to mail its code.
    await register(services, wanted);
  }
});

/**
 * Makes an account that waits for its e-mail to be verified, and mails a code and a link. An address that has an
 * account already gets a letter instead, and the answer is the same: nobody learns here who has one.
 */
export async function signUp(services: Services, wanted: SignUp, requester: Requester): Promise<void> {
  if (await isCommon(wanted.password)) throw commonPassword();
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
  const withoutPassword = { ...wanted, password: "", ...("confirmPassword" in wanted && { confirmPassword: "" }) };
  await signUpJob.enqueue(services.db, services, {
    registration: { wanted: withoutPassword, passwordHash },
    requester: requester.key,
    mayMail,
  });
}

/** What asking for another code does, after it was answered. */
export const resendJob = job<{ email: string; requester: string }>("accounts.resend", async (asked, services) => {
  await mailCodeTo(services, asked);
});

/** Mails a new code to an account that waits for it; any other address gets nothing, and the answer is the same. */
export async function resendVerification(services: Services, email: string, requester: Requester): Promise<void> {
  await mayAskForCode(services, email, "verify");
  await resendJob.enqueue(services.db, services, { email, requester: requester.key });
}
