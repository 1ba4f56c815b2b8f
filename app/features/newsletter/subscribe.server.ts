import { timestamp } from "~/platform/clock";
import { inTransaction, type Db } from "~/platform/database/database.server";
import { mailOf } from "~/platform/mail/letter.server";
import { sendMail } from "~/platform/mail/send-mail.server";
import { refusal } from "~/platform/refusal";
import type { Services } from "~/platform/services.server";
import { isSignatureOf, signatureOf } from "~/platform/signature.server";

const brokenLink = refusal("broken_link", 422, "This link is not complete. Please open it from the mail again.");
const unknownSubscriber = refusal(
  "unknown_subscriber",
  404,
  "This address is not on our list. If our letters come to another address of yours, open the link in the newest one.",
);

const noLongerAsked = refusal(
  "unknown_subscriber",
  404,
  "This address is not on our list any more. Please subscribe once more.",
);

type Purpose = "confirm" | "unsubscribe";

const signedText = (purpose: Purpose, text: string) => `newsletter ${purpose} ${text}`;

/** A signed token for a link in a mail. Only this market can make it, so its holder has read that mailbox. */
function signed({ config }: Services, purpose: Purpose, text: string): string {
  return `${Buffer.from(text).toString("base64url")}.${signatureOf(config, signedText(purpose, text))}`;
}

function textIn({ config }: Services, purpose: Purpose, link: string): string {
  const [body = "", signature = "", ...excess] = link.split(".");
  const text = Buffer.from(body, "base64url").toString();
  // Only one spelling of a link is accepted, because the decoder ignores characters that are no base64url.
  const isWhole = excess.length === 0 && Buffer.from(text).toString("base64url") === body;
  if (!isWhole || !isSignatureOf(config, signedText(purpose, text), signature)) throw brokenLink();
  return text;
}

/** The text of a link to confirm one request. A request after an unsubscription voids it. No address has a space. */
const confirmText = (email: string, requestedAt: string) => `${email} ${requestedAt}`;

/** The unsubscribe link that every letter to this address contains. */
export function unsubscribeLink(services: Services, email: string): string {
  return `${services.config.publicUrl}/newsletter/unsubscribe?link=${signed(services, "unsubscribe", email)}`;
}

/**
 * Stores the address and mails a link to confirm it. A confirmed address gets no second mail. After an unsubscription
 * it is a new request, and links that were mailed before stay void.
 */
export async function subscribe(services: Services, email: string): Promise<void> {
  await services.rateLimiter.consume({ name: "newsletter-email", points: 3, seconds: 86_400 }, email);
  const { config } = services;
  const subscriber = await services.db
    .selectFrom("subscribers")
    .selectAll()
    .where("email", "=", email)
    .executeTakeFirst();
  if (subscriber?.confirmedAt && !subscriber.unsubscribedAt) return;
  const unsubscribe = unsubscribeLink(services, email);
  await inTransaction(services.db, async (trx) => {
    const createdAt = timestamp(services.clock);
    await trx
      .insertInto("subscribers")
      .values({ email, createdAt, confirmedAt: null, unsubscribedAt: null })
      .onConflict((oc) =>
        oc
          .column("email")
          .doUpdateSet({ createdAt, confirmedAt: null, unsubscribedAt: null })
          .where("subscribers.unsubscribedAt", "is not", null),
      )
      .execute();
    const { createdAt: requestedAt } = await trx
      .selectFrom("subscribers")
      .select("createdAt")
      .where("email", "=", email)
      .executeTakeFirstOrThrow();
    await sendMail.enqueue(
      trx,
      services,
      mailOf(
        {
          to: email,
          subject: `Please confirm the ${config.market.name} newsletter`,
          greeting: "Hello,",
          parts: [
            "please confirm that you would like our weekly letter about what is in season:",
            {
              button: "Yes, send it to me",
              href: `${config.publicUrl}/newsletter/confirm?link=${signed(services, "confirm", confirmText(email, requestedAt))}`,
            },
            "If you did not ask for it, you need do nothing: without the confirmation nothing is sent.",
          ],
          unsubscribe,
        },
        config,
      ),
    );
  });
}

export async function confirmSubscription(services: Services, link: string): Promise<void> {
  const [email = "", requestedAt = ""] = textIn(services, "confirm", link).split(" ");
  const confirmed = await services.db
    .updateTable("subscribers")
    .set({ confirmedAt: timestamp(services.clock) })
    .where("email", "=", email)
    .where("createdAt", "=", requestedAt)
    .where("unsubscribedAt", "is", null)
    .executeTakeFirst();
  if (confirmed.numUpdatedRows !== 1n) throw noLongerAsked();
}

export async function unsubscribe(services: Services, link: string): Promise<void> {
  const email = textIn(services, "unsubscribe", link);
  if (await stopLetters(services, email)) return;
  // The owner may have changed the address since that letter. The subscription then has the present address.
  const owner = await services.db
    .selectFrom("emailChanges as c")
    .innerJoin("users as u", "u._id", "c.userId")
    .select("u.email")
    .where("c.oldEmail", "=", email)
    .where("c.doneAt", "is not", null)
    .orderBy("c._id", "desc")
    .executeTakeFirst();
  if (!owner?.email || !(await stopLetters(services, owner.email))) throw unknownSubscriber();
}

/** Answers whether the address is on the list at all. */
async function stopLetters({ db, clock }: Services, email: string): Promise<boolean> {
  const stopped = await db
    .updateTable("subscribers")
    .set({ unsubscribedAt: timestamp(clock) })
    .where("email", "=", email)
    .executeTakeFirst();
  return stopped.numUpdatedRows === 1n;
}

/** The subscription of an address, or null. */
export async function subscriptionOf(db: Db, email: string) {
  return (await db.selectFrom("subscribers").selectAll().where("email", "=", email).executeTakeFirst()) ?? null;
}

/** Moves a subscription to another address of the same person. A subscription that this address has already stays. */
export async function moveSubscriber(db: Db, from: string, to: string): Promise<void> {
  await db
    .updateTable("subscribers")
    .set({ email: to })
    .where("email", "=", from)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom("subscribers as known").select("known.email").where("known.email", "=", to))),
    )
    .execute();
  await forgetSubscriber(db, from);
}

export async function forgetSubscriber(db: Db, email: string): Promise<void> {
  await db.deleteFrom("subscribers").where("email", "=", email).execute();
}
