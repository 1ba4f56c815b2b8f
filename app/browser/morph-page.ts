import { Idiomorph } from "idiomorph";
import { SCRIPTS_ID } from "~/ui/page-scripts/contract";
import { hasNewerCount } from "./count-in-field";
import { FROM_SCRIPT, KEEPS_ITSELF } from "./from-script";

let lastFocused: HTMLElement | null = null;
document.addEventListener("focusin", ({ target }) => {
  lastFocused = target instanceof HTMLElement ? target : null;
});

/** The Trusted Types policy for parsing pages of the shop, used for nothing else. The pages' scripts do not run. */
const policy = window.trustedTypes?.createPolicy("in-place", { createHTML: (html) => html }) as
  | { createHTML(html: string): string }
  | undefined;

function parsedPage(html: string): Document {
  // Only the page's own Content-Security-Policy allows the styles in its head. They are not needed here.
  const [start, end] = [html.indexOf("<style"), html.indexOf("</style>")];
  const text = start < 0 ? html : html.slice(0, start) + html.slice(end);
  return new DOMParser().parseFromString(policy?.createHTML(text) ?? text, "text/html");
}

/**
 * Changes the page into another one, element by element. Focus, scroll position, open parts and text typed into other
 * forms stay. The fields of `form`, which was sent, become those of the new page. If the form was refused, moves the
 * focus to its errors and returns true.
 */
export function morphPage(html: string, form?: HTMLFormElement): boolean {
  const page = parsedPage(html);
  document.title = page.title;
  // If the new page lacks the form with the focus, its list entry would be morphed into the next one and stay open.
  const formId = lastFocused?.closest("form")?.getAttribute("id");
  if (formId && !page.getElementById(formId)) lastFocused?.blur();
  morph(document.body, page.body, form);
  const alert = document.querySelector<HTMLElement>("main [role=alert][autofocus]");
  if (alert) focusOn(alert);
  else if (document.activeElement === document.body) {
    // The control that sent the form lost the focus while it was disabled.
    if (form?.contains(lastFocused)) lastFocused?.focus({ preventScroll: true });
    if (document.activeElement === document.body) focusOn(document.querySelector("main h1"), { preventScroll: true });
  }
  return alert !== null;
}

/** Changes the element with this id into that of another page. Everything around it stays as it is. */
export function morphPart(html: string, id: string): void {
  const [current, incoming] = [document.getElementById(id), parsedPage(html).getElementById(id)];
  if (current && incoming) morph(current, incoming);
}

function morph(current: Element, incoming: Element, form?: HTMLFormElement): void {
  const scripts = document.getElementById(SCRIPTS_ID);
  // Read before the first change, because setting a radio button clears another one.
  const editedFields = changedFields(form);
  // These stay open or closed as they are. New ones are open or closed as the page says.
  const standing = new Set<Element>(document.querySelectorAll("details, dialog"));
  Idiomorph.morph(current, incoming, {
    callbacks: {
      beforeNodeMorphed: (element) =>
        !(element instanceof HTMLScriptElement || (element instanceof Element && element.hasAttribute(KEEPS_ITSELF))),
      beforeNodeRemoved: (element) => !isForeign(element, scripts),
      beforeAttributeUpdated: (name, element, change) =>
        name === "open"
          ? !standing.has(element) || (change === "update" && isFoldOf(form, element))
          : !isPersons(name, element, editedFields),
    },
  });
}

/** True for a `details` of the form that was sent. The page opens it if something in it is wrong or new. */
const isFoldOf = (form: HTMLFormElement | undefined, element: Element) =>
  element.localName === "details" && form?.contains(element) === true;

/**
 * True for elements that the page did not come with: elements of scripts, custom elements of extensions, and everything
 * at the end of the body after the page's script.
 */
function isForeign(node: Node, scripts: Element | null): boolean {
  if (node instanceof Element && (node.hasAttribute(FROM_SCRIPT) || node.localName.includes("-"))) return true;
  return (
    node.parentNode === document.body &&
    scripts !== null &&
    (scripts.compareDocumentPosition(node) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0
  );
}

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** Fields in which somebody has typed or chosen something, except those of the form that was sent. */
function changedFields(form?: HTMLFormElement): Set<Element> {
  const fields = document.querySelectorAll<Field>("input:not([type=hidden]), textarea, select");
  return new Set([...fields].filter((field) => !form?.contains(field) && isChanged(field)));
}

function isChanged(field: Field): boolean {
  if (field instanceof HTMLSelectElement) return isChosen(field);
  const isTicked = field instanceof HTMLInputElement && field.checked !== field.defaultChecked;
  return isTicked || field.value !== field.defaultValue;
}

/** True if the list's choice differs from the one that the page came with. */
function isChosen(list: HTMLSelectElement): boolean {
  const options = [...list.options];
  // If the page selects no option, the browser selects the first one.
  const first = list.multiple || options.some((option) => option.defaultSelected) ? undefined : options[0];
  return options.some((option) => option.selected !== (option.defaultSelected || option === first));
}

/** True for attributes that hold what a person has typed or chosen. An input with a newer count keeps all. */
function isPersons(name: string, element: Element, editedFields: Set<Element>): boolean {
  if (element instanceof HTMLInputElement && hasNewerCount(element)) return true;
  const field = element instanceof HTMLOptionElement ? element.closest("select") : element;
  return field !== null && editedFields.has(field) && /^(value|checked|selected)$/.test(name);
}

/** Moves the focus to an element that takes none by itself, such as a heading. */
export function focusOn(element: HTMLElement | null, options?: FocusOptions): void {
  if (!element) return;
  if (!element.hasAttribute("tabindex")) element.tabIndex = -1;
  element.focus(options);
}
