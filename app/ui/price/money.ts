function inDollars(decimals: number) {
  return new Intl.NumberFormat("en-US", {
    style: "currency",
    currency: "USD",
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  });
}
const two = inDollars(2);
const three = inDollars(3);

/** 1174.05 → "$1,174.05". Takes dollars, not cents. */
export function dollars(amount: number): string {
  return two.format(amount);
}

/** 1174.05 → "$1,174.050": the order summary counts in thousandths. Takes dollars, not cents. */
export function dollars3(amount: number): string {
  return three.format(amount);
}
