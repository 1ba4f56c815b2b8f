import type { RateLimit } from "~/platform/rate-limiter/rate-limiter.server";
import type { Services } from "~/platform/services.server";

export const perAccount: RateLimit = { name: "upload-account", points: 300, seconds: 3600 };

const MEGABYTE = 1024 * 1024;
/**
 * Of the largest videos. Files that nothing shows stay for a day, so it is also the most that an account leaves lying
 * about.
 */
const MOST_A_DAY = 100;

/** Counts what an account is about to send; refuses what would fill the disk. */
export function roomFor(
  { rateLimiter, config }: Pick<Services, "rateLimiter" | "config">,
  ownerId: string,
  bytes: number,
): Promise<void> {
  const megabytes = (count: number) => Math.max(1, Math.ceil(count / MEGABYTE));
  return rateLimiter.consume(
    { name: "upload-megabytes", points: MOST_A_DAY * megabytes(config.mostVideoBytes), seconds: 86_400 },
    ownerId,
    megabytes(bytes),
  );
}
