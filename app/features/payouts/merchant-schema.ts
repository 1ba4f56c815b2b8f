import { balance } from "~/features/accounting/schema";
import { merchant } from "~/features/stores/merchants-schema";
import type { z } from "~/features/zod";
import { payoutAccount } from "./schema";

/** One merchant as operators see them, with what the marketplace owes them, and whether they can be paid out. */
export const merchantDetails = merchant.extend({ balance, payoutAccount }).meta({ id: "OperatorMerchantDetails" });
export type MerchantDetails = z.infer<typeof merchantDetails>;
