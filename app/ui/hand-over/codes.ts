import type { PageSettings, RowOrder } from "./contract";

export const CODE_LENGTH = 6;

/** A code as it is compared: case, spaces and dashes do not count, O is 0, and I and L are 1. */
export const comparable = (typedCode: string): string =>
  typedCode
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, "")
    .replace(/O/g, "0")
    .replace(/[IL]/g, "1");

/** "K7M 4QP": a code as it is read out. */
export const inHalves = (code: string): string => `${code.slice(0, 3)} ${code.slice(3)}`;

/** The order that has a code, or the sentence that says why there is none to hand over. */
export function lookUp(
  typedCode: string,
  orders: readonly RowOrder[],
  { elsewhere }: Pick<PageSettings, "elsewhere">,
): { order: RowOrder } | { problem: string } {
  const code = comparable(typedCode);
  if (code.length !== CODE_LENGTH) return { problem: `A code has ${CODE_LENGTH} characters, such as K7M 4QP.` };
  const order = orders.find((candidate) => candidate.code === code);
  if (order) return order.closed ? { problem: `${order.name}: ${order.closed}` } : { order };
  const otherDay = elsewhere.find((candidate) => candidate.code === code);
  return {
    problem: otherDay
      ? `This order is collected on ${otherDay.day}.`
      : `No order of this day has the code ${inHalves(code)}.`,
  };
}
