import { timestamp } from "~/platform/clock";
import { presentSeal, seal, unseal } from "~/platform/seal.server";
import type { Services } from "~/platform/services.server";
import { sweepPasskeyChallenges } from "./passkey-challenges.server";

const AT_ONCE = 500;

/**
 * Deletes expired challenges, and set-ups that were not finished within a day. Reseals secrets that are under the
 * previous secret of the market, so that it can be dropped.
 */
export async function sweepAuthenticators({ db, clock, config }: Services): Promise<void> {
  await sweepPasskeyChallenges({ db, clock });
  await db
    .deleteFrom("authenticators")
    .where("confirmedAt", "is", null)
    .where("createdAt", "<", timestamp(clock, -86_400))
    .execute();
  if (config.previousSecret === null) return;
  const older = await db
    .selectFrom("authenticators")
    .select(["userId", "secret"])
    .where("secret", "not like", `${presentSeal(config)}%`)
    .limit(AT_ONCE)
    .execute();
  const resealed = older.flatMap(({ userId, secret }) => {
    const text = unseal(config, secret, userId);
    return text === null ? [] : [{ userId, secret, sealed: seal(config, text, userId) }];
  });
  if (resealed.length === 0) return;
  // One statement for all of them. The next sweep finds what changed meanwhile.
  await db
    .updateTable("authenticators")
    .set((eb) => ({
      secret: resealed
        .slice(1)
        .reduce(
          (cases, row) => cases.when("secret", "=", row.secret).then(row.sealed),
          eb.case().when("secret", "=", resealed[0]!.secret).then(resealed[0]!.sealed),
        )
        .else(eb.ref("secret"))
        .end(),
    }))
    .where(
      "secret",
      "in",
      resealed.map(({ secret }) => secret),
    )
    .execute();
}
