import { SENDS_CHOICES } from "~/ui/page-scripts/contract";

/** Sends a form with `SENDS_CHOICES` when somebody chooses something in it, or leaves a field with a changed text. */
export function sendChoices(): void {
  document.addEventListener("change", ({ target }) => {
    const isChoice =
      target instanceof HTMLSelectElement ||
      (target instanceof HTMLInputElement && /checkbox|radio|text/.test(target.type));
    if (isChoice && target.form?.hasAttribute(SENDS_CHOICES)) target.form.requestSubmit();
  });
}
