import { createHash } from "node:crypto";
import { ApiFailure } from "~/api/client";

/*
 * A form that writes a whole record carries what it was opened with: the record's version, and a digest of each of its
 * fields. Once somebody else has saved, each field is merged by three values: as the form was opened, as it was typed,
 * and as it is saved now. See docs/decisions/055.
 */

/** The hidden field with the version and the digests. */
export const OPENED = "_opened";
/** Before a field's name: the field that says which of two values holds. */
const CHOICE = "_choice-";

/** A record as its form posts it: a text, a tick, an ordered list, an unordered set, or a list of rows. */
export type FormValues = Record<string, FormValue>;
type FormValue = string | boolean | ReadonlySet<string> | readonly string[] | readonly Record<string, string>[];

/** A field that two people changed. */
export interface Conflict {
  name: string;
  typed: string;
  saved: string;
  /** The name of the field that posts the choice, and its text for each value. */
  choice: { name: string; values: { typed: string; saved: string } };
}

/** The text of a form's hidden field: version and digests, some 20 bytes a field, however long the fields are. */
export function openedWith(version: string, values: FormValues): string {
  const digests = Object.entries(values).map(([name, value]) => `${name}:${digestOf(partsOf(value), value)}`);
  return [version, ...digests].join(" ");
}

/** The version that a posted form was opened with; undefined for one that carries none. */
export function versionIn(form: FormData): string | undefined {
  const [version = ""] = String(form.get(OPENED) ?? "").split(" ");
  return /^"[0-9a-f]{32}"$/.test(version) ? version : undefined;
}

/** Whether a call was refused because `If-Match` names another version than the current one, which is in `etag`. */
export const isOutdated = (failure: unknown): failure is ApiFailure & { etag: string } =>
  failure instanceof ApiFailure && failure.status === 412 && failure.etag !== null;

/**
 * Merges a form with what others have saved since it was opened. A field that only one side changed gets that side's
 * value. A field that both changed alike is settled. A field that both changed differently is a conflict until the form
 * says which value holds.
 * @param current the fields as they are saved now
 * @param wordsOf a value as people read it, for fields whose values are not such texts
 */
export function mergedForm(
  form: FormData,
  current: FormValues,
  wordsOf: (name: string, values: string[]) => string = (_, values) => values.join(", "),
): { form: FormData; conflicts: Conflict[] } {
  const openedValues = new Map(
    String(form.get(OPENED) ?? "")
      .split(" ")
      .slice(1)
      .map((pair) => pair.split(":") as [string, string]),
  );
  const merged = new FormData();
  for (const [name, value] of form) if (!name.startsWith(CHOICE)) merged.append(name, value);
  const conflicts: Conflict[] = [];
  let open = 0;
  for (const [name, currentValue] of Object.entries(current)) {
    const [typedParts, savedParts] = [partsIn(form, name), partsOf(currentValue)];
    const openedDigest = openedValues.get(name);
    const [typedDigest, savedDigest] = [digestOf(typedParts, currentValue), digestOf(savedParts, currentValue)];
    if (typedDigest === savedDigest || openedDigest === savedDigest) continue;
    const choice = `${CHOICE}${name}`;
    const values = { typed: `typed:${savedDigest}`, saved: `saved:${savedDigest}` };
    const answer = form.get(choice);
    if (openedDigest === typedDigest || answer === values.saved) replaceField(merged, name, savedParts);
    if (openedDigest === typedDigest) continue;
    // An answered conflict is asked again beside the unanswered ones. Otherwise its answer would be lost.
    if (answer !== values.typed && answer !== values.saved) open += 1;
    conflicts.push({
      name,
      typed: wordsOf(name, textsIn(typedParts)),
      saved: wordsOf(name, textsIn(savedParts)),
      choice: { name: choice, values },
    });
  }
  return open === 0 ? { form: merged, conflicts: [] } : { form: merged, conflicts };
}

/** One value of a field. The suffix is the part of its name after the field's own, such as `[0].value`. */
type Part = [suffix: string, text: string];

function partsOf(value: FormValue): Part[] {
  if (typeof value === "boolean") return value ? [["", "on"]] : [];
  if (typeof value === "string") return [["", value]];
  if (value instanceof Set) return [...value].map((text): Part => ["", text]);
  return [...(value as readonly (string | Record<string, string>)[])].flatMap((row, at): Part[] =>
    typeof row === "string"
      ? [[`[${at}]`, row]]
      : Object.entries(row).map(([name, text]): Part => [`[${at}].${name}`, text]),
  );
}

function partsIn(form: FormData, field: string): Part[] {
  return [...form].flatMap(([name, value]): Part[] =>
    typeof value === "string" && isOf(name, field) ? [[name.slice(field.length), value]] : [],
  );
}

const isOf = (name: string, field: string) => name === field || name.startsWith(`${field}[`);

/** The texts of a value, normalized as people may have typed them: one kind of line end, and no empty texts. */
const textsIn = (parts: Part[]) => parts.map(([, text]) => text.replace(/\r\n?/g, "\n").trim()).filter(Boolean);

function digestOf(parts: Part[], like: FormValue): string {
  const labels = parts.map(([suffix, text]) => `${/\.\w+$/.exec(suffix)?.[0] ?? ""}=${text}`);
  const texts = typeof like === "object" && !(like instanceof Set) ? labels : textsIn(parts);
  const normal = textsIn(texts.map((text): Part => ["", text])).filter((text) => !/^(\.\w+)?=$/.test(text));
  const ordered = like instanceof Set ? normal.toSorted() : normal;
  return createHash("sha256").update(JSON.stringify(ordered)).digest("base64url").slice(0, 8);
}

function replaceField(form: FormData, field: string, parts: Part[]): void {
  for (const name of new Set(form.keys())) if (isOf(name, field)) form.delete(name);
  for (const [suffix, text] of parts) form.append(field + suffix, text);
}
