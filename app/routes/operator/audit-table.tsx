import type { AuditChange, AuditEntry } from "~/features/audit/schema";
import { Link } from "~/ui/link/link";
import { Cell, Row, Table } from "~/ui/table/table";
import { listAddress } from "./list-address";
import * as styles from "./operator.css";

export const AUDIT_LOG = "/operator/audit_log";

/** Actions in words. An action without words is shown by its name. */
export const DEEDS: Record<string, string> = {
  "operator.invited": "Invited an operator",
  "operator.joined": "Joined as an operator",
  "operator.factor_on": "Switched their second factor on",
  "operator.factor_off": "Switched their second factor off",
  "operator.passkey_added": "Added a passkey of their own",
  "operator.passkey_removed": "Removed a passkey of their own",
  "operator.recovery_codes_renewed": "Made new recovery codes",
  "operator.token_made": "Made a personal token",
  "operator.token_revoked": "Revoked a personal token",
  "product.published": "Published a product",
  "product.sent_back": "Sent a product back",
  "product.taken_off": "Took a product off sale",
  "product.put_back": "Put a product back on sale",
  "product.buyers_told": "Wrote to the buyers of a product",
  "product.recalled": "Recalled a product",
  "recall.retried": "Tried a recall again",
  "change.published": "Published a change",
  "change.sent_back": "Sent a change back",
  "category.created": "Made a category",
  "category.changed": "Changed a category",
  "category.moved": "Moved a category",
  "category.merged": "Merged a category",
  "category.removed": "Removed a category",
  "synonyms.added": "Added synonyms",
  "synonyms.changed": "Changed synonyms",
  "synonyms.removed": "Removed synonyms",
  "merchant.approved": "Let a merchant in",
  "merchant.suspended": "Suspended a merchant",
  "merchant.reinstated": "Reinstated a merchant",
  "user.signed_out": "Signed a user out",
  "user.factor_lifted": "Lifted a second factor",
  "order.refunded": "Refunded an order",
  "refund.made_anew": "Made a refund anew that came back",
  "refund.given_otherwise": "Noted that a refund was given back another way",
  "payment.repaired": "Repaired a payment",
  "message.answered": "Answered a message",
  "message.done": "Closed a message",
  "message.assigned": "Gave a message to somebody",
  "review.hidden": "Hid a review",
  "review.put_back": "Showed a review again",
  "review.kept": "Kept a reported review",
  "conversation.read": "Read a reported conversation",
  "conversation.closed": "Closed a conversation",
  "conversation.reopened": "Opened a conversation again",
  "conversation.kept": "Kept a reported conversation",
  "question.hidden": "Hid a question and its answer",
  "question.put_back": "Showed a question and its answer again",
  "question.kept": "Kept a reported question",
  "product.kept": "Kept a reported product",
  "objection.refused": "Let a decision stand after an objection",
  "newsletter.exported": "Exported the newsletter's addresses",
  "audit.exported": "Exported the audit log",
  "orders.exported": "Exported orders of all stalls",
  "payments.exported": "Exported payments of all stalls",
  "fees.exported": "Exported fees of all stalls",
  "market_day.created": "Made a market day",
  "market_day.changed": "Changed a market day",
  "market_day.removed": "Removed a market day",
  "market_day.handed_over": "Handed over at a market day",
  "market_day.time_closed": "Time of a market day closed",
  "market_day.time_opened": "Closing of a time taken back",
  "collection_terms.saved": "Saved the terms of paying at collection",
  "job.retried": "Retried a job",
};

/** The address of a subject's page, by the name of its id in the details. */
const PLACES: Record<string, string> = {
  merchant: "/operator/merchants/",
  order: "/operator/orders/",
  message: "/operator/support/",
  product: "/operator/products/",
};
const IDS = new Set(["product", "category", "merchant", "user", "order", "part", "message", "job"]);

export interface AuditLine {
  _id: string;
  who: string;
  /** The id with which the log finds everything that the same person did. */
  actor: string;
  deed: string;
  subject: string;
  href?: string;
  changes: AuditChange[];
  /** Further details, such as a reason. */
  more: string;
  time: string;
  createdAt: string;
}

/** The fields of an entry that its row shows. */
export function auditRow(
  { _id, actorId, actorName, action, subject, details: { changes = [], ...details }, createdAt }: AuditEntry,
  time: string,
): AuditLine {
  const place = Object.keys(PLACES).find((name) => typeof details[name] === "string");
  const restOfDetails = Object.entries(details)
    .filter(([name]) => !IDS.has(name))
    .map(([name, value]) => `${name}: ${String(value)}`)
    .join(" · ");
  return {
    _id,
    who: actorName,
    actor: actorId,
    deed: DEEDS[action] ?? action,
    subject,
    ...(place && { href: `${PLACES[place]}${String(details[place])}` }),
    changes: changes as AuditChange[],
    more: restOfDetails,
    time,
    createdAt,
  };
}

export function AuditTable({ caption, entries }: { caption: string; entries: AuditLine[] }) {
  return (
    <Table caption={caption} head={["What", "Whom or what", "Details", "Who", "When"]}>
      {entries.map(({ _id, who, actor, deed, subject, href, changes, more, time, createdAt }) => (
        <Row key={_id}>
          <Cell place="lead">
            <b>{deed}</b>
          </Cell>
          <Cell label="Whom or what" className={styles.breaking}>
            {href && subject ? <Link to={href}>{subject}</Link> : subject}
          </Cell>
          <Cell label="Details" className={styles.breaking}>
            {changes.map(({ what, from, to }) => (
              <p key={what}>
                {what}: from “{from || "nothing"}” to “{to || "nothing"}”
              </p>
            ))}
            {more || (changes.length > 0 ? null : "–")}
          </Cell>
          <Cell label="Who">
            <Link to={listAddress(AUDIT_LOG, { actor })}>{who}</Link>
          </Cell>
          <Cell label="When">
            <time dateTime={createdAt}>{time}</time>
          </Cell>
        </Row>
      ))}
    </Table>
  );
}
