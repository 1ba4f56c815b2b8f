import { wrongPassword } from "~/features/accounts/errors.server";
import type { UserRecord } from "~/features/accounts/log-in.server";
import { isPassword } from "~/features/accounts/passwords.server";
import { noteProof } from "~/features/accounts/proof.server";
import type { Requester } from "~/features/accounts/requester.server";
import type { Services } from "~/platform/services.server";
import { checkFactor } from "./check-factor.server";
import { nothingProven } from "./errors.server";

/** Proves once more whom a session belongs to: by the password, or by a code where there is a second factor. */
export async function prove(
  services: Services,
  person: UserRecord,
  { password, code }: { password?: string | undefined; code?: string | undefined },
  requester: Requester,
  tokenHash: string,
): Promise<void> {
  if (password) {
    await services.rateLimiter.consume({ name: "password-account", points: 5, seconds: 900 }, person._id);
    if (!(await isPassword(person.passwordHash, password))) throw wrongPassword();
  } else if (code) await checkFactor(services, { userId: person._id, code, requester, use: `prove ${tokenHash}` });
  else throw nothingProven();
  await noteProof(services, tokenHash);
}
