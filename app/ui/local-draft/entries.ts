/* What a form holds, as it is kept in the browser, and a form filled in with it again. */

export type Entries = [name: string, value: string][];

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** Whether a field of this name holds a password. */
export const isPassword = (name: string) => /password/i.test(name);

/** Passwords, codes and cards: never kept. A password that is shown is a text to the browser. */
function isSecret({ type, name, autocomplete }: Control): boolean {
  return (
    type === "password" || isPassword(name) || /\b(one-time-code|(current|new)-password|cc-\w+)/.test(autocomplete)
  );
}

/** What a person fills in: no hidden fields, no buttons. */
function controlsOf(form: HTMLFormElement): Control[] {
  return [...form.elements].filter(
    (element): element is Control =>
      (element instanceof HTMLInputElement && !/^(hidden|submit|button|image|reset)$/.test(element.type)) ||
      element instanceof HTMLSelectElement ||
      element instanceof HTMLTextAreaElement,
  );
}

/** Whether so much is typed into a form that it is worth keeping: more than two fields, or a longer text. */
export function isWorthKeeping(form: HTMLFormElement): boolean {
  const controls = controlsOf(form).filter(({ name }) => name !== "");
  return new Set(controls.map(({ name }) => name)).size > 2 || controls.some(({ type }) => type === "textarea");
}

/** The fields of a form as they stand, the hidden ones too; null while it is on its way and nothing can be read. */
export function entriesOf(form: HTMLFormElement): Entries | null {
  if (form.querySelector("fieldset:disabled")) return null;
  const secret = new Set(controlsOf(form).flatMap((control) => (isSecret(control) ? [control.name] : [])));
  return [...new FormData(form)].flatMap(([name, value]) =>
    typeof value === "string" && !secret.has(name) ? [[name, value] as [string, string]] : [],
  );
}

/** The fields as the page came with them, before anything was typed. */
export function givenEntriesOf(form: HTMLFormElement): Entries | null {
  const fresh = form.cloneNode(true) as HTMLFormElement;
  fresh.reset();
  return entriesOf(fresh);
}

/**
 * What tells two drafts apart: everything but the form's own key, which is new with each page, and the order of the
 * fields.
 */
export function typedIn(entries: Entries): string {
  const typed = entries.filter(([name]) => !name.startsWith("_"));
  return JSON.stringify(typed.sort(([one], [other]) => Number(one > other) - Number(one < other)));
}

/**
 * An earlier draft with what is typed now over it: a field that is no longer as the page came with it (`given`) wins,
 * all others stay as they were in the draft. So does its key: should it have been sent already, it is not done twice.
 */
export function typedOver(earlier: Entries, now: Entries, given: Entries): Entries {
  const valuesOf = (entries: Entries, name: string) => typedIn(entries.filter(([other]) => other === name));
  const isTouched = ([name]: Entries[number]) => valuesOf(now, name) !== valuesOf(given, name);
  return [...earlier.filter((entry) => !isTouched(entry)), ...now.filter(isTouched)];
}

/** Entries under the key of others. */
export function underKeyOf(others: Entries, entries: Entries): Entries {
  const isKey = ([name]: Entries[number]) => name === "_key";
  return [...entries.filter((entry) => !isKey(entry)), ...others.filter(isKey)];
}

/** How long a list may take to have what was chosen of it: regions follow their country over the line. */
const LATE_MS = 30_000;

/** Fills in a form as if by hand, so that whoever listens to it hears of it. The form's key comes back with it. */
export function fillIn(form: HTMLFormElement, entries: Entries): void {
  const kept = new Map<string, string[]>();
  for (const [name, value] of entries) kept.set(name, [...(kept.get(name) ?? []), value]);
  const key = form.querySelector<HTMLInputElement>("input[type=hidden][name=_key]");
  const [oldKey] = kept.get("_key") ?? [];
  if (key && oldKey) key.value = oldKey;
  for (const control of controlsOf(form)) {
    if (isSecret(control) || control.type === "file") continue;
    const values = kept.get(control.name) ?? [];
    if (control instanceof HTMLInputElement && /^(checkbox|radio)$/.test(control.type)) {
      if (control.checked !== values.includes(control.value)) control.click();
    } else {
      const value = values.shift();
      if (value !== undefined && value !== control.value) set(control, value);
    }
  }
}

function set(control: Control, value: string): void {
  if (control instanceof HTMLSelectElement && ![...control.options].some((option) => option.value === value))
    return onceOffered(control, value);
  // The prototype's own setter: React watches the control's.
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), "value")?.set?.call(control, value);
  for (const type of ["input", "change"]) control.dispatchEvent(new Event(type, { bubbles: true }));
}

function onceOffered(list: HTMLSelectElement, value: string): void {
  const watch = new MutationObserver(() => {
    if (![...list.options].some((option) => option.value === value)) return;
    watch.disconnect();
    set(list, value);
  });
  watch.observe(list, { childList: true });
  setTimeout(() => watch.disconnect(), LATE_MS);
}
