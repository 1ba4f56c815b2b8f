import { withoutMail } from "~/features/notices/choices.server";
import { stopAddress } from "~/features/notices/links.server";
import { readersOf } from "~/features/orders/reader.server";
import { timestamp } from "~/platform/clock";
import { inTransaction, type Trx } from "~/platform/database/database.server";
import type { RecurringJob } from "~/platform/jobs/jobs.server";
import { mailTo } from "~/platform/mail/send-mail.server";
import type { Services } from "~/platform/services.server";
import { linkWord } from "./links.server";
import { isLineRefunded } from "./queries.server";

const MOST_AT_ONCE = 100;
/** Parts that arrived earlier are not asked about: an updated market must not mail people about last year. */
const ASKED_WITHIN_DAYS = 30;

/** Asks buyers for reviews by mail, once per part, some days after it has arrived: see `REVIEW_MAIL_DAYS`. */
export const askForReviews: RecurringJob = {
  kind: "reviews.ask",
  everySeconds: 3600,
  async handle(services) {
    if (services.config.reviewMailDays === 0) return;
    while ((await askSome(services)) === MOST_AT_ONCE);
  },
};

/** Marks some parts as asked about and queues their mails, in one transaction. Returns the number of parts. */
async function askSome(services: Services): Promise<number> {
  const { db, clock, config } = services;
  const daysAgo = (days: number) => timestamp(clock, -days * 86_400);
  return inTransaction(db, async (trx) => {
    const parts = await trx
      .selectFrom("orderParts as p")
      .innerJoin("orders as o", "o._id", "p.orderId")
      .leftJoin("reviewRequests as q", "q.partId", "p._id")
      .select(["p._id", "o.buyerId"])
      .where("p.statusText", "=", "Delivered")
      .where("p.deliveredAt", "<=", daysAgo(config.reviewMailDays))
      .where("p.deliveredAt", ">", daysAgo(config.reviewMailDays + ASKED_WITHIN_DAYS))
      .where("q.partId", "is", null)
      .orderBy("p.deliveredAt")
      .limit(MOST_AT_ONCE)
      .execute();
    if (parts.length === 0) return 0;
    const sentAt = timestamp(clock);
    await trx
      .insertInto("reviewRequests")
      .values(parts.map(({ _id }) => ({ partId: _id, sentAt })))
      .execute();
    const buyerIds = parts.flatMap(({ buyerId }) => buyerId ?? []);
    const unwilling = await withoutMail(trx, "reviews", buyerIds);
    const partsToAsk = parts.filter(({ buyerId }) => buyerId !== null && !unwilling.has(buyerId));
    await writeMails(trx, services, partsToAsk);
    return parts.length;
  });
}

async function writeMails(
  trx: Trx,
  services: Services,
  parts: { _id: string; buyerId: string | null }[],
): Promise<void> {
  if (parts.length === 0) return;
  const lines = await trx
    .selectFrom("orderLines as l")
    .innerJoin("orderParts as p", "p._id", "l.partId")
    .innerJoin("orders as o", "o._id", "l.orderId")
    .leftJoin("reviews as r", (join) =>
      join.onRef("r.productId", "=", "l.productId").onRef("r.buyerId", "=", "o.buyerId"),
    )
    .select(["l._id", "l.partId", "l.productId", "l.title"])
    .where(
      "l.partId",
      "in",
      parts.map(({ _id }) => _id),
    )
    .where("r._id", "is", null)
    .where(isLineRefunded, "=", 0)
    .orderBy("l.position")
    .execute();
  const readerFor = await readersOf(trx, parts);
  for (const part of parts) {
    // Two sizes of a product have one review together.
    const ofPart = lines.filter(({ partId }) => partId === part._id);
    const products = ofPart.filter(
      ({ productId }, place) => ofPart.findIndex((line) => line.productId === productId) === place,
    );
    const [first] = products;
    if (!first) continue;
    const hrefOf = (lineId: string) => `${services.config.publicUrl}/review/${linkWord(services, lineId)}`;
    const subject = products.length === 1 ? `How was ${first.title}?` : `How was ${first.title} and the rest?`;
    await mailTo(
      trx,
      services,
      readerFor(part),
      subject,
      [
        "Your order has arrived some days ago. Other buyers and the stall would like to know how it was. A few stars are enough, words are welcome.",
        ...products.map(({ _id, title }) => ({ button: `Review ${title}`, href: hrefOf(_id) })),
        "Each link needs no password and works once. On its page you can also say that we are not to ask you again.",
      ],
      part.buyerId === null ? undefined : stopAddress(services, { userId: part.buyerId }, "reviews"),
    );
  }
}
