import { readMultipart, type Part } from "~/platform/files/multipart.server";

/** Fields of the largest forms: a product in 30 sizes has some 550, the weights of 400 pieces some 810. */
export const MOST_ENTRIES = 850;
const LONGEST_NAME = 100;

const parsedForms = new WeakMap<Request, FormData>();

/** Limit on the places of all lists of a form. A parser makes every place of a list, filled or not. */
const MOST_PLACES = 400;
/** The longest intent of a list's button, such as Add a row. */
const LONGEST_INTENT = 2000;
const AMPERSAND = 0x26;

/**
 * Reads a posted form; further calls return the same form. A form that none of ours could have posted is refused while
 * it arrives, before it is parsed: one with more fields than the largest form has, or with names such as `x[90000000]`
 * or `a.a.a…`, for which a parser would build a list or a depth of that size.
 */
export async function postedForm(request: Request): Promise<FormData> {
  const parsedForm = parsedForms.get(request);
  if (parsedForm) return parsedForm;
  const form = await (isPlain(request) ? plainForm(request) : multipartTexts(request)).catch(() => null);
  if (!form || !isOfOurs(form)) throw unreadable();
  noteRead(request, form);
  return form;
}

/** A form without files. Its length has been checked before (edge/body/body-limits.ts). */
async function plainForm(request: Request): Promise<FormData> {
  const chunks: Uint8Array[] = [];
  let entries = 1;
  // Cancelling the body would drop the connection before the response is sent.
  for await (const chunk of request.body?.values({ preventCancel: true }) ?? []) {
    for (const byte of chunk) if (byte === AMPERSAND) entries += 1;
    if (entries > MOST_ENTRIES) throw unreadable();
    chunks.push(chunk);
  }
  const form = new FormData();
  for (const [name, value] of new URLSearchParams(Buffer.concat(chunks).toString("utf8"))) form.append(name, value);
  return form;
}

/** The texts of a multipart form. Files in it are skipped. */
function multipartTexts(request: Request): Promise<FormData> {
  const take = async ({ filename, data }: Part) => {
    const chunks: Uint8Array[] = [];
    for await (const chunk of data) if (filename === undefined) chunks.push(chunk);
    return filename === undefined ? Buffer.concat(chunks).toString("utf8") : undefined;
  };
  return readMultipart(request, take, MOST_ENTRIES);
}

/** Whether a form of ours could have this many fields, with these names. */
export function isOfOurs(form: FormData): boolean {
  const entries = [...form];
  const lists = new Map<string, number>();
  for (const [name] of entries) {
    const [, list, place] = /^(.*)\[(\d+)\]/.exec(name) ?? [];
    if (list !== undefined) lists.set(list, Math.max(lists.get(list) ?? 0, Number(place) + 1));
  }
  const places = [...lists.values()].reduce((sum, length) => sum + length, 0);
  return (
    entries.length <= MOST_ENTRIES &&
    places <= MOST_PLACES &&
    !entries.some(([name]) => isOdd(name)) &&
    isIntent(form.get("__intent__")) &&
    isIntent(form.get("__state__"))
  );
}

/** Whether a text is the intent of a list's button, with a place that a list may have. */
function isIntent(text: FormDataEntryValue | null): boolean {
  if (text === null || text === "") return true;
  if (typeof text !== "string" || text.length > LONGEST_INTENT) return false;
  try {
    const { payload = {} } = JSON.parse(text) as { payload?: Record<string, unknown> };
    const { name = "", index = 0, from = 0, to = 0 } = payload;
    const places = [index, from, to].map(Number);
    return !isOdd(String(name)) && places.every((place) => place >= 0 && place < 100);
  } catch {
    return false;
  }
}

/** Whether a request brings a form without files. */
export function isPlain(request: Request): boolean {
  return /^application\/x-www-form-urlencoded\b/i.test(request.headers.get("Content-Type") ?? "");
}

/** Whether a field's name is one that no form of ours has. */
export function isOdd(name: string): boolean {
  return (
    name.length > LONGEST_NAME || /\[\d{3,}\]|\[\d+\].*\[\d+\]/.test(name) || (name.match(/[.[]/g)?.length ?? 0) > 4
  );
}

/** The answer to a post that no form of ours could have made. */
export function unreadable(): Response {
  return new Response("The form could not be read.", { status: 400 });
}

/** Remembers the form of a request, because its body can be read only once. */
export function noteRead(request: Request, form: FormData): void {
  parsedForms.set(request, form);
}

export function alreadyRead(request: Request): FormData | undefined {
  return parsedForms.get(request);
}
