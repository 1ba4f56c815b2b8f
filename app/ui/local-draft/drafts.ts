import { isPassword, type Entries } from "./entries";

/*
 * What was typed into a form, kept in the browser. Never passwords, never files; of uploaded files their ids, as the
 * form holds them.
 */

const PREFIX = "draft:";
const DAY_MS = 86_400_000;
/** A visitor's shorter: on a shared phone the next visitor is nobody else to us. */
const keptMs = (owner: string) => (owner ? 30 * DAY_MS : DAY_MS);

export interface Draft {
  /** The owner: an account's id, or "" for visitors. Nobody else in this browser is shown it. */
  owner: string;
  savedAt: string;
  entries: Entries;
}

/** Whether a draft has been lying there for too long, or cannot say for how long. */
export const isOld = ({ owner, savedAt }: Omit<Draft, "entries">, now = Date.now()) =>
  !(now - Date.parse(savedAt) < keptMs(owner));

/** False where the browser keeps nothing for us: storage switched off, or full. */
export function keepDraft(name: string, draft: Draft): boolean {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify(draft));
    return true;
  } catch {
    return false;
  }
}

/**
 * The owner's draft of this form, or null. What cannot be read counts as none: it comes from a storage that others
 * write to.
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
 * Throws away what has been lying there for too long, whoever it belongs to, and what holds a password: one that was
 * shown while it was typed was once kept.
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
    // Nothing was kept then, or it is none of ours.
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
