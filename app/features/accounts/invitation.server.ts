import { audit } from "~/features/audit/audit.server";
import { timestamp } from "~/platform/clock";
import { inTransaction, type Db } from "~/platform/database/database.server";
import { newId, newToken } from "~/platform/ids.server";
import { mailOf } from "~/platform/mail/letter.server";
import { sendMail } from "~/platform/mail/send-mail.server";
import type { Services } from "~/platform/services.server";
import { commonPassword, deadInvitation, hasAStall } from "./errors.server";
import { hashPassword, isCommon } from "./passwords.server";
import { noBilling } from "./schema";
import { endAccess, hashToken } from "./tokens.server";

const HOURS = 24;
const COMMAND_LINE = { _id: "command-line", name: "Command line" };

type Needed = Pick<Services, "db" | "clock" | "config">;

/**
 * Makes the owner of this address an operator; mails and returns a link to set a password. A buyer becomes one: every
 * session ends, and the old password is void. An operator only gets a new link. Refuses a merchant.
 */
export async function inviteOperator(services: Needed, email: string): Promise<string> {
  const { db, clock, config } = services;
  const [token, now] = [newToken(), timestamp(clock)];
  const link = `${config.publicUrl}/operator_invitation?token=${token}`;
  await inTransaction(db, async (trx) => {
    const existing = await trx
      .selectFrom("users")
      .select(["_id", "privilege"])
      .where("email", "=", email)
      .executeTakeFirst();
    if (existing?.privilege === "merchant") throw hasAStall();
    const userId = existing?._id ?? newId(clock.now());
    if (!existing) {
      await trx
        .insertInto("users")
        .values({
          _id: userId,
          email,
          passwordHash: "",
          firstName: "",
          lastName: "",
          telephone: "",
          privilege: "operator",
          imageId: null,
          extras: JSON.stringify(noBilling),
          verifiedAt: null,
          deletedAt: null,
          createdAt: now,
          updatedAt: now,
        })
        .execute();
    } else if (existing.privilege === "buyer") {
      await trx
        .updateTable("users")
        .set({ privilege: "operator", passwordHash: "", updatedAt: now })
        .where("_id", "=", userId)
        .execute();
      await endAccess(trx, services, userId);
      // An earlier address of the buyer must not take the operator's account back.
      await trx.deleteFrom("emailChanges").where("userId", "=", userId).execute();
    }
    // The link of the previous invitation becomes void.
    await trx.deleteFrom("passwordLinks").where("userId", "=", userId).execute();
    await trx
      .insertInto("passwordLinks")
      .values({ hash: hashToken(token), userId, expiresAt: timestamp(clock, HOURS * 3600) })
      .execute();
    await audit(trx, services, COMMAND_LINE, "operator.invited", email);
    await sendMail.enqueue(
      trx,
      services,
      mailOf(
        {
          to: email,
          subject: `You are an operator of ${config.market.name}`,
          greeting: "Hello,",
          parts: [
            `you have been asked to help run ${config.market.name}. Choose a password to begin:`,
            { button: "Choose a password", href: link },
            `The link can be used once, within ${HOURS} hours.`,
          ],
        },
        config,
      ),
    );
  });
  return link;
}

function invitedBy(db: Db, token: string, now: string) {
  return db
    .selectFrom("passwordLinks as l")
    .innerJoin("users as u", "u._id", "l.userId")
    .select(["u._id", "u.email", "u.firstName", "u.lastName", "u.verifiedAt"])
    .where("l.hash", "=", hashToken(token))
    .where("l.expiresAt", ">", now)
    .where("u.deletedAt", "is", null)
    .executeTakeFirst();
}

/** The person that a link invites. */
export async function readInvitation(
  { db, clock }: Needed,
  token: string,
): Promise<{ email: string; firstName: string; lastName: string }> {
  const person = await invitedBy(db, token, timestamp(clock));
  if (!person?.email) throw deadInvitation();
  const { email, firstName, lastName } = person;
  return { email, firstName, lastName };
}

/** Sets the password of an invited person. The link was mailed to the address, so it counts as verified. */
export async function acceptInvitation(
  services: Needed,
  { token, password, firstName, lastName }: { token: string; password: string; firstName: string; lastName: string },
): Promise<void> {
  const { db, clock } = services;
  if (await isCommon(password)) throw commonPassword();
  const now = timestamp(clock);
  const person = await invitedBy(db, token, now);
  if (!person?.email) throw deadInvitation();
  const passwordHash = await hashPassword(password);
  await inTransaction(db, async (trx) => {
    // The request that deletes the link has used it; a second one no longer finds it.
    const used = await trx.deleteFrom("passwordLinks").where("hash", "=", hashToken(token)).executeTakeFirst();
    if (used.numDeletedRows !== 1n) throw deadInvitation();
    await trx
      .updateTable("users")
      .set({ passwordHash, firstName, lastName, verifiedAt: person.verifiedAt ?? now, updatedAt: now })
      .where("_id", "=", person._id)
      .execute();
    await endAccess(trx, services, person._id);
    await audit(
      trx,
      services,
      { _id: person._id, name: `${firstName} ${lastName}` },
      "operator.joined",
      person.email ?? "",
    );
  });
}
