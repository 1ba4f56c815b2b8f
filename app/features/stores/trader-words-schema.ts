import type { Trader } from "./trader-schema";

/** Name and address of a trader, line by line, with the numbers that are given. */
export function traderLines({ name, address, registerNumber, taxNumber }: Trader): string[] {
  return [
    name,
    ...address.split("\n").map((line) => line.trim()),
    registerNumber && `Register: ${registerNumber}`,
    taxNumber && `Tax number: ${taxNumber}`,
  ].filter(Boolean);
}

/** Ways to reach a trader by mail or phone, in addition to the market's messages. */
export const traderContacts = ({ email, telephone }: Trader): string[] => [email, telephone].filter(Boolean);
