import { bookAllDays, bookingZone } from "~/features/accounting/booking-zone.server";
import { readConfig } from "~/platform/config.server";
import { migrate } from "~/platform/database/migrate.server";
import { openServices } from "~/platform/services.server";

/** The command `npm run days:book`, while no process of the shop runs. Returns the sentences to print. */
export async function bookDaysAnew(): Promise<string[]> {
  const services = await openServices(readConfig(process.env));
  try {
    await migrate(services);
    const { timeZone } = services.config;
    const before = await bookingZone(services.db);
    const parts = await bookAllDays(services);
    return [
      `All days of sales and refunds are booked in ${timeZone}, from ${parts} ${parts === 1 ? "sale" : "sales"}.`,
      ...(before !== null && before !== timeZone
        ? [
            `They were booked in ${before} before: reports and statements of past days and months begin and end at other hours now.`,
          ]
        : []),
    ];
  } finally {
    await services.close();
  }
}
