import { timestamp } from "~/platform/clock";
import { isDuplicate } from "~/platform/database/duplicates";
import { newId } from "~/platform/ids.server";
import type { Services } from "~/platform/services.server";
import { blank, type RecurringJob } from "./jobs.server";

/** Writes each recurring job down once, due at once. If it exists already, updates only its interval. */
export async function writeDownRecurring(
  { db, clock }: Pick<Services, "db" | "clock">,
  recurring: RecurringJob[],
): Promise<void> {
  for (const { kind, everySeconds } of recurring) {
    try {
      await db
        .insertInto("jobs")
        .values({
          ...blank,
          _id: newId(clock.now()),
          kind,
          payload: "{}",
          uniqueKey: `every ${kind}`,
          runAt: timestamp(clock),
          everySeconds,
          createdAt: timestamp(clock),
        })
        .execute();
    } catch (error) {
      if (!isDuplicate(error, "jobsUnique")) throw error;
      await db.updateTable("jobs").set({ everySeconds }).where("uniqueKey", "=", `every ${kind}`).execute();
    }
  }
}
