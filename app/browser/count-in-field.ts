import { listen } from "~/browser/start/listen";
import { STAYS_ENABLED } from "~/ui/page-scripts/contract";
import { STEPPER } from "~/ui/stepper/contract";

/** Milliseconds from the last change until the form is sent, so that pressing + five times sends it once. */
const PAUSE_MS = 400;

interface Sending {
  timer?: ReturnType<typeof setTimeout> | undefined;
  button: HTMLButtonElement;
}
/** Forms with a count that is about to be sent. */
const pendingForms = new Map<HTMLFormElement, Sending>();
/** Forms whose answer is being shown. Their button is enabled, but a press on it is ignored as a repetition. */
const formsInAnswer = new WeakSet<HTMLFormElement>();
/** The counts of fields when their form was sent. */
const sentCounts = new WeakMap<HTMLInputElement, string>();

const fieldIn = (stepper: Element) => stepper.querySelector<HTMLInputElement>("input[type=number]")!;
const stepperOf = (target: EventTarget | null) =>
  target instanceof Element ? target.closest<HTMLElement>(`[${STEPPER}]`) : null;

/** Lets a stepper's − and + change its count. If it names an intent, sends its form `PAUSE_MS` after a change. */
export function countInFields(): void {
  document.addEventListener("click", (event) => {
    const button = (event.target as Element).closest?.<HTMLButtonElement>("button:not([tabindex])");
    const stepper = button && stepperOf(button);
    if (!stepper) {
      // Another button sends the form, with all its counts.
      if (button?.type === "submit" && button.form) noteSent(button.form);
      return;
    }
    event.preventDefault();
    const field = fieldIn(stepper);
    const [least, largest] = [Number(field.min), field.max === "" ? Infinity : Number(field.max)];
    const from = Number(field.value) || least;
    field.value = String(Math.max(least, Math.min(largest, from + (button.value.startsWith("less") ? -1 : 1))));
    countChanged(stepper);
  });
  document.addEventListener("input", ({ target }) => {
    const stepper = stepperOf(target);
    if (stepper) countChanged(stepper);
  });
  // A press on a link during the pause sends the change at once.
  listen(["pointerdown", "keydown"], ({ target }) => {
    if (target instanceof Element && target.closest("a[href]")) for (const form of pendingForms.keys()) send(form);
  });
  addEventListener("pagehide", () => {
    for (const [form, { button }] of pendingForms) sendOnTheWayOut(form, button);
    pendingForms.clear();
  });
}

function countChanged(stepper: HTMLElement): void {
  const field = fieldIn(stepper);
  const count = Number(field.value);
  const [less, increase] = [...stepper.querySelectorAll<HTMLButtonElement>("button:not([tabindex])")];
  less!.disabled = count <= Number(field.min);
  increase!.disabled = field.max !== "" && count >= Number(field.max);
  const [intent, { form }] = [stepper.getAttribute(STEPPER), field];
  const button = intent && form?.querySelector<HTMLButtonElement>(`button[name=intent][value="${intent}"]`);
  if (!button || !form) return;
  stopWaiting(form);
  if (count < Number(field.min)) return;
  pendingForms.set(form, { button, timer: setTimeout(() => send(form), PAUSE_MS) });
}

function send(form: HTMLFormElement): void {
  const sending = pendingForms.get(form);
  if (!sending) return;
  clearTimeout(sending.timer);
  // The previous count is still being sent.
  if (sending.button.getAttribute("aria-busy") === "true" || formsInAnswer.has(form)) {
    sending.timer = setTimeout(() => send(form), PAUSE_MS);
    return;
  }
  noteSent(form);
  form.requestSubmit(sending.button);
}

/** Shows the answer to a form. Counts that change meanwhile are sent after it. */
export async function holdCounts(form: HTMLFormElement, show: () => Promise<void>): Promise<void> {
  formsInAnswer.add(form);
  try {
    await show();
  } finally {
    formsInAnswer.delete(form);
  }
}

function stopWaiting(form: HTMLFormElement): void {
  clearTimeout(pendingForms.get(form)?.timer);
  pendingForms.delete(form);
}

/** Notes the counts that a form sends now. A form that is disabled until its answer cannot get newer ones meanwhile. */
function noteSent(form: HTMLFormElement): void {
  stopWaiting(form);
  if (!form.hasAttribute(STAYS_ENABLED)) return;
  for (const stepper of form.querySelectorAll(`[${STEPPER}]`)) sentCounts.set(fieldIn(stepper), fieldIn(stepper).value);
}

function sendOnTheWayOut(form: HTMLFormElement, button: HTMLButtonElement): void {
  const fields = new FormData(form);
  fields.set(button.name, button.value);
  const body = new URLSearchParams([...fields] as [string, string][]);
  void fetch(form.action, { method: "POST", body, keepalive: true });
}

/** Whether a field's count has changed since its form was sent. The answer does not contain that change. */
export function hasNewerCount(field: HTMLInputElement): boolean {
  return sentCounts.has(field) && sentCounts.get(field) !== field.value;
}
