import { useEffect, useState } from "react";
import { useHydrated } from "~/ui/hydrated/hydrated";

interface Typed {
  text: string;
  start: number;
  end: number;
}

/**
 * Keeps what was typed into a text area before React took the page over. React 18 leaves other fields as they are, but
 * sets a text area that came with a text back to it, and the cursor to its end.
 */
export function useTypedBefore(id: string | undefined): void {
  const hydrated = useHydrated();
  const [before] = useState(() => (hydrated ? null : typedInto(id)));
  useEffect(() => {
    if (before) giveBack(id, before);
  }, [id, before]);
}

function typedInto(id: string | undefined): Typed | null {
  const area = areaOf(id);
  if (!area || area.value === area.defaultValue) return null;
  return { text: area.value, start: area.selectionStart, end: area.selectionEnd };
}

function giveBack(id: string | undefined, { text, start, end }: Typed): void {
  const area = areaOf(id);
  // Typed on since: then that is what counts.
  if (!area || area.value !== area.defaultValue) return;
  area.value = text;
  area.setSelectionRange(start, end);
  area.dispatchEvent(new Event("input", { bubbles: true }));
}

function areaOf(id: string | undefined): HTMLTextAreaElement | null {
  if (typeof document === "undefined" || id === undefined) return null;
  const found = document.getElementById(id);
  return found instanceof HTMLTextAreaElement ? found : null;
}
