import type { Trader } from "./trader-schema";

/** Name and address of a trader, line by line, with the numbers that there are. */
export function traderLines({ name, address, registerNumber, taxNumber }: Trader): string[] {
  return [
    name,
    ...address.split("\n").map((line) => line.trim()),
    registerNumber && `Register: ${registerNumber}`,
    taxNumber && `Tax number: ${taxNumber}`,
  ].filter(Boolean);
}

/** The ways to write to a trader or to call, beside the messages of the market. */
export const traderContacts = ({ email, telephone }: Trader): string[] => [email, telephone].filter(Boolean);
