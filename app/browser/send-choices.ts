import { SENDS_CHOICES } from "~/ui/page-scripts/contract";

/** Sends a form that says so as soon as somebody chooses something in it, or leaves a field with another text. */
export function sendChoices(): void {
  document.addEventListener("change", ({ target }) => {
    const isChoice =
      target instanceof HTMLSelectElement ||
      (target instanceof HTMLInputElement && /checkbox|radio|text/.test(target.type));
    if (isChoice && target.form?.hasAttribute(SENDS_CHOICES)) target.form.requestSubmit();
  });
}
