import { timestamp } from "~/platform/clock";
import type { Db } from "~/platform/database/database.server";
import { seal, unseal } from "~/platform/seal.server";
import type { Services } from "~/platform/services.server";
import { deadFirstRun } from "./errors.server";
import { inviteOperator } from "./invitation.server";

/*
 * A market without an operator: whoever reads what the service prints at its start may become the first one. The word of
 * the link is sealed under the secret of the marketplace and stored nowhere.
 */

const PLACE = "first operator";
const HOURS = 24;

type Needed = Pick<Services, "db" | "clock" | "config">;

/** Whether somebody can sign in as an operator. One who was invited and has chosen no password yet cannot. */
async function hasOperator(db: Db): Promise<boolean> {
  const operator = await db
    .selectFrom("users")
    .select("_id")
    .where("privilege", "=", "operator")
    .where("passwordHash", "<>", "")
    .where("deletedAt", "is", null)
    .limit(1)
    .executeTakeFirst();
  return operator !== undefined;
}

/** The link to become the first operator, good for a day; null where there is one already. */
export async function firstOperatorLink({ db, clock, config }: Needed): Promise<string | null> {
  if (await hasOperator(db)) return null;
  const token = seal(config, timestamp(clock, HOURS * 3600), PLACE);
  return `${config.publicUrl}/first_run?token=${token}`;
}

/** Refuses a link that was not printed here, is older than a day, or comes after the first operator. */
export async function checkFirstRun({ db, clock, config }: Needed, token: string): Promise<void> {
  const until = unseal(config, token, PLACE);
  if (until === null || until <= timestamp(clock) || (await hasOperator(db))) throw deadFirstRun();
}

/**
 * Makes whoever has this address the first operator. A mail goes there, as with every invitation; answers the word of its
 * link as well, for no mail may arrive yet.
 */
export async function inviteFirstOperator(
  services: Needed,
  { token, email }: { token: string; email: string },
): Promise<string> {
  await checkFirstRun(services, token);
  const link = await inviteOperator(services, email);
  return new URL(link).searchParams.get("token") ?? "";
}
