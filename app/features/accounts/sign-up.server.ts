import { isDuplicate } from "~/platform/database/duplicates";
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

/** Sign-ups run after the response, so that response times do not reveal whether the address has an account. */
export const signUpJob = job<Wanted>("accounts.sign-up", async (payload, services) => {
  try {
    await register(services, payload);
  } catch (error) {
    if (!isDuplicate(error, "usersEmail")) throw error;
    // The same sign-up came twice at once. The other request made the account, and maybe could not mail its code.
    await register(services, payload);
  }
});

/**
 * Makes an account that waits for its email to be verified, and mails a code and a link. An address with an account
 * gets another mail instead. The answer is the same, so it does not show who has an account.
 */
export async function signUp(services: Services, payload: SignUp, requester: Requester): Promise<void> {
  if (await isCommon(payload.password)) throw commonPassword();
  if (
    payload.privilege === "merchant" &&
    (await countCategories(services.db, payload.businessCategory)) < new Set(payload.businessCategory).size
  )
    throw unknownCategory();
  const passwordHash = await hashPassword(payload.password);
  // After a second request within a minute, the code on its way is still good. A new one would void it.
  const mayMail = await mayAskForCode(services, payload.email, "verify").then(
    () => true,
    (error) => {
      if (!(error instanceof Refusal)) throw error;
      return false;
    },
  );
  const withoutPassword = { ...payload, password: "", ...("confirmPassword" in payload && { confirmPassword: "" }) };
  await signUpJob.enqueue(services.db, services, {
    registration: { wanted: withoutPassword, passwordHash },
    requester: requester.key,
    mayMail,
  });
}

/** Requests for another code run after the response. */
export const resendJob = job<{ email: string; requester: string }>("accounts.resend", async (payload, services) => {
  await mailCodeTo(services, payload);
});

/** Mails a new code to an account that waits for it; any other address gets nothing, and the answer is the same. */
export async function resendVerification(services: Services, email: string, requester: Requester): Promise<void> {
  await mayAskForCode(services, email, "verify");
  await resendJob.enqueue(services.db, services, { email, requester: requester.key });
}
