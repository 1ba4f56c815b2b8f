import type { z } from "~/features/zod";
import type { takenOff } from "./schema";

/** Since when an operator keeps a product off sale, and why, as answers report it. Empty if no operator does. */
export function takenOffOf({ takenOffAt, takenOffReason }: { takenOffAt: string | null; takenOffReason: string }): {
  takenOff?: z.infer<typeof takenOff>;
} {
  return takenOffAt === null ? {} : { takenOff: { at: takenOffAt, reason: takenOffReason } };
}
