import { asciiDigits } from "~/features/ascii-digits";

/** An amount as people type it, with a point or a comma; 0 where nothing is typed, NaN where it is no amount. */
export const typedAmount = (text: string): number => {
  const plain = asciiDigits(text).replace(",", ".");
  return plain === "" ? 0 : /^\d+(\.\d+)?$/.test(plain) ? Number(plain) : Number.NaN;
};
