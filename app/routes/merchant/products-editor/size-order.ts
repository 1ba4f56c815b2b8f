import { nameOfFirst, SIZE_FIELDS } from "./fields-of";

/*
 * The order of the sizes in the editor's form. The first size is in the form itself and the others are in rows, so a
 * move exchanges the values of fields. A move is a submit and works without scripts.
 */

const MOVE = /^size-up:(\d{1,2})$/;

/** The intent that moves a row one place up. The first row changes places with the form's own size. */
export const moveUp = (row: number): string => `size-up:${row}`;

/** Moves a size up if the form's intent says so. Returns whether it does. An unknown row changes nothing. */
export function moveSize(form: FormData): boolean {
  const row = MOVE.exec(String(form.get("intent") ?? ""))?.[1];
  if (row === undefined) return false;
  const index = Number(row);
  if (!form.has(`sizes[${index}].name`)) return true;
  for (const field of SIZE_FIELDS)
    exchange(form, index === 0 ? nameOfFirst(field) : `sizes[${index - 1}].${field}`, `sizes[${index}].${field}`);
  return true;
}

function exchange(form: FormData, one: string, second: string): void {
  const [before, after] = [form.get(one) ?? "", form.get(second) ?? ""];
  form.set(one, after);
  form.set(second, before);
}
