import { presentSeal } from "~/platform/seal.server";
import type { Services } from "~/platform/services.server";
import type { Report } from "./report";

/** Checks whether APP_SECRET opens the sealed rows: second factors, and the secrets of merchants' webhooks. */
export async function sealedRows({ db, config }: Pick<Services, "db" | "config">): Promise<Report> {
  const { secret, previousSecret } = config;
  const present = `${presentSeal({ secret, previousSecret })}%`;
  const previous = previousSecret === null ? present : `${presentSeal({ secret: previousSecret, previousSecret })}%`;
  const factors = db
    .selectFrom("authenticators")
    .select((eb) => eb.fn.countAll<number>().as("n"))
    .where("secret", "not like", present);
  const webhooks = db
    .selectFrom("webhookEndpoints")
    .select((eb) => eb.fn.countAll<number>().as("n"))
    .where("secrets", "not like", present);
  const [olderFactors, olderWebhooks, lostFactors, lostWebhooks] = await Promise.all(
    [
      factors,
      webhooks,
      factors.where("secret", "not like", previous),
      webhooks.where("secrets", "not like", previous),
    ].map(async (query) => Number((await query.executeTakeFirstOrThrow()).n)),
  );
  const lostWords = inWords(lostFactors, lostWebhooks);
  const olderWords = inWords((olderFactors ?? 0) - (lostFactors ?? 0), (olderWebhooks ?? 0) - (lostWebhooks ?? 0));
  return {
    wrong: lostWords
      ? [
          `APP_SECRET is not the secret under which ${lostWords} were sealed, so they cannot be read: people need a recovery code to sign in, and merchants' servers get no webhooks. Put the secret of before into APP_SECRET, or into APP_SECRET_PREVIOUS beside a new one.`,
        ]
      : [],
    notes: olderWords
      ? [
          `${olderWords} are still sealed under APP_SECRET_PREVIOUS: leave it until the running service has sealed them anew.`,
        ]
      : [],
  };
}

function inWords(factors = 0, webhooks = 0): string {
  return [
    ...(factors > 0 ? [`${factors} second factors`] : []),
    ...(webhooks > 0 ? [`the secrets of ${webhooks} webhooks`] : []),
  ].join(" and ");
}
