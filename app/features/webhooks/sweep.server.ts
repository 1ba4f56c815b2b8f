import { timestamp } from "~/platform/clock";
import { presentSeal } from "~/platform/seal.server";
import type { Services } from "~/platform/services.server";
import { sealedAnew } from "./signing.server";

const KEPT_SECONDS = 30 * 86_400;
const AT_ONCE = 500;

/**
 * Gives up deliveries whose endpoint was off for too long, and deletes deliveries of a month ago. Reseals secrets that
 * are under the marketplace's previous secret.
 */
export async function sweepWebhooks({ db, clock, config }: Services): Promise<void> {
  await db
    .updateTable("webhookDeliveries")
    .set({ status: "failed", updatedAt: timestamp(clock) })
    .where("status", "=", "waiting")
    // An hour later than the sending job would give up, so that the last attempt is left to that job.
    .where("retryUntil", "<", timestamp(clock, -3600))
    .execute();
  await db
    .deleteFrom("webhookDeliveries")
    .where("createdAt", "<", timestamp(clock, -KEPT_SECONDS))
    .where("status", "<>", "waiting")
    .execute();
  if (config.previousSecret === null) return;
  const older = await db
    .selectFrom("webhookEndpoints")
    .select(["_id", "secrets"])
    .where("secrets", "not like", `${presentSeal(config)}%`)
    .limit(AT_ONCE)
    .execute();
  const resealed = older.flatMap(({ _id, secrets }) => {
    const sealed = sealedAnew({ config }, _id, secrets);
    return sealed === null ? [] : [{ secrets, sealed }];
  });
  const [first, ...otherRows] = resealed;
  if (!first) return;
  // One statement for all of them. The next sweep finds what changed meanwhile.
  await db
    .updateTable("webhookEndpoints")
    .set((eb) => ({
      secrets: otherRows
        .reduce(
          (cases, row) => cases.when("secrets", "=", row.secrets).then(row.sealed),
          eb.case().when("secrets", "=", first.secrets).then(first.sealed),
        )
        .else(eb.ref("secrets"))
        .end(),
    }))
    .where(
      "secrets",
      "in",
      resealed.map(({ secrets }) => secrets),
    )
    .execute();
}
