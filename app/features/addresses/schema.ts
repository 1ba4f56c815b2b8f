import { billing } from "~/features/accounts/schema";
import { missingForDelivery } from "~/features/checkout/schema";
import { z } from "~/features/zod";

/* The addresses that a buyer keeps in the account. Orders keep a copy of their own. */

export const addressForm = z
  .object({
    address: billing,
    isUsual: z
      .boolean()
      .default(false)
      .describe("Chosen at checkout unless another one is. The first address is; it stays so until another one is."),
  })
  .superRefine(({ address }, context) => {
    for (const { field, message } of missingForDelivery(address))
      context.addIssue({ code: "custom", path: ["address", field], message });
  });
export type AddressForm = z.infer<typeof addressForm>;

export const savedAddress = z
  .object({ _id: z.string(), address: billing, isUsual: z.boolean() })
  .meta({ id: "SavedAddress" });
export type SavedAddress = z.infer<typeof savedAddress>;
