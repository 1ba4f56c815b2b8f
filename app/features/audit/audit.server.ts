import { timestamp } from "~/platform/clock";
import type { Trx } from "~/platform/database/database.server";
import { signedIn, type ApiContext } from "~/platform/http/api.server";
import { newId } from "~/platform/ids.server";
import type { Services } from "~/platform/services.server";
import type { AuditChange } from "./schema";

/** The actor: an operator, or a person with the machine's command line. */
export interface Operator {
  _id: string;
  name: string;
}

/** The operator who makes the call. Refuses with 401 without a session, and with 403 for another role. */
export async function operatorOf(c: ApiContext): Promise<Operator> {
  const { _id, firstName, lastName, email } = await signedIn(c, "operator");
  return { _id, name: `${firstName} ${lastName}`.trim() || (email ?? "") };
}

/** Actions, as the audit log calls them. */
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
  | "product.kept"
  | "product.buyers_told"
  | "product.recalled"
  | "recall.retried"
  | "change.published"
  | "change.sent_back"
  | "category.created"
  | "category.changed"
  | "category.moved"
  | "category.merged"
  | "category.removed"
  | "synonyms.added"
  | "synonyms.changed"
  | "synonyms.removed"
  | "merchant.approved"
  | "merchant.suspended"
  | "merchant.reinstated"
  | "user.signed_out"
  | "user.factor_lifted"
  | "order.refunded"
  | "refund.made_anew"
  | "refund.given_otherwise"
  | "payment.repaired"
  | "message.answered"
  | "message.done"
  | "message.assigned"
  | "review.hidden"
  | "review.put_back"
  | "review.kept"
  | "conversation.read"
  | "conversation.closed"
  | "conversation.reopened"
  | "conversation.kept"
  | "question.hidden"
  | "question.put_back"
  | "question.kept"
  | "objection.refused"
  | "newsletter.exported"
  | "audit.exported"
  | "orders.exported"
  | "payments.exported"
  | "fees.exported"
  | "market_day.created"
  | "market_day.changed"
  | "market_day.removed"
  | "market_day.handed_over"
  | "market_day.time_closed"
  | "market_day.time_opened"
  | "collection_terms.saved"
  | "job.retried";

/**
 * Removes a person who leaves from the subjects of entries. Finds them by their `address`, and by the ids in `about`,
 * because they may have had another address then. It does not search for the subjects of messages, which are free text.
 * Each entry still says what was done, by whom and when.
 */
export async function forgetInAuditLog(trx: Trx, address: string, about: string[]): Promise<void> {
  const personal: Action[] = [
    "user.signed_out",
    "user.factor_lifted",
    "message.answered",
    "message.done",
    "message.assigned",
  ];
  const personalEntries = () =>
    trx.updateTable("auditLog").set({ subject: "A former customer" }).where("action", "in", personal);
  await personalEntries().where("subject", "=", address).execute();
  // SQLite accepts at most a thousand conditions in one expression.
  for (let first = 0; first < about.length; first += 200)
    await personalEntries()
      .where((eb) => eb.or(about.slice(first, first + 200).map((id) => eb("details", "like", `%"${id}"%`))))
      .execute();
}

/** Records an operator's action. Must run in the transaction that acts, so that no action lacks its entry. */
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

/** Values shown before and after a change: a text, a figure, or a list of texts. */
type Shown = Record<string, string | number | readonly string[]>;

/** Longer texts are cut, because the log says what changed and keeps no second copy of it. */
const MOST_OF_A_TEXT = 300;

/**
 * The values that have changed, for the details of an entry; empty without any. The names are for people: `changesOf({
 * Title: "Aples" }, { Title: "Apples" })`.
 */
export function changesOf(before: Shown, after: Shown): { changes?: AuditChange[] } {
  const changes = Object.keys(after).flatMap((property) => {
    const [from, to] = [inWords(before[property] ?? ""), inWords(after[property] ?? "")];
    return from === to ? [] : [{ what: property, from: cut(from), to: cut(to) }];
  });
  return changes.length > 0 ? { changes } : {};
}

const inWords = (shownValue: Shown[string]) =>
  typeof shownValue === "object" ? shownValue.join(", ") : String(shownValue);
const cut = (text: string) => (text.length > MOST_OF_A_TEXT ? `${text.slice(0, MOST_OF_A_TEXT)}…` : text);
