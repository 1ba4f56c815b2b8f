import { GIVEN_BACK, untilAnswered } from "~/ui/line/steady-fetch";
import { dropAllDrafts, dropDraft } from "~/ui/local-draft/drafts";
import { DROPS_DRAFTS } from "./contract";
import { dataAddress, redirectIn } from "./data-address";

/** Of a button that was pressed, or of the form where the button says nothing of its own. */
function said(form: HTMLFormElement, button: HTMLElement | null, name: "action" | "method" | "enctype" | "target") {
  return button?.getAttribute(`form${name}`) ?? form.getAttribute(name) ?? "";
}
const actionOf = (form: HTMLFormElement, button: HTMLElement | null) =>
  new URL(said(form, button, "action") || location.href, location.href);

/** Whether a form stays with the shop and in this window. */
export function canBePosted(form: HTMLFormElement, button: HTMLElement | null): boolean {
  return (
    actionOf(form, button).origin === location.origin &&
    said(form, button, "method") !== "dialog" &&
    !/^_(?!self)/.test(said(form, button, "target"))
  );
}

export function isPost(form: HTMLFormElement, button: HTMLElement | null): boolean {
  return said(form, button, "method").toLowerCase() === "post";
}

/** What a form holds at the moment of the press, the button's own value and a key of the press too. */
export function asItIs(form: HTMLFormElement, button: HTMLElement | null, key: string): FormData {
  const fields = new FormData(form);
  if (button instanceof HTMLButtonElement && button.name) fields.append(button.name, button.value);
  if (isPost(form, button) && !fields.has("_key")) fields.set("_key", key);
  return fields;
}

/** Posts a form through the browser, under the key of its press. */
export function postNatively(form: HTMLFormElement, press: () => void, key: string): void {
  const field = Object.assign(document.createElement("input"), { type: "hidden", name: "_key", value: key });
  if (!form.querySelector("input[name=_key]")) form.append(field);
  press();
  // React, should it come yet, knows nothing of it.
  field.remove();
}

/**
 * Posts a form, as often as it takes, and says where its answer leads: `null` when it was given back unsent. A form
 * that is refused comes back as a page of its own, so it goes out once more, through the browser and under its key.
 */
export async function postPlain(
  plain: typeof fetch,
  form: HTMLFormElement,
  button: HTMLElement | null,
  fields: FormData,
  signal: AbortSignal,
  natively: () => void,
): Promise<{ go(): void; final?: boolean } | null> {
  const withFiles = said(form, button, "enctype").toLowerCase() === "multipart/form-data";
  const off = [...form.querySelectorAll("fieldset")].filter(({ disabled }) => !disabled);
  for (const set of off) set.disabled = true;
  try {
    const answer = await untilAnswered(plain, dataAddress(actionOf(form, button).href), {
      method: "POST",
      body: withFiles ? fields : new URLSearchParams(fields as unknown as Record<string, string>),
      signal,
    });
    if (answer.status === GIVEN_BACK) return null;
    const to = redirectIn(await answer.text());
    if (to === null) return { go: natively, final: true };
    // One that leads to a login is not done yet.
    if (!to.startsWith("/login")) dropDraft(`${location.pathname}#${form.id}`);
    if (form.hasAttribute(DROPS_DRAFTS)) dropAllDrafts();
    return { go: () => follow(to) };
  } finally {
    for (const set of off) set.disabled = false;
  }
}

/** Opens a page, also where it is the one that is open, further down. */
function follow(to: string): void {
  const url = new URL(to, location.href);
  if (!url.hash || url.pathname !== location.pathname || url.search !== location.search) return location.assign(url);
  history.replaceState(history.state, "", url);
  location.reload();
}
