import { timestamp } from "~/platform/clock";
import type { Db } from "~/platform/database/database.server";
import { seal, unseal } from "~/platform/seal.server";
import type { Services } from "~/platform/services.server";
import { deadFirstRun } from "./errors.server";
import { inviteOperator } from "./invitation.server";

/*
 * The first operator. A service without an operator prints a link at its start, and whoever reads it may become the
 * first one. The link's token is sealed with the marketplace's secret and stored nowhere.
 */

const PLACE = "first operator";
const HOURS = 24;

type Needed = Pick<Services, "db" | "clock" | "config">;

/** Whether somebody can sign in as an operator. An invited operator without a password cannot. */
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

/** The link to become the first operator, valid for a day; null if there is an operator. */
export async function firstOperatorLink({ db, clock, config }: Needed): Promise<string | null> {
  if (await hasOperator(db)) return null;
  const token = seal(config, timestamp(clock, HOURS * 3600), PLACE);
  return `${config.publicUrl}/first_run?token=${token}`;
}

/** Refuses a link that this service did not print, that is older than a day, or that comes after the first operator. */
export async function checkFirstRun({ db, clock, config }: Needed, token: string): Promise<void> {
  const until = unseal(config, token, PLACE);
  if (until === null || until <= timestamp(clock) || (await hasOperator(db))) throw deadFirstRun();
}

/**
 * Makes the owner of this address the first operator. Mails an invitation, as for every operator. Also returns the
 * token of its link, because mails may not arrive yet.
 */
export async function inviteFirstOperator(
  services: Needed,
  { token, email }: { token: string; email: string },
): Promise<string> {
  await checkFirstRun(services, token);
  const link = await inviteOperator(services, email);
  return new URL(link).searchParams.get("token") ?? "";
}
