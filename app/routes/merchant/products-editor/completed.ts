/** An amount with its two decimals: `12` becomes `12.00`, `3.5` becomes `3.50`. What is no amount stays as it is typed. */
export function completed(typed: string): string {
  const [, whole, decimals = ""] = /^\s*(\d+)(?:[.,](\d{0,2}))?\s*$/.exec(typed) ?? [];
  return whole === undefined ? typed : `${whole}.${decimals.padEnd(2, "0")}`;
}
