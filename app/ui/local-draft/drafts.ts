import { isPassword, type Entries } from "./entries";

/*
 * Text typed into a form, kept in the browser. Never passwords, never files. Uploaded files are kept by the ids that
 * the form has for them.
 */

const PREFIX = "draft:";
const DAY_MS = 86_400_000;
/** A visitor's draft is kept for less time: on a shared phone we cannot tell the next visitor apart. */
const keptMs = (owner: string) => (owner ? 30 * DAY_MS : DAY_MS);

export interface Draft {
  /** The owner: an account's id, or "" for visitors. Nobody else in this browser is shown it. */
  owner: string;
  savedAt: string;
  entries: Entries;
}

/** Whether a draft is too old, or does not say how old it is. */
export const isOld = ({ owner, savedAt }: Omit<Draft, "entries">, now = Date.now()) =>
  !(now - Date.parse(savedAt) < keptMs(owner));

/** Keeps a draft. Returns false if the browser stores nothing for us: storage switched off, or full. */
export function keepDraft(name: string, draft: Draft): boolean {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify(draft));
    return true;
  } catch {
    return false;
  }
}

/**
 * The owner's draft of this form, or null. An unreadable draft counts as none, because others may write to the storage.
 */
export function readDraft(name: string, owner: string, now = Date.now()): Draft | null {
  try {
    const draft = JSON.parse(localStorage.getItem(PREFIX + name) ?? "null") as Partial<Draft> | null;
    if (draft?.owner !== owner || typeof draft.savedAt !== "string" || !Array.isArray(draft.entries)) return null;
    const entries = draft.entries.filter(
      (entry) => Array.isArray(entry) && entry.length === 2 && entry.every((part) => typeof part === "string"),
    );
    const foundDraft = { owner, savedAt: draft.savedAt, entries };
    return isOld(foundDraft, now) ? null : foundDraft;
  } catch {
    return null;
  }
}

/**
 * Deletes drafts that are too old, whoever owns them, and drafts with a password: passwords that were shown while they
 * were typed were once kept.
 */
export function dropOldDrafts(now = Date.now()): void {
  try {
    for (const name of Object.keys(localStorage)) {
      if (!name.startsWith(PREFIX)) continue;
      const {
        owner = "",
        savedAt = "",
        entries = [],
      } = JSON.parse(localStorage.getItem(name) ?? "{}") as Partial<Draft>;
      if (isOld({ owner, savedAt }, now) || entries.some(([field]) => isPassword(field))) localStorage.removeItem(name);
    }
  } catch {
    // Nothing was kept then, or an entry is not ours.
  }
}

export function dropDraft(name: string): void {
  try {
    localStorage.removeItem(PREFIX + name);
  } catch {
    // Nothing was kept then.
  }
}

/** For logging out: nothing of the account stays in the browser. */
export function dropAllDrafts(): void {
  try {
    for (const name of Object.keys(localStorage))
      if (name.startsWith(PREFIX) || name.startsWith("tus::")) localStorage.removeItem(name);
  } catch {
    // Nothing was kept then.
  }
}
