/* Fields of a form as the browser keeps them, and a form that is filled in with them again. */

export type Entries = [name: string, value: string][];

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** Whether a field of this name holds a password. */
export const isPassword = (name: string) => /password/i.test(name);

/** Whether a field is for a password, a code or a card: never kept. A password that is shown has the type of a text. */
function isSecret({ type, name, autocomplete }: Control): boolean {
  return (
    type === "password" || isPassword(name) || /\b(one-time-code|(current|new)-password|cc-\w+)/.test(autocomplete)
  );
}

/** The fields that a person fills in: no hidden fields, no buttons. */
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

/** The current fields of a form, also the hidden ones; null while it is being sent and nothing can be read. */
export function entriesOf(form: HTMLFormElement): Entries | null {
  if (form.querySelector(":scope > fieldset:disabled")) return null;
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
 * The part of a draft that tells it from another: everything but the form's own key, which is new with each page, and
 * the order of the fields.
 */
export function typedIn(entries: Entries): string {
  const typedEntries = entries.filter(([name]) => !name.startsWith("_"));
  return JSON.stringify(typedEntries.sort(([a], [b]) => Number(a > b) - Number(a < b)));
}

/**
 * An earlier draft with what is typed now. A field that differs from the page's (`initialEntries`) is taken as it is
 * now, all others from the draft. So is the key: if the draft was sent already, it is not done twice.
 */
export function typedOver(earlier: Entries, now: Entries, initialEntries: Entries): Entries {
  const valuesOf = (entries: Entries, name: string) => typedIn(entries.filter(([candidate]) => candidate === name));
  const isTouched = ([name]: Entries[number]) => valuesOf(now, name) !== valuesOf(initialEntries, name);
  return [...earlier.filter((entry) => !isTouched(entry)), ...now.filter(isTouched)];
}

/** The first value of a field; undefined where there is none. */
export const valueOf = (entries: Entries, name: string) => entries.find(([field]) => field === name)?.[1];

/** `entries` with the key of `otherEntries`. */
export function underKeyOf(otherEntries: Entries, entries: Entries): Entries {
  const isKey = ([name]: Entries[number]) => name === "_key";
  return [...entries.filter((entry) => !isKey(entry)), ...otherEntries.filter(isKey)];
}

/**
 * Gives a form all fields of `entries`, also those without a control: hidden ones, such as ids of uploaded files, and
 * rows that were added. Removes rows and ids that `entries` lack.
 */
export function fillInRows(form: HTMLFormElement, entries: Entries): void {
  const values = new Map(entries.filter(([name]) => !name.startsWith("_")));
  const rows = [...form.elements].filter(
    (field) => field instanceof HTMLInputElement && field.name.includes("[") && !values.has(field.name),
  );
  for (const row of rows) row.remove();
  for (const [name, value] of values) {
    const field = form.elements.namedItem(name);
    if (field instanceof HTMLInputElement && field.type === "hidden") field.value = value;
    else if (!field) form.append(hiddenField(name, value));
  }
}

export function hiddenField(name: string, value: string): HTMLInputElement {
  return Object.assign(document.createElement("input"), { type: "hidden", name, value });
}

/** Milliseconds to wait for a list to offer the value: regions are loaded after their country is chosen. */
const LATE_MS = 30_000;

/** Fills in a form as if by hand, so that all listeners are called. Leaves its hidden fields alone. */
export function fillIn(form: HTMLFormElement, entries: Entries): void {
  const keptValues = new Map<string, string[]>();
  for (const [name, value] of entries) keptValues.set(name, [...(keptValues.get(name) ?? []), value]);
  for (const control of controlsOf(form)) {
    if (isSecret(control) || control.type === "file") continue;
    const values = keptValues.get(control.name) ?? [];
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
  // The setter of the prototype, in case a script has replaced the control's own.
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
