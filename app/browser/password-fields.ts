import { FROM_SCRIPT } from "./from-script";
import { REPEATS, SHOWS_PASSWORD } from "~/ui/password-field/contract";

/** The password field of each button. */
const fields = new WeakMap<HTMLButtonElement, HTMLInputElement>();

/** Shows or hides a password when its button is pressed, and compares two passwords while they are typed. */
export function watchPasswords(): void {
  document.addEventListener("click", ({ target, detail }) => {
    const button = target instanceof Element ? target.closest("button") : null;
    const field = button && fields.get(button);
    // The second press of a double click would hide the password again.
    if (!field || detail > 1) return;
    field.type = field.type === "password" ? "text" : "password";
    showPasswordButtons();
  });
  document.addEventListener("input", ({ target }) => {
    if (!(target instanceof HTMLInputElement)) return;
    const repetition = [...repetitions()].find(
      (field) => field === target || field.getAttribute(REPEATS) === target.id,
    );
    if (!repetition) return;
    // Errors of the last answer are about passwords that are no longer there.
    for (const field of pairOf(repetition)) document.getElementById(`${field.id}-error`)?.setAttribute("hidden", "");
    compare(repetition);
  });
}

/** Compares the current passwords, because the browser may have filled them in. */
export function comparePasswords(): void {
  for (const field of repetitions()) compare(field);
}

const repetitions = () => document.querySelectorAll<HTMLInputElement>(`[${REPEATS}]`);

function pairOf(repetition: HTMLInputElement): HTMLInputElement[] {
  return [document.getElementById(repetition.getAttribute(REPEATS)!) as HTMLInputElement, repetition];
}

/**
 * Disables the form's submit buttons while the passwords differ, and shows that they differ. While the second field is
 * empty, it shows nothing, but the buttons stay disabled.
 */
function compare(repetition: HTMLInputElement): void {
  const [password, repeated] = pairOf(repetition).map(({ value }) => value);
  const isDifferent = password !== repeated;
  for (const field of pairOf(repetition)) tell(field, isDifferent && repeated !== "");
  for (const button of repetition.form!.querySelectorAll<HTMLButtonElement>(
    "button:not([type=button], [formnovalidate])",
  ))
    button.disabled = isDifferent;
}

/** Shows or hides the message of a field that has one. */
function tell(field: HTMLInputElement, isDifferent: boolean): void {
  const message = document.getElementById(`${field.id}-differs`);
  if (!message || message.hidden !== isDifferent) return;
  message.hidden = !isDifferent;
  const otherIds = (field.getAttribute("aria-describedby") ?? "").split(" ").filter((id) => id !== message.id);
  const descriptions = [...otherIds, isDifferent ? message.id : ""].join(" ").trim();
  if (descriptions) field.setAttribute("aria-describedby", descriptions);
  else field.removeAttribute("aria-describedby");
  field.setAttribute("aria-invalid", String(isDifferent));
}

/** Puts a show button beside each password field, and updates its state, because an answer hides the password again. */
export function showPasswordButtons(): void {
  for (const look of document.querySelectorAll<HTMLElement>(`[${SHOWS_PASSWORD}]`)) {
    const field = document.getElementById(look.getAttribute(SHOWS_PASSWORD)!) as HTMLInputElement;
    const next = look.nextElementSibling;
    const button = next instanceof HTMLButtonElement ? next : buttonLike(look);
    fields.set(button, field);
    button.setAttribute("aria-controls", field.id);
    button.setAttribute("aria-pressed", String(field.type === "text"));
  }
}

function buttonLike(look: HTMLElement): HTMLButtonElement {
  const button = Object.assign(document.createElement("button"), { type: "button", className: look.className });
  button.setAttribute(FROM_SCRIPT, "");
  button.setAttribute("aria-label", "Show password");
  button.append(...[...look.children].map((icon) => icon.cloneNode(true)));
  look.after(button);
  return button;
}
