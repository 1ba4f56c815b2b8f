import { NEEDS_SCRIPTS, IN_PLACE } from "~/ui/page-scripts/contract";
import { isPlain } from "./load-in-place";
import { listen } from "./listen";

const FIELDS = "input:not([type=submit], [type=button]), select, textarea";
const CONTROLS = `form, button, label, ${FIELDS}, [${IN_PLACE}]`;

/** Calls `onIntent` when somebody is about to use a control that works better with scripts. */
export function watchForIntent(onIntent: () => void): void {
  const watch = ({ type, target }: Event) => {
    if (!(target instanceof Element)) return;
    // If presses are sent as plain forms, the scripts are still needed to keep what is typed.
    const counts = !isPlain() || (!type.startsWith("pointer") && target.matches(FIELDS));
    if (counts && target.closest(CONTROLS)) onIntent();
  };
  listen(["pointerover", "pointerdown", "focusin", "input", "change", "dragenter"], watch);
  // Covers what happened before this script was loaded.
  const activeElement = document.activeElement;
  const typing = activeElement?.matches(FIELDS) && !activeElement.hasAttribute("autofocus");
  if (typing || document.querySelector(`[${NEEDS_SCRIPTS}]`) || isDraftKept()) onIntent();
}

/**
 * Whether this device keeps a draft of an earlier visit to this page, which is then offered at once. A page without a
 * form that can have drafts does not read the storage, because the first access to it blocks the page. The form `reach`
 * is left out, because a cookie keeps its postcode.
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
