import { useCallback, useEffect, useRef, useState } from "react";
import { dropDraft, entriesOf, keepDraft, readDraft, typedIn, type Draft } from "./drafts";

const PAUSE = 500;

interface DraftOptions {
  /** Of the form in the page. */
  formId: string;
  /** What the draft is kept under: the form's address. */
  name: string;
  owner: string;
}

export interface LocalDraft {
  /** What was left behind by an earlier visit, until it is taken or thrown away. */
  offered: Draft | null;
  /** Whether what is typed now is kept. */
  saved: boolean;
  /** Takes the offer, or throws it away. */
  settle(kept: boolean): void;
}

/**
 * Keeps what is typed into a form in the browser, a moment after each change, and offers on the next visit what was
 * left behind. Whoever saves the form calls `dropDraft`. The form may be made anew in between.
 */
export function useDraft({ formId, name, owner }: DraftOptions): LocalDraft {
  const [offered, setOffered] = useState<Draft | null>(null);
  const [saved, setSaved] = useState(false);
  const untouched = useRef<string | null>(null);
  const last = useRef<string | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>();

  const save = useCallback(() => {
    clearTimeout(timer.current);
    const form = document.forms.namedItem(formId);
    const entries = form && entriesOf(form);
    if (!entries) return;
    const text = typedIn(entries);
    untouched.current ??= text;
    if (text === (last.current ?? untouched.current)) return;
    last.current = text;
    if (text === untouched.current) {
      dropDraft(name);
      setSaved(false);
    } else setSaved(keepDraft(name, { owner, savedAt: new Date().toISOString(), entries }));
  }, [formId, name, owner]);

  useEffect(() => {
    const form = document.forms.namedItem(formId);
    const entries = form && entriesOf(form);
    untouched.current = entries && typedIn(entries);
    const found = readDraft(name, owner);
    if (found && typedIn(found.entries) !== untouched.current) setOffered(found);
  }, [formId, name, owner]);

  useEffect(() => {
    const changed = (event: Event) => {
      if ((event.target as Partial<HTMLInputElement> | null)?.form?.id !== formId) return;
      clearTimeout(timer.current);
      timer.current = setTimeout(save, PAUSE);
    };
    document.addEventListener("input", changed);
    document.addEventListener("change", changed);
    addEventListener("pagehide", save);
    return () => {
      clearTimeout(timer.current);
      document.removeEventListener("input", changed);
      document.removeEventListener("change", changed);
      removeEventListener("pagehide", save);
    };
  }, [formId, save]);

  // Rows, pictures and the like come and go without an event of a field.
  useEffect(() => {
    if (untouched.current === null) return;
    clearTimeout(timer.current);
    timer.current = setTimeout(save, PAUSE);
  });

  const settle = useCallback(
    (kept: boolean) => {
      setOffered(null);
      if (!kept) dropDraft(name);
    },
    [name],
  );

  return { offered, saved, settle };
}
