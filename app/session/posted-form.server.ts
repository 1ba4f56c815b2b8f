export const MOST_ENTRIES = 400;
const LONGEST_NAME = 100;

const read = new WeakMap<Request, FormData>();

/**
 * Reads a posted form, however often it is asked for. What no form of ours could have posted is refused before anything
 * is made of it: names such as `x[90000000]` or `a.a.a…` would have a parser build a list or a depth that size.
 */
export async function postedForm(request: Request): Promise<FormData> {
  const known = read.get(request);
  if (known) return known;
  const form = await request.formData().catch(() => null);
  if (!form) throw unreadable();
  const names = [...form.keys()];
  if (names.length > MOST_ENTRIES || names.some(isOdd)) throw unreadable();
  noteRead(request, form);
  return form;
}

/** Whether a request brings a form without files. */
export function isPlain(request: Request): boolean {
  return /^application\/x-www-form-urlencoded\b/i.test(request.headers.get("Content-Type") ?? "");
}

/** A field's name that no form of ours has. */
export function isOdd(name: string): boolean {
  return name.length > LONGEST_NAME || /\[\d{3,}\]/.test(name) || (name.match(/[.[]/g)?.length ?? 0) > 4;
}

/** The answer to a post that no form of ours could have made. */
export function unreadable(): Response {
  return new Response("The form could not be read.", { status: 400 });
}

/** A body can be read once; what was read is found again by its request. */
export function noteRead(request: Request, form: FormData): void {
  read.set(request, form);
}

export function alreadyRead(request: Request): FormData | undefined {
  return read.get(request);
}
