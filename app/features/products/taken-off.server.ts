import type { z } from "~/features/zod";
import type { takenOff } from "./schema";

/** The reason why an operator keeps a product off sale, as answers tell it; nothing where nobody does. */
export function takenOffOf({ takenOffAt, takenOffReason }: { takenOffAt: string | null; takenOffReason: string }): {
  takenOff?: z.infer<typeof takenOff>;
} {
  return takenOffAt === null ? {} : { takenOff: { at: takenOffAt, reason: takenOffReason } };
}
