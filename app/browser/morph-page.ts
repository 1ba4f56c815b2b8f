import { Idiomorph } from "idiomorph";
import { SCRIPTS_ID } from "~/ui/page-scripts/contract";
import { hasNewerCount } from "./count-in-field";
import { FROM_SCRIPT, KEEPS_ITSELF } from "./from-script";

let lastFocused: HTMLElement | null = null;
document.addEventListener("focusin", ({ target }) => {
  lastFocused = target instanceof HTMLElement ? target : null;
});

/** Parses pages of the shop, which is all that this policy of Trusted Types lets through. Their scripts do not run. */
const policy = window.trustedTypes?.createPolicy("in-place", { createHTML: (html) => html }) as
  | { createHTML(html: string): string }
  | undefined;

function parsedPage(html: string): Document {
  // The styles in its head hold under its own policy alone, and are not needed here.
  const [start, end] = [html.indexOf("<style"), html.indexOf("</style>")];
  const text = start < 0 ? html : html.slice(0, start) + html.slice(end);
  return new DOMParser().parseFromString(policy?.createHTML(text) ?? text, "text/html");
}

/**
 * Changes the page into another one, element by element. Focus, scroll position, open parts and what was typed into
 * other forms stay. The fields of `form`, which was sent, become those of the new page. Moves the focus to the errors of a
 * refused form, and returns true where there are any.
 */
export function morphPage(html: string, form?: HTMLFormElement): boolean {
  const page = parsedPage(html);
  document.title = page.title;
  // Where the form with the focus is gone, its entry would become the next one of its list, and stay open.
  const formId = lastFocused?.closest("form")?.getAttribute("id");
  if (formId && !page.getElementById(formId)) lastFocused?.blur();
  morph(document.body, page.body, form);
  const alert = document.querySelector<HTMLElement>("main [role=alert][autofocus]");
  if (alert) focusOn(alert);
  else if (document.activeElement === document.body) {
    // The control that sent the form: disabled meanwhile, it has lost the focus.
    if (form?.contains(lastFocused)) lastFocused?.focus({ preventScroll: true });
    if (document.activeElement === document.body) focusOn(document.querySelector("main h1"), { preventScroll: true });
  }
  return alert !== null;
}

/** Changes the element with an id into the one of another page, and leaves everything around it alone. */
export function morphPart(html: string, id: string): void {
  const [current, incoming] = [document.getElementById(id), parsedPage(html).getElementById(id)];
  if (current && incoming) morph(current, incoming);
}

function morph(current: Element, incoming: Element, form?: HTMLFormElement): void {
  const scripts = document.getElementById(SCRIPTS_ID);
  // Before the first change: a radio button that is set takes the mark from another one.
  const editedFields = changedFields(form);
  // An element that the new page brings is open or not as the page says.
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

/** True for a fold of the form that was sent: the page opens it where something in it is wrong or new. */
const isFoldOf = (form: HTMLFormElement | undefined, element: Element) =>
  element.localName === "details" && form?.contains(element) === true;

/** True for elements that the page did not come with: messages of scripts, and those of extensions behind the page. */
function isForeign(node: Node, scripts: Element | null): boolean {
  if (node instanceof Element && (node.hasAttribute(FROM_SCRIPT) || node.localName.includes("-"))) return true;
  return (
    node.parentNode === document.body &&
    scripts !== null &&
    (scripts.compareDocumentPosition(node) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0
  );
}

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** Fields in which somebody has typed or chosen something, but for those of the form that was sent. */
function changedFields(form?: HTMLFormElement): Set<Element> {
  const fields = document.querySelectorAll<Field>("input:not([type=hidden]), textarea, select");
  return new Set([...fields].filter((field) => !form?.contains(field) && isChanged(field)));
}

function isChanged(field: Field): boolean {
  if (field instanceof HTMLSelectElement) return isChosen(field);
  const isTicked = field instanceof HTMLInputElement && field.checked !== field.defaultChecked;
  return isTicked || field.value !== field.defaultValue;
}

/** True for a list of which something else is chosen than the page came with. */
function isChosen(list: HTMLSelectElement): boolean {
  const options = [...list.options];
  // A browser chooses the first one where the page chooses none.
  const first = list.multiple || options.some((option) => option.defaultSelected) ? undefined : options[0];
  return options.some((option) => option.selected !== (option.defaultSelected || option === first));
}

/** True for attributes that say what the person has done to a field: typed or chosen something. */
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
