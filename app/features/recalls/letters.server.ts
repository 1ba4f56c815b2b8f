import { audit, type Operator } from "~/features/audit/audit.server";
import { timestamp } from "~/platform/clock";
import { inTransaction } from "~/platform/database/database.server";
import { inTransactionOnce } from "~/platform/http/idempotency.server";
import type { RecallLetterRow } from "~/platform/database/tables";
import { newId } from "~/platform/ids.server";
import { job, type Job } from "~/platform/jobs/jobs.server";
import { mailOf, type Letter as Mailed } from "~/platform/mail/letter.server";
import { sendMail } from "~/platform/mail/send-mail.server";
import type { Services } from "~/platform/services.server";
import { purchasePage, readersAfter, type Reader } from "./buyers.server";
import { nobodyBought, sentAlready, unknownLetter } from "./errors.server";
import { recalledProduct } from "./recalled-product.server";
import type { Letter, WriteLetter } from "./schema";

/** Lines whose buyers are written to in one transaction. */
const AT_ONCE = 50;
/** The most orders that a letter names, for a buyer who has bought very often. */
const MOST_NAMED = 20;

/** Stores a letter, to be looked at before it is sent. Returns its id. */
export async function writeLetter(
  services: Services,
  operator: Operator,
  productId: string,
  { since, until, subject, message }: WriteLetter,
): Promise<string> {
  await recalledProduct(services.db, productId);
  const { total } = await purchasePage(services, { productId, since, until }, 1);
  if (total === 0) throw nobodyBought();
  return inTransactionOnce(services, async (trx) => {
    const _id = newId(services.clock.now());
    await trx
      .insertInto("recallLetters")
      .values({
        _id,
        productId,
        since,
        until,
        subject,
        message,
        writtenBy: operator.name,
        createdAt: timestamp(services.clock),
        sentAt: null,
        cursor: "",
        mails: 0,
        finishedAt: null,
      })
      .execute();
    return _id;
  });
}

/** A letter as its first reader gets it, and how many were sent. */
export async function letterOf(services: Services, letterId: string): Promise<Letter> {
  const { db, config } = services;
  const { productId, cursor: _cursor, ...row } = await letterRow(services, letterId);
  const product = await recalledProduct(db, productId, { onSaleToo: true });
  const period = { productId, since: row.since, until: row.until };
  const { buyers } = await purchasePage(services, period, 1);
  const first = (await readersAfter(db, config.timeZone, period, "", AT_ONCE))?.readers[0];
  const mail = first && mailOf(mailFor(first, product.title, row, config.publicUrl), config);
  return {
    ...row,
    product,
    readers: buyers,
    preview: mail ? mail.text : "",
  };
}

async function letterRow({ db }: Pick<Services, "db">, letterId: string): Promise<RecallLetterRow> {
  const row = await db.selectFrom("recallLetters").selectAll().where("_id", "=", letterId).executeTakeFirst();
  if (!row) throw unknownLetter();
  return row;
}

const letterJob = (letterId: string, cursor: string) => ({ uniqueKey: `recall letter ${letterId} ${cursor}` });

/** Has a letter sent to all its readers, once. Refuses `unknown_letter` and `sent_already`. */
export async function sendLetter(services: Services, operator: Operator, letterId: string): Promise<void> {
  const { productId, subject, since, until } = await letterRow(services, letterId);
  await inTransactionOnce(services, async (trx) => {
    const { title } = await recalledProduct(trx, productId, { onSaleToo: true });
    const updated = await trx
      .updateTable("recallLetters")
      .set({ sentAt: timestamp(services.clock) })
      .where("_id", "=", letterId)
      .where("sentAt", "is", null)
      .executeTakeFirst();
    if (updated.numUpdatedRows !== 1n) throw sentAlready();
    await audit(trx, services, operator, "product.buyers_told", title, {
      product: productId,
      subject,
      ...(since && { since }),
      ...(until && { until }),
    });
    await writeMails.enqueue(trx, services, { letterId }, letterJob(letterId, ""));
  });
}

/**
 * Writes the mails of a letter, for some of its readers at a time. The cursor moves on in the same transaction, so a
 * job that runs again, or twice at once, writes none of them again.
 */
export const writeMails: Job<{ letterId: string }> = job("recall.letter", async ({ letterId }, services) => {
  const { db, dialect, config, clock } = services;
  await inTransaction(db, async (trx) => {
    let query = trx.selectFrom("recallLetters").selectAll().where("_id", "=", letterId);
    if (dialect.forUpdate) query = query.forUpdate();
    const letter = await query.executeTakeFirstOrThrow();
    if (letter.finishedAt !== null) return;
    const next = await readersAfter(trx, config.timeZone, letter, letter.cursor, AT_ONCE);
    if (!next) {
      await trx
        .updateTable("recallLetters")
        .set({ finishedAt: timestamp(clock) })
        .where("_id", "=", letterId)
        .execute();
      return;
    }
    const { title } = await recalledProduct(trx, letter.productId, { onSaleToo: true });
    for (const reader of next.readers)
      await sendMail.enqueue(trx, services, mailOf(mailFor(reader, title, letter, config.publicUrl), config));
    await trx
      .updateTable("recallLetters")
      .set((eb) => ({ cursor: next.last, mails: eb("mails", "+", next.readers.length) }))
      .where("_id", "=", letterId)
      .execute();
    await writeMails.enqueue(trx, services, { letterId }, letterJob(letterId, next.last));
  });
});

function mailFor(
  { email, firstName, bought }: Reader,
  title: string,
  { subject, message }: Pick<RecallLetterRow, "subject" | "message">,
  publicUrl: string,
): Mailed {
  const rows = bought
    .slice(-MOST_NAMED)
    .map(({ itemId, quantity }): [string, string] => [`Your order #${itemId}`, `${quantity} × ${title}`]);
  return {
    to: email,
    subject,
    greeting: firstName ? `Hello ${firstName},` : "Hello,",
    parts: [
      ...message
        .replace(/\r\n?/g, "\n")
        .split(/\n{2,}/)
        .map((paragraph) => paragraph.trim())
        .filter(Boolean),
      { rows },
      { button: "See your orders", href: `${publicUrl}/customer/order_history` },
    ],
  };
}
