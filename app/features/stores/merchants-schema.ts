import { text } from "~/features/fields";
import { changes, searchQuery } from "~/features/pagination";
import { z } from "~/features/zod";

/* Merchants as operators see them, let them in and close their stalls. */

export const storeStatus = z.enum(["active", "waiting", "suspended"], {
  error: "status must be active, waiting or suspended.",
});
export const merchantQuery = searchQuery.extend({
  ...changes,
  status: z.union([z.literal(""), storeStatus]).default(""),
});
export type MerchantQuery = z.infer<typeof merchantQuery>;
export const merchant = z
  .object({
    _id: z.string(),
    storeName: z.string(),
    username: z.string(),
    businessAddress: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    email: z.string(),
    telephone: z.string(),
    status: storeStatus,
    createdAt: z.string(),
    products: z.number().int().describe("On sale now; 2,001 where there are more than 2,000."),
    categories: z.array(z.string()),
  })
  .meta({ id: "OperatorMerchant" });
export type Merchant = z.infer<typeof merchant>;
export const suspend = z.object({ reason: text("Reason", 1000) });
