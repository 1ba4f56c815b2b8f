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

/** 1174.05 → ["$1,174.05", "0"]: the order summary shows thousandths, the last apart. Takes dollars, not cents. */
export function dollars3(amount: number): [upToCents: string, thousandth: string] {
  const figure = three.format(amount);
  return [figure.slice(0, -1), figure.slice(-1)];
}
