import { wrongPassword } from "~/features/accounts/errors.server";
import type { UserRecord } from "~/features/accounts/log-in.server";
import { isPassword } from "~/features/accounts/passwords.server";
import { noteProof, proofOf } from "~/features/accounts/proof.server";
import type { Requester } from "~/features/accounts/requester.server";
import type { Services } from "~/platform/services.server";
import { checkFactor } from "./check-factor.server";
import { nothingProven, usedCode } from "./errors.server";

/**
 * Proves again who uses a session: by the password or a code of the app for 10 minutes, by a recovery code for one
 * action. The same code repeated after a lost answer is accepted while its proof lasts. It makes no further proof.
 */
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
    return noteProof(services.db, services, tokenHash);
  }
  if (!code) throw nothingProven();
  const by = await checkFactor(services, {
    person,
    code,
    requester,
    use: `prove ${tokenHash}`,
    alongside: (trx) => noteProof(trx, services, tokenHash, { once: true }),
  });
  if (by === "app") await noteProof(services.db, services, tokenHash);
  if (by === "again" && !(await proofOf(services.db, services, tokenHash))) throw usedCode();
}
