import { z } from "~/features/zod";

/* Jobs that failed for good. Their payloads are left out, because they may hold codes and mails. */

export const deadJob = z
  .object({
    _id: z.string(),
    kind: z.string(),
    attempts: z.number().int(),
    lastError: z.string(),
    createdAt: z.string(),
    diedAt: z.string(),
  })
  .meta({ id: "DeadJob" });
