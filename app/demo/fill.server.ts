import { sql } from "kysely";
import { hashPassword } from "~/features/accounts/passwords.server";
import { inTransaction, type Trx } from "~/platform/database/database.server";
import type { Services } from "~/platform/services.server";
import { StartupError } from "~/platform/startup-error";
import { products } from "./content/products";
import { fillCategories, fillProducts } from "./goods.server";
import { DEMO_PASSWORD } from "./logins";
import { fillMessages } from "./messages.server";
import { fillOrders, fillWishlist } from "./past-orders.server";
import { fillPeople } from "./people.server";
import { copyPictures, fillPictures } from "./pictures.server";
import { fillReports } from "./reports.server";
import { fillReviews } from "./reviews.server";
import { DAY } from "./rows";
import { fillCollectionTerms, fillUnpaidOrders } from "./unpaid-orders.server";
import { fillCollections, fillWays, merchantsPaidThere } from "./ways.server";

/**
 * Fills an empty database with the demo: categories, stalls, products with pictures, buyers, and a year of orders. The
 * content is the same on every machine. Dates count back from the day of filling. Does nothing the second time. Throws
 * a StartupError if the database holds other accounts.
 */
export async function fillDemo(services: Services): Promise<void> {
  const { db, clock, log } = services;
  if (await db.selectFrom("counters").select("name").where("name", "=", "demo").executeTakeFirst()) return;
  if (await db.selectFrom("users").select("_id").limit(1).executeTakeFirst())
    throw new StartupError(
      "DEMO is 1, but the database holds accounts of its own: the demo fills an empty one alone, and was left out. Set DEMO=0 to serve this shop, or DATA_DIR (or DATABASE_URL) to an empty place for the demo.",
    );
  const began = Date.now();
  const tell = (step: number, task: string) => log.info({ step, of: 4 }, `filling the demo: ${task}`);
  tell(1, "pictures");
  const today = new Date(Math.floor(clock.now().getTime() / DAY) * DAY);
  const pictures = await copyPictures(services, today);
  const passwordHash = await hashPassword(DEMO_PASSWORD);
  await inTransaction(db, async (trx) => {
    await trx.insertInto("counters").values({ name: "demo", value: 1 }).execute();
    tell(2, "people and goods");
    await fillPictures(trx, pictures.rows);
    const people = await fillPeople(trx, today, passwordHash);
    await fillWays(trx, today, people);
    const categoryIds = await fillCategories(trx, today, people, pictures.ids);
    const goods = await fillProducts(trx, today, people, categoryIds, pictures.ids);
    tell(3, "a year of orders");
    const past = await fillOrders(trx, clock.now(), services.config.timeZone, people, goods);
    await fillReviews(trx, clock.now(), people, goods, past);
    await fillMessages(trx, clock.now(), people, goods);
    await fillReports(trx, clock.now(), goods);
    await fillCollectionTerms(trx, clock.now());
    await fillUnpaidOrders(trx, { today, now: clock.now() }, people, goods, merchantsPaidThere(people));
    await fillCollections(trx, { today, now: clock.now(), timeZone: services.config.timeZone }, people);
    await nameTraders(trx);
    tell(4, "wishlist");
    await fillWishlist(trx, clock.now(), people, goods);
    await services.dialect.announceChange(trx);
  });
  log.info({ seconds: Math.round((Date.now() - began) / 1000), products: products.length }, "the demo is filled");
}

/** An order keeps each stall's trader as it was when the order was placed. In the demo, no trader has ever changed. */
async function nameTraders(trx: Trx): Promise<void> {
  const trader = sql<string | null>`(select "s"."trader" from "stores" as "s"
    where "s"."userId" = "orderParts"."merchantId")`;
  await trx.updateTable("orderParts").set({ trader }).where("paidAt", "is not", null).execute();
}
