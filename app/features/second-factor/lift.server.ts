import { unknownUser } from "~/features/accounts/errors.server";
import { endAccess } from "~/features/accounts/tokens.server";
import { audit, type Operator } from "~/features/audit/audit.server";
import { inTransaction } from "~/platform/database/database.server";
import type { Services } from "~/platform/services.server";
import { notOn, ownFactor } from "./errors.server";
import { forgetFactor } from "./factors.server";
import { mailFactorLifted } from "./mails.server";

const COMMAND_LINE: Operator = { _id: "command-line", name: "Command line" };

/**
 * Switches off the factor of another person who has lost it. A lost phone may be signed in, so every session, personal
 * token and waiting change of address ends. The password stays.
 */
export async function liftFactor(
  services: Pick<Services, "db" | "clock" | "config">,
  by: Operator,
  owner: { _id: string } | { email: string },
  reason: string,
): Promise<void> {
  await inTransaction(services.db, async (trx) => {
    const person = await trx
      .selectFrom("users")
      .select(["_id", "email", "firstName"])
      .where((eb) => ("email" in owner ? eb("email", "=", owner.email) : eb("_id", "=", owner._id)))
      .where("deletedAt", "is", null)
      .executeTakeFirst();
    if (!person) throw unknownUser();
    if (person._id === by._id) throw ownFactor();
    if (!(await forgetFactor(trx, person._id))) throw notOn();
    await endAccess(trx, services, person._id);
    await audit(trx, services, by, "user.factor_lifted", person.email ?? "", { user: person._id, reason });
    await mailFactorLifted(trx, services, person, reason);
  });
}

/** The same from the machine's command line, for the last operator. */
export function liftFromCommandLine(
  services: Pick<Services, "db" | "clock" | "config">,
  email: string,
  reason: string,
): Promise<void> {
  return liftFactor(services, COMMAND_LINE, { email }, reason);
}
