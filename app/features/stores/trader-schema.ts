import { email, optionalText, phone } from "~/features/fields";
import { z } from "~/features/zod";

/* Details that a shop must publish about each trader: EU law, DSA article 30 and CRD article 6. */

export const trader = z
  .object({
    name: optionalText("The name", 120).describe("Of the person or the company that sells."),
    address: optionalText("The postal address", 300).describe("In lines."),
    email: z
      .union([z.literal(""), email], { error: "Email is invalid" })
      .default("")
      .describe("Told to everybody; messages reach the stall anyway."),
    telephone: phone("Phone", 20),
    registerNumber: optionalText("The register number", 80).describe("With the name of the register."),
    taxNumber: optionalText("The tax number", 40),
  })
  .superRefine(({ name, address, ...details }, context) => {
    const isEmpty = name === "" && address === "" && Object.values(details).every((value) => value === "");
    if (isEmpty) return;
    if (name === "") context.addIssue({ code: "custom", path: ["name"], message: "The name is required" });
    if (address === "")
      context.addIssue({ code: "custom", path: ["address"], message: "The postal address is required" });
  })
  .meta({ id: "Trader" });
export type Trader = z.infer<typeof trader>;

export const noTrader: Trader = trader.parse({});

/** The trader as everybody sees it. Null while the merchant has given no details. */
export const publicTrader = trader.nullable().describe("Who sells; null while the merchant has not said it.");
