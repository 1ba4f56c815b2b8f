import { useEffect } from "react";

/**
 * Makes every way out of the page lead to a new document. What comes after it in the same document would keep the card
 * provider's script, its requests, and the policy that lets them through. A form with `data-in-place` is left alone.
 */
export function useFullLoads(): void {
  useEffect(() => {
    // Before React sees them: the browser then does what the plain HTML says.
    const follow = (event: MouseEvent) => {
      if (event.target instanceof Element && event.target.closest("a[href]")) event.stopPropagation();
    };
    const send = (event: SubmitEvent) => {
      if (event.target instanceof HTMLFormElement && event.target.dataset["inPlace"] === undefined)
        event.stopPropagation();
    };
    // Brought back from the browser's memory, the page may show a payment that is long made.
    const refresh = (event: PageTransitionEvent) => {
      if (event.persisted) window.location.reload();
    };
    window.addEventListener("click", follow, true);
    window.addEventListener("submit", send, true);
    window.addEventListener("pageshow", refresh);
    return () => {
      window.removeEventListener("click", follow, true);
      window.removeEventListener("submit", send, true);
      window.removeEventListener("pageshow", refresh);
    };
  }, []);
}
