import { listen } from "./listen";

type Choice = HTMLInputElement | HTMLSelectElement;

const isChoice = (target: EventTarget | null): target is Choice =>
  target instanceof HTMLSelectElement ||
  (target instanceof HTMLInputElement && /^(checkbox|radio|file)$/.test(target.type));

/**
 * Remembers what is chosen on the page until React is there, and tells React then. What is typed into fields stands
 * in them and needs no telling. Returns how to tell.
 */
export function rememberChoices(): () => void {
  const chosen = new Set<Choice>();
  const stop = listen(["change"], ({ target }) => {
    if (isChoice(target)) chosen.add(target);
  });
  return () => {
    stop();
    for (const control of chosen) {
      if (!control.isConnected) continue;
      if (control instanceof HTMLInputElement && control.type !== "file") {
        if (control.type === "radio" && !control.checked) continue;
        // React answers a click that changes what it saw last.
        control.checked = !control.checked;
        control.click();
      } else control.dispatchEvent(new Event("change", { bubbles: true }));
    }
  };
}
