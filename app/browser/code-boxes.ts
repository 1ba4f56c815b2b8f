import { digitsOf, erasedAt, typedInto } from "~/ui/code-field/code-boxes";
import { CODE_BOXES } from "~/ui/code-field/contract";
import { FROM_SCRIPT } from "./from-script";

/** The boxes that replace each field of a code. */
const groups = new WeakMap<HTMLElement, HTMLInputElement[]>();

/** Moves the focus to the first box of a code after a click on its label, or on its error above the form. */
export function watchCodes(): void {
  document.addEventListener("click", (event) => {
    const leads = event.target instanceof Element ? event.target.closest("label[for], a[href^='#']") : null;
    const id = leads?.getAttribute("for") ?? leads?.getAttribute("href")?.slice(1);
    const field = id ? document.getElementById(id) : null;
    const box = field && groups.get(field)?.[0];
    if (!box) return;
    event.preventDefault();
    goTo(box);
  });
}

/** Shows a box for each digit of a code in place of its field. The hidden field holds the code. */
export function showCodeBoxes(): void {
  for (const field of document.querySelectorAll<HTMLInputElement>(`[${CODE_BOXES}]`)) {
    if (!groups.get(field)?.[0]?.isConnected) groups.set(field, boxesFor(field));
    const boxes = groups.get(field)!;
    const isBeingTyped = field === document.activeElement;
    // The shop checks the code. The browser would report its own errors at the hidden field.
    for (const name of ["required", "pattern", "minlength", "maxlength"]) field.removeAttribute(name);
    field.hidden = true;
    for (const name of ["aria-invalid", "aria-describedby"])
      for (const box of boxes) setAttribute(box, name, field.getAttribute(name));
    write(field, digitsOf(field.value, boxes.length));
    if (isBeingTyped) goTo(boxes[Math.min(field.value.length, boxes.length - 1)]);
  }
}

function setAttribute(element: Element, name: string, value: string | null): void {
  if (value === null) element.removeAttribute(name);
  else element.setAttribute(name, value);
}

/** Writes a code into its field and its boxes. */
function write(field: HTMLInputElement, code: string): void {
  if (field.value !== code) field.value = code;
  groups.get(field)!.forEach((box, place) => (box.value = code[place] ?? ""));
}

function goTo(box: HTMLInputElement | undefined): void {
  box?.focus();
  box?.select();
}

function boxesFor(field: HTMLInputElement): HTMLInputElement[] {
  const [length, groupClass = "", boxClass = ""] = field.getAttribute(CODE_BOXES)!.split("|");
  const group = Object.assign(document.createElement("div"), { className: groupClass });
  group.setAttribute(FROM_SCRIPT, "");
  group.setAttribute("role", "group");
  group.setAttribute("aria-label", field.labels?.[0]?.textContent ?? "");
  const boxes = Array.from({ length: Number(length) }, (_, place) => boxAt(place, Number(length), boxClass));
  const apply = ({ code, next }: { code: string; next: number }) => {
    write(field, code);
    goTo(boxes[next]);
  };
  const on = <Name extends keyof HTMLElementEventMap>(
    name: Name,
    work: (event: HTMLElementEventMap[Name], place: number, box: HTMLInputElement) => void,
  ) =>
    group.addEventListener(name, (event) => {
      const place = boxes.indexOf(event.target as HTMLInputElement);
      if (place >= 0) work(event, place, boxes[place]!);
    });
  on("focusin", (_, __, box) => box.select());
  on("keydown", (event, place) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (event.key === "Backspace") apply(erasedAt(field.value, place));
    else if (step && boxes[place + step]) goTo(boxes[place + step]);
    else return;
    event.preventDefault();
  });
  on("beforeinput", (event, place) => {
    // A digit typed over the same digit does not change the box, but the focus has to go on to the next one.
    const { data } = event as InputEvent;
    if (!data || data !== field.value[place]) return;
    event.preventDefault();
    apply(typedInto(field.value, place, data, boxes.length));
  });
  on("paste", (event) => {
    event.preventDefault();
    apply(typedInto("", 0, event.clipboardData?.getData("text") ?? "", boxes.length));
  });
  on("input", (_, place, box) => {
    const digits = digitsOf(box.value, boxes.length);
    const digit = field.value[place];
    // A box that held a digit and was not selected now holds two. The other digit is the typed one.
    const addedDigit = digits.length === 2 && digit ? digits.replace(digit, "") : digits;
    if (addedDigit) apply(typedInto(field.value, place, addedDigit, boxes.length));
    else if (!box.value) apply(erasedAt(field.value, place));
    else write(field, field.value);
  });
  group.append(...boxes);
  field.before(group);
  return boxes;
}

function boxAt(place: number, length: number, className: string): HTMLInputElement {
  const box = Object.assign(document.createElement("input"), {
    className,
    inputMode: "numeric",
    // No maxLength, because the phone fills the whole code into the first box.
    autocomplete: place === 0 ? "one-time-code" : "off",
    enterKeyHint: place === length - 1 ? "done" : "next",
  });
  box.setAttribute("aria-label", `Digit ${place + 1} of ${length}`);
  return box;
}
