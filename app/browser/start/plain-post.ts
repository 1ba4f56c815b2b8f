import { untilAnswered } from "~/ui/line/until-answered";
import { dropAllDrafts, dropDraft } from "~/ui/local-draft/drafts";
import {
  COOKIES_ASKED,
  DROPS_DRAFTS,
  IN_PLACE_REQUEST,
  LEADS_TO,
  MADE_FOR,
  STAYS_ENABLED,
} from "~/ui/page-scripts/contract";
import { inPlace } from "./load-in-place";

const plainFetch = window.fetch.bind(window);

/**
 * Requests a page that is to be shown in place, or posts a form, and retries until there is an answer. Returns null if
 * the form is given back unsent. A failed page does not count as an answer, so the open page stays.
 */
export function requestPatiently(address: string, signal: AbortSignal, init?: RequestInit): Promise<Response | null> {
  const headers = { [IN_PLACE_REQUEST]: "1", ...init?.headers };
  return untilAnswered(plainFetch, address, { ...init, headers, signal });
}

/** The header with the account that the page was made for, taken from any form that names it. Empty if none does. */
function madeFor(): Record<string, string> {
  const account = document.querySelector<HTMLInputElement>("input[name=_account]");
  return account ? { [MADE_FOR]: account.value } : {};
}

/** An attribute of the button that was pressed, or of the form if the button has none of its own. */
function attributeOf(
  form: HTMLFormElement,
  button: HTMLElement | null,
  name: "action" | "method" | "enctype" | "target",
) {
  return button?.getAttribute(`form${name}`) ?? form.getAttribute(name) ?? "";
}
/** The address of a form. Its property `action` is not used, because a field of that name would replace it. */
export const actionOf = (form: HTMLFormElement, button: HTMLElement | null) =>
  new URL(attributeOf(form, button, "action") || location.href, location.href);

/** Whether a form goes to the shop and is answered in this window, and does not only close a dialog. */
export function canBePosted(form: HTMLFormElement, button: HTMLElement | null): boolean {
  return (
    actionOf(form, button).origin === location.origin &&
    attributeOf(form, button, "method") !== "dialog" &&
    !/^_(?!self)/.test(attributeOf(form, button, "target"))
  );
}

export function isPost(form: HTMLFormElement, button: HTMLElement | null): boolean {
  return attributeOf(form, button, "method").toLowerCase() === "post";
}

/** The fields of a form at the moment of the press, with the button's value. A post without a key gets `key`. */
export function fieldsAtPress(form: HTMLFormElement, button: HTMLElement | null, key: string): FormData {
  const fields = new FormData(form);
  if (button instanceof HTMLButtonElement && button.name) fields.append(button.name, button.value);
  if (isPost(form, button) && !fields.has("_key")) fields.set("_key", key);
  return fields;
}

/**
 * The address of a form that asks for a page, with its non-empty fields. If the form leads to a part of its page, the
 * address has the empty fields too, so that the server answers them as well.
 */
export function addressWith(form: HTMLFormElement, fields: FormData): string {
  const url = actionOf(form, null);
  url.search = "";
  for (const [name, value] of fields) if (value || url.hash) url.searchParams.append(name, value as string);
  return url.href;
}

/** Sends a form through the browser. A post without a key gets `key`, the key of its press. */
export function postNatively(form: HTMLFormElement, press: () => void, key: string): void {
  const field = Object.assign(document.createElement("input"), { type: "hidden", name: "_key", value: key });
  // A form that asks for a page gets no key, because its fields become the address.
  if (form.method === "post" && !form.querySelector("input[name=_key]")) form.append(field);
  press();
  field.remove();
}

/**
 * Posts a form, retries until it is answered, and returns how to follow the answer. Returns null if the form was given
 * back unsent, or if its answer is shown in place. If answers cannot be shown in place, a refused form is sent once
 * more through the browser, under its key. So is a form that the server wants posted to another address.
 */
export async function postPlain(
  form: HTMLFormElement,
  button: HTMLElement | null,
  fields: FormData,
  signal: AbortSignal,
  natively: () => void,
): Promise<{ go(): void; final?: boolean } | null> {
  const withFiles = attributeOf(form, button, "enctype").toLowerCase() === "multipart/form-data";
  const endBusy = beginBusy(form, button);
  try {
    const body = withFiles ? fields : new URLSearchParams(fields as unknown as Record<string, string>);
    const answer = await requestPatiently(actionOf(form, button).href, signal, {
      method: "POST",
      body,
      headers: madeFor(),
    });
    if (!answer) return null;
    // The worker saw only the form's request, not its answer.
    navigator.serviceWorker?.controller?.postMessage({ answered: true });
    const to = answer.headers.get(LEADS_TO);
    const page = await inPlace();
    if (to === null || answer.status !== 204) {
      if (to) form.action = to;
      if (to || !page) return { go: natively, final: true };
      const html = await answer.text();
      endBusy();
      page.show(html, form);
      return null;
    }
    // A form that leads to a login has not been processed yet.
    if (!to.startsWith("/login")) dropDraft(`${location.pathname}#${form.id}`);
    if (form.hasAttribute(DROPS_DRAFTS)) dropAllDrafts();
    const url = new URL(to, location.href);
    const target = new URL(url);
    if (target.searchParams.has(COOKIES_ASKED)) target.searchParams.delete(COOKIES_ASKED);
    const isHere = target.pathname + target.search === location.pathname + location.search;
    if (isHere && page) {
      // The form stays disabled until its page is shown, because that empties its fields.
      await page.open(to, (address) => requestPatiently(address, signal), { by: form, beforeShown: endBusy });
      return null;
    }
    return { go: () => follow(url, isHere) };
  } finally {
    endBusy();
  }
}

/** Disables a form that is being sent, and marks its button busy. Returns how to undo this and restore the focus. */
function beginBusy(form: HTMLFormElement, button: HTMLElement | null): () => void {
  const sets = form.hasAttribute(STAYS_ENABLED) ? [] : [...form.querySelectorAll("fieldset")];
  const off = sets.filter(({ disabled }) => !disabled);
  const focused = document.activeElement as HTMLElement | null;
  const words = button?.dataset["busyLabel"] && button.lastChild;
  const label = words && words.textContent;
  // A toggle shows its new state until the answer is there.
  const pressed = button?.getAttribute("aria-pressed");
  if (pressed) button?.setAttribute("aria-pressed", String(pressed !== "true"));
  for (const set of off) set.disabled = true;
  button?.setAttribute("aria-busy", "true");
  if (words) words.textContent = button.dataset["busyLabel"]!;
  let isOver = false;
  return () => {
    if (isOver) return;
    isOver = true;
    for (const set of off) set.disabled = false;
    button?.removeAttribute("aria-busy");
    if (pressed) button?.setAttribute("aria-pressed", pressed);
    if (words) words.textContent = label!;
    if (document.activeElement === document.body && form.contains(focused)) focused?.focus({ preventScroll: true });
  };
}

/** Opens a page. Reloads the open page if the address is a part of it, because the browser would only scroll there. */
function follow(url: URL, isHere: boolean): void {
  if (!url.hash || !isHere) return location.assign(url);
  history.replaceState(history.state, "", url);
  location.reload();
}
