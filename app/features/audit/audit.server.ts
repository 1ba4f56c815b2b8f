import { pageOfDocs } from "~/features/pagination";
import { timestamp } from "~/platform/clock";
import type { Db, Trx } from "~/platform/database/database.server";
import { signedIn, type ApiContext } from "~/platform/http/api.server";
import { newId } from "~/platform/ids.server";
import type { Services } from "~/platform/services.server";
import type { AuditEntry } from "./schema";

const ENTRIES_A_PAGE = 20;

/** Who acts: an operator, or whoever has the machine's command line. */
export interface Operator {
  _id: string;
  name: string;
}

/** The operator who asks. Refuses with 401 or 403 where nobody, or somebody else, does. */
export async function operatorOf(c: ApiContext): Promise<Operator> {
  const { _id, firstName, lastName, email } = await signedIn(c, "operator");
  return { _id, name: `${firstName} ${lastName}`.trim() || (email ?? "") };
}

/** What was done, as the audit log calls it. */
export type Action =
  | "operator.invited"
  | "operator.joined"
  | "operator.factor_on"
  | "operator.factor_off"
  | "operator.passkey_added"
  | "operator.passkey_removed"
  | "operator.recovery_codes_renewed"
  | "operator.token_made"
  | "operator.token_revoked"
  | "product.published"
  | "product.sent_back"
  | "product.taken_off"
  | "product.put_back"
  | "product.buyers_told"
  | "product.recalled"
  | "recall.retried"
  | "change.published"
  | "change.sent_back"
  | "category.created"
  | "category.changed"
  | "category.moved"
  | "category.removed"
  | "merchant.approved"
  | "merchant.suspended"
  | "merchant.reinstated"
  | "user.signed_out"
  | "user.factor_lifted"
  | "order.refunded"
  | "payment.repaired"
  | "message.answered"
  | "message.done"
  | "newsletter.exported"
  | "job.retried";

/** Takes a person who leaves out of what the log names: that something was done, by whom and when, stays. */
export async function forgetInAuditLog(trx: Trx, subjects: string[]): Promise<void> {
  const personal: Action[] = ["user.signed_out", "message.answered", "message.done"];
  await trx
    .updateTable("auditLog")
    .set({ subject: "A former customer" })
    .where("action", "in", personal)
    .where("subject", "in", subjects)
    .execute();
}

/** Writes down what an operator did. Only within the transaction that does it: there is no deed without its entry. */
export async function audit(
  trx: Trx,
  { clock }: Pick<Services, "clock">,
  by: Operator,
  action: Action,
  subject: string,
  details: Record<string, unknown> = {},
): Promise<void> {
  await trx
    .insertInto("auditLog")
    .values({
      _id: newId(clock.now()),
      actorId: by._id,
      actorName: by.name,
      action,
      subject,
      details: JSON.stringify(details),
      createdAt: timestamp(clock),
    })
    .execute();
}

/** A page of the log, newest first. */
export async function auditPage(db: Db, page: number) {
  const { n } = await db
    .selectFrom("auditLog")
    .select((eb) => eb.fn.countAll<number>().as("n"))
    .executeTakeFirstOrThrow();
  const rows = await db
    .selectFrom("auditLog")
    .select(["_id", "actorName", "action", "subject", "details", "createdAt"])
    .orderBy("createdAt", "desc")
    .orderBy("_id", "desc")
    .limit(ENTRIES_A_PAGE)
    .offset((page - 1) * ENTRIES_A_PAGE)
    .execute();
  const docs = rows.map((row): AuditEntry => ({ ...row, details: JSON.parse(row.details) as Record<string, unknown> }));
  return pageOfDocs(docs, page, ENTRIES_A_PAGE, Number(n));
}
