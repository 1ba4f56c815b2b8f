import { useLocation } from "@remix-run/react";
import { createContext, useCallback, useContext, useEffect, useRef, useState, type RefObject } from "react";
import { answered } from "~/ui/line/answered";
import { dropDraft, dropOldDrafts, keepDraft, readDraft, type Draft } from "./drafts";
import { entriesOf, fillIn, givenEntriesOf, isWorthKeeping, typedIn } from "./entries";

const PAUSE = 500;

/** Whose drafts are kept: an account's id, or nobody's, for visitors. */
export const DraftOwner = createContext("");

/** Whether what is typed into the form around is kept just now. */
export const DraftSaved = createContext(false);

export interface LocalDraft {
  /** What was left behind by an earlier visit, until it is taken or thrown away. */
  offered: Draft | null;
  /** Whether what is typed now is kept. */
  saved: boolean;
  restore(): void;
  discard(): void;
  /** To be called when the form is sent: its draft goes once it was taken. */
  onSent(path: string): void;
}

/** The form that was sent last, and whose draft that is. */
let sent: { name: string; path: string } | undefined;

// A form that was taken leads on; one that leads to a login is not done yet.
answered.add(({ path, status, text }) => {
  if (sent && path === sent.path && status === 202 && !text.includes('"/login')) dropDraft(sent.name);
});

/**
 * Keeps what is typed into a form of more than two fields in the browser, a moment after each change, and offers on the
 * next visit what was left behind. `onRestore` takes a draft up where filling in the fields is not enough.
 */
export function useDraft(
  ref: RefObject<HTMLFormElement>,
  id: string | undefined,
  onRestore?: (draft: Draft) => void,
): LocalDraft {
  const owner = useContext(DraftOwner);
  const name = `${useLocation().pathname}#${id ?? ""}`;
  const [offered, setOffered] = useState<Draft | null>(null);
  const [saved, setSaved] = useState(false);
  const given = useRef<string | null>(null);
  const last = useRef<string | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>();

  const save = useCallback(() => {
    clearTimeout(timer.current);
    const entries = ref.current && id && isWorthKeeping(ref.current) ? entriesOf(ref.current) : null;
    if (!entries || given.current === null) return;
    const text = typedIn(entries);
    if (text === (last.current ?? given.current)) return;
    last.current = text;
    if (text === given.current) {
      dropDraft(name);
      setSaved(false);
    } else setSaved(keepDraft(name, { owner, savedAt: new Date().toISOString(), entries }));
  }, [ref, id, name, owner]);
  const saveSoon = useCallback(() => {
    clearTimeout(timer.current);
    timer.current = setTimeout(save, PAUSE);
  }, [save]);

  useEffect(() => {
    dropOldDrafts();
    const entries = ref.current && id ? givenEntriesOf(ref.current) : null;
    given.current = entries && typedIn(entries);
    const found = entries && readDraft(name, owner);
    const now = ref.current && entriesOf(ref.current);
    if (found && now && ![given.current, typedIn(now)].includes(typedIn(found.entries))) setOffered(found);
    // What was typed before the scripts came.
    else saveSoon();
  }, [ref, id, name, owner, saveSoon]);

  useEffect(() => {
    const form = ref.current;
    form?.addEventListener("input", saveSoon);
    form?.addEventListener("change", saveSoon);
    addEventListener("pagehide", save);
    return () => {
      clearTimeout(timer.current);
      form?.removeEventListener("input", saveSoon);
      form?.removeEventListener("change", saveSoon);
      removeEventListener("pagehide", save);
    };
  }, [ref, save, saveSoon]);

  // Rows, pictures and the like come and go without an event of a field.
  useEffect(() => {
    if (given.current !== null && !offered) saveSoon();
  });

  return {
    offered,
    saved,
    restore() {
      setOffered(null);
      if (!offered) return;
      if (onRestore) onRestore(offered);
      else if (ref.current) fillIn(ref.current, offered.entries);
    },
    discard() {
      setOffered(null);
      dropDraft(name);
    },
    onSent(path) {
      save();
      sent = { name, path };
    },
  };
}
