import { useLocation } from "@remix-run/react";
import { createContext, useCallback, useContext, useEffect, useRef, useState, type RefObject } from "react";
import { answered } from "~/ui/line/answered";
import { dropDraft, dropOldDrafts, isOld, keepDraft, readDraft, type Draft } from "./drafts";
import {
  entriesOf,
  fillIn,
  givenEntriesOf,
  isWorthKeeping,
  typedIn,
  typedOver,
  underKeyOf,
  type Entries,
} from "./entries";

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
  /**
   * What is offered. Until somebody says what becomes of it, it stays kept below what is typed, the two as one draft:
   * whoever looks for drafts, or throws them away, finds both.
   */
  const earlier = useRef<Draft | null>(null);
  const given = useRef<Entries | null>(null);
  const last = useRef<string | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>();

  const save = useCallback(() => {
    clearTimeout(timer.current);
    const entries = ref.current && id && isWorthKeeping(ref.current) ? entriesOf(ref.current) : null;
    if (!entries || given.current === null) return;
    const [text, asGiven] = [typedIn(entries), typedIn(given.current)];
    if (text === (last.current ?? asGiven)) return;
    last.current = text;
    const below = earlier.current;
    if (below && !isOld(below)) {
      // Under the date of what is offered: on a shared phone nobody else's typing makes that stay for longer.
      setSaved(keepDraft(name, { ...below, entries: typedOver(below.entries, entries, given.current) }));
    } else if (text === asGiven) {
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
    given.current = ref.current && id ? givenEntriesOf(ref.current) : null;
    const found = given.current && readDraft(name, owner);
    const now = ref.current && entriesOf(ref.current);
    const isNews = found && now && given.current && ![given.current, now].map(typedIn).includes(typedIn(found.entries));
    earlier.current = isNews ? found : null;
    setOffered(earlier.current);
    // What was typed before the scripts came.
    saveSoon();
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
    if (given.current !== null) saveSoon();
  });

  return {
    offered,
    saved,
    restore() {
      const entries = ref.current && entriesOf(ref.current);
      const below = earlier.current;
      // While the form is on its way nothing can be filled in: the offer stands until it is back.
      if (!below || !entries || !given.current) return;
      save();
      setOffered(null);
      // What has been typed since it was offered stays as it is.
      const whole = { ...below, entries: typedOver(below.entries, entries, given.current) };
      // That fills in a form made anew, in its own time: until then all of it stays kept.
      if (onRestore) return onRestore(whole);
      earlier.current = null;
      fillIn(ref.current, whole.entries);
    },
    discard() {
      setOffered(null);
      setSaved(false);
      dropDraft(name);
      earlier.current = null;
      // What is typed here is no part of what was thrown away.
      last.current = null;
      save();
    },
    onSent(path) {
      const entries = ref.current && entriesOf(ref.current);
      if (entries && earlier.current) {
        // Sent under this page's key: restored once its answer is lost, it is not done twice.
        earlier.current = { ...earlier.current, entries: underKeyOf(entries, earlier.current.entries) };
        last.current = null;
      }
      save();
      sent = { name, path };
    },
  };
}
