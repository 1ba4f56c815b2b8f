import { asciiDigits } from "~/features/ascii-digits";
import { tender } from "~/features/collection-payments/schema";
import { z } from "~/features/zod";

/** An amount as people type it, with a point or a comma. 0 if nothing is typed, NaN if it is no amount. */
export const typedAmount = (text: string): number => {
  const plain = asciiDigits(text).replace(",", ".");
  return plain === "" ? 0 : /^\d+(\.\d+)?$/.test(plain) ? Number(plain) : Number.NaN;
};

/** A form's field with an amount that must be typed. `rule` is the rule for the amount. */
export const amountField = (rule: z.ZodType<number, number>) =>
  z
    .string()
    .trim()
    .transform(typedAmount)
    .refine((amount) => !Number.isNaN(amount), { error: "A sum is written as 20 or 12.40.", abort: true })
    .pipe(rule);

/** The field with the sum that a buyer gives. */
export const sumGiven = amountField(tender.shape.given);
