import { useIsomorphicLayoutEffect } from "~/ui/hydrated/hydrated";

interface Typed {
  text: string;
  start: number;
  end: number;
}

const typed = new WeakMap<HTMLTextAreaElement, Typed>();

function note(area: unknown): void {
  if (!(area instanceof HTMLTextAreaElement)) return;
  typed.set(area, { text: area.value, start: area.selectionStart, end: area.selectionEnd });
}

// From before React begins; it looks at a page bit by bit, and people go on typing meanwhile.
if (typeof document !== "undefined") {
  for (const area of document.querySelectorAll("textarea")) if (area.value !== area.defaultValue) note(area);
  document.addEventListener("input", ({ target }) => note(target), { capture: true });
}

/**
 * Keeps what was typed into a text area before React took the page over. React 18 leaves other fields as they are, but
 * sets a text area that came with a text back to it, and the cursor to its end.
 */
export function useTypedBefore(id: string | undefined): void {
  useIsomorphicLayoutEffect(() => {
    const area = id === undefined ? null : document.getElementById(id);
    if (!(area instanceof HTMLTextAreaElement)) return;
    const before = typed.get(area);
    // Typed on since: then that is what counts.
    if (!before || area.value !== area.defaultValue) return;
    area.value = before.text;
    area.setSelectionRange(before.start, before.end);
    area.dispatchEvent(new Event("input", { bubbles: true }));
  }, [id]);
}
