/** The digits of what was typed or pasted, of any keyboard's script, cut to the length of the code. */
export function digitsOf(text: string, length: number): string {
  return text.replace(/\P{Nd}/gu, "").slice(0, length);
}

/**
 * The code and the box to go to after `text` was typed or pasted into box `place`: it overwrites the digits that were
 * there, box by box. Codes have no holes, so a digit typed past the end lands right behind the last one.
 */
export function typedInto(code: string, place: number, text: string, length: number): { code: string; next: number } {
  const start = Math.min(place, code.length);
  const digits = digitsOf(text, length - start);
  const after = code.slice(0, start) + digits + code.slice(start + digits.length);
  return { code: after, next: Math.min(start + digits.length, length - 1) };
}

/** The code and the box to go to after backspace in box `place`: an empty box takes away the digit before it. */
export function erasedAt(code: string, place: number): { code: string; next: number } {
  const target = place < code.length ? place : Math.min(place, code.length) - 1;
  if (target < 0) return { code, next: 0 };
  return { code: code.slice(0, target) + code.slice(target + 1), next: target };
}
