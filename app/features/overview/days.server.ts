import { sql, type ExpressionBuilder } from "kysely";
import { toDollars } from "~/features/fields";
import type { Tables } from "~/platform/database/tables";
import { lowestIdAt } from "~/platform/ids.server";
import { sendMail } from "~/platform/mail/send-mail.server";
import type { Services } from "~/platform/services.server";
import { dayIn, plusDays, startOfDay } from "~/platform/time-zone";
import type { DayFigures } from "./schema";

/** Done jobs are kept for seven days, so the mails of a day a week ago are incomplete. */
const MAILS_KNOWN_DAYS = 6;
const count = sql<number>`count(*)`.as("n");

/** The figures of one day, each from a range of an index. */
function figuresOf(eb: ExpressionBuilder<Tables, never>, from: string, to: string, name: string) {
  const paid = eb
    .selectFrom("orders")
    .where("status", "=", "paid")
    .where("paidAt", ">=", from)
    .where("paidAt", "<", to);
  // A refund made by hand has the provider's time, but its id has the time at which it was stored here.
  const refunds = eb.selectFrom("refunds").where("_id", ">=", lowestIdAt(from)).where("_id", "<", lowestIdAt(to));
  return [
    paid.select(count).as(`${name}_orders`),
    paid.select((of) => of.fn.sum<number>("amountCents").as("n")).as(`${name}_placed`),
    eb
      .selectFrom("collectionPayments")
      .where("createdAt", ">=", from)
      .where("createdAt", "<", to)
      .select((of) => of.fn.sum<number>("placedCents").as("n"))
      .as(`${name}_placedUnpaid`),
    eb
      .selectFrom("collectionPayments")
      .where("paidAt", ">=", from)
      .where("paidAt", "<", to)
      .select((of) => of.fn.sum<number>("paidCents").as("n"))
      .as(`${name}_onCollection`),
    eb
      .selectFrom("orders")
      .select(count)
      .where("status", "in", ["released", "refused"])
      .where("createdAt", ">=", from)
      .where("createdAt", "<", to)
      .as(`${name}_unpaid`),
    refunds.select(count).as(`${name}_refunds`),
    refunds.select((of) => of.fn.sum<number>("amountCents").as("n")).as(`${name}_refunded`),
    eb
      .selectFrom("users")
      .select(count)
      .where("deletedAt", "is", null)
      .where("createdAt", ">=", from)
      .where("createdAt", "<", to)
      .as(`${name}_signUps`),
    eb
      .selectFrom("jobs")
      .select(count)
      .where("kind", "=", sendMail.kind)
      .where("finishedAt", ">=", from)
      .where("finishedAt", "<", to)
      .as(`${name}_mails`),
  ];
}

/** Today, yesterday and the same day of last week, as the marketplace counts days. One statement. */
export async function daysSideBySide({ db, clock, config: { timeZone } }: Pick<Services, "db" | "clock" | "config">) {
  const day = dayIn(timeZone, clock.now());
  const daysAgo = { today: 0, yesterday: 1, weekAgo: 7 };
  const rows = (await db
    .selectNoFrom((eb) =>
      Object.entries(daysAgo).flatMap(([name, ago]) =>
        figuresOf(eb, startOfDay(timeZone, plusDays(day, -ago)), startOfDay(timeZone, plusDays(day, 1 - ago)), name),
      ),
    )
    .executeTakeFirstOrThrow()) as Record<string, number | string | null>;
  const figures = (name: keyof typeof daysAgo): DayFigures => {
    const figure = (of: string) => Number(rows[`${name}_${of}`] ?? 0);
    return {
      day: plusDays(day, -daysAgo[name]),
      orders: figure("orders"),
      // An order that is paid at collection counts on the day of its payment, with the sum paid.
      revenue: toDollars(figure("placed") - figure("placedUnpaid") + figure("onCollection")),
      ...(figure("onCollection") > 0 && { onCollection: toDollars(figure("onCollection")) }),
      unpaid: figure("unpaid"),
      refunds: figure("refunds"),
      refunded: toDollars(figure("refunded")),
      signUps: figure("signUps"),
      mails: daysAgo[name] <= MAILS_KNOWN_DAYS ? figure("mails") : null,
    };
  };
  return { today: figures("today"), yesterday: figures("yesterday"), weekAgo: figures("weekAgo") };
}
