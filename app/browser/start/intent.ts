import { NEEDS_SCRIPTS, IN_PLACE } from "~/ui/page-scripts/contract";
import { isPlain } from "./load-in-place";
import { listen } from "./listen";

const FIELDS = "input:not([type=submit], [type=button]), select, textarea";
const CONTROLS = `form, button, label, ${FIELDS}, [${IN_PLACE}]`;

/** Calls `wanted` when somebody reaches for what scripts do better than plain HTML. */
export function watchForIntent(onIntent: () => void): void {
  const watch = ({ type, target }: Event) => {
    if (!(target instanceof Element)) return;
    // Where a press goes out as the plain form that it is, what is being typed is worth keeping nevertheless.
    const counts = !isPlain() || (!type.startsWith("pointer") && target.matches(FIELDS));
    if (counts && target.closest(CONTROLS)) onIntent();
  };
  listen(["pointerover", "pointerdown", "focusin", "input", "change", "dragenter"], watch);
  // Before this script came.
  const activeElement = document.activeElement;
  const typing = activeElement?.matches(FIELDS) && !activeElement.hasAttribute("autofocus");
  if (typing || document.querySelector(`[${NEEDS_SCRIPTS}]`) || isDraftKept()) onIntent();
}

/**
 * What was typed here on an earlier visit is offered back without being asked for. A page without a form that keeps
 * anything leaves the storage alone, for which a browser waits the first time. The postcode of `reach` has a cookie.
 */
function isDraftKept(): boolean {
  try {
    return [...document.querySelectorAll("form[id]:not(#reach)")].some(
      (form) => localStorage.getItem(`draft:${location.pathname}#${form.getAttribute("id")}`) !== null,
    );
  } catch {
    return false;
  }
}
