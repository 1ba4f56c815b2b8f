import { sql } from "kysely";
import { inSize } from "~/features/products/variants.server";
import { merchantsToWriteTo, noteWrittenTo } from "~/features/stores/stock-settings.server";
import { inTransaction, type Db } from "~/platform/database/database.server";
import type { RecurringJob } from "~/platform/jobs/jobs.server";
import { mailOf } from "~/platform/mail/letter.server";
import { sendMail } from "~/platform/mail/send-mail.server";
import type { Services } from "~/platform/services.server";
import { dayIn, startOfDay } from "~/platform/time-zone";

/** From six until noon: after a failure in the night, mails still go out in the morning, and none in the evening. */
const HOURS = { from: 6, until: 12 };
const AT_ONCE = 200;
const MOST_NAMED = 10;

/**
 * Writes in the morning to merchants whose stock runs low, once a day of the marketplace, and only if anything runs
 * low. The day is stored with the mail, so that no restart writes twice.
 */
export const lowStockMails: RecurringJob = {
  kind: "products.low-stock-mails",
  everySeconds: 900,
  seconds: 300,
  async handle(services) {
    const { db, clock, config } = services;
    const now = clock.now();
    const day = dayIn(config.timeZone, now);
    const hour = (now.getTime() - Date.parse(startOfDay(config.timeZone, day))) / 3_600_000;
    if (hour < HOURS.from || hour >= HOURS.until) return;
    let behind = "";
    for (;;) {
      const merchants = await merchantsToWriteTo(db, day, behind, AT_ONCE);
      if (merchants.length === 0) return;
      await writeTo(services, merchants, day);
      behind = merchants.at(-1)?._id ?? "";
    }
  },
};

type Merchant = Awaited<ReturnType<typeof merchantsToWriteTo>>[number];
type Low = Awaited<ReturnType<typeof lowOnStock>>[number];

async function writeTo(services: Services, merchants: Merchant[], day: string): Promise<void> {
  const ids = merchants.map(({ _id }) => _id);
  const low = new Map<string, Low[]>();
  for (const row of await lowOnStock(services.db, ids))
    low.set(row.merchantId, [...(low.get(row.merchantId) ?? []), row]);
  await inTransaction(services.db, async (trx) => {
    const notedIds = await noteWrittenTo(trx, [...low.keys()], day);
    await sendMail.enqueueAll(
      trx,
      services,
      merchants.flatMap((merchant) =>
        notedIds.has(merchant._id) ? letter(services, merchant, low.get(merchant._id)) : [],
      ),
    );
  });
}

/** Sizes on sale of these merchants that run low or out, fewest pieces first: `MOST_NAMED` of each, and the total. */
async function lowOnStock(db: Db, merchantIds: string[]) {
  const low = db
    .selectFrom("products as p")
    .innerJoin("stores as s", "s.userId", "p.merchantId")
    .innerJoin("variants as v", "v.productId", "p._id")
    .select(["p.merchantId", "p.title", "v.name", "v.quantity"])
    .select([
      sql<number>`row_number() over (partition by "p"."merchantId" order by "v"."quantity", "v"."_id")`.as("place"),
      sql<number>`count(*) over (partition by "p"."merchantId")`.as("total"),
    ])
    .where("p.merchantId", "in", merchantIds)
    .where(sql<boolean>`"p"."availType" = 'published'`)
    .where("p.deletedAt", "is", null)
    .where("p.isPublic", "=", 1)
    .where("v.deletedAt", "is", null)
    .where("v.isPending", "=", 0)
    .where(sql<boolean>`"v"."quantity" <= coalesce("v"."lowStockAt", "s"."lowStockAt")`);
  return db
    .selectFrom(low.as("low"))
    .selectAll()
    .where("place", "<=", MOST_NAMED)
    .orderBy("merchantId")
    .orderBy("place")
    .execute();
}

const nameOf = (one?: Low) => (one ? inSize(one.title, one.name) : "");

function letter({ config }: Services, { email, firstName }: Merchant, low: Low[] = []) {
  const total = Number(low[0]?.total ?? 0);
  if (!email || total === 0) return [];
  const rest = total - low.length;
  const subject = total === 1 ? `${nameOf(low[0])} runs low` : `${total} of your products run low`;
  const stock = `${config.publicUrl}/merchant/products/stock`;
  return mailOf(
    {
      to: email,
      subject,
      greeting: firstName ? `Hello ${firstName},` : "Hello,",
      parts: [
        "this is what runs low at your stall this morning:",
        { rows: low.map((one) => [nameOf(one), one.quantity === 0 ? "None left" : `${one.quantity} left`]) },
        ...(rest > 0 ? [`And ${rest} more.`] : []),
        { button: "Change the stock", href: stock },
        "At how many pieces you are told, and whether we write to you about it, you choose at the foot of that page.",
      ],
    },
    config,
  );
}
