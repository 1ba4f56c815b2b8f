import { listen } from "~/browser/start/listen";
import { dropDraft, dropOldDrafts, isOld, keepDraft, readDraft, type Draft } from "~/ui/local-draft/drafts";
import {
  entriesOf,
  fillIn,
  fillInRows,
  givenEntriesOf,
  isWorthKeeping,
  typedIn,
  typedOver,
  valueOf,
} from "~/ui/local-draft/entries";
import type { Entries } from "~/ui/local-draft/entries";
import { timeInWords } from "~/ui/local-draft/time-in-words";
import { FROM_SCRIPT } from "./from-script";

/** Milliseconds from the last change until the draft is saved. */
const PAUSE_MS = 500;
/** The template of the offer to restore a draft. */
const OFFER = "draft-offer";

interface Typing {
  /** The fields with the values that the server rendered. */
  given: Entries;
  /** The draft of an earlier visit, until it is restored or discarded. */
  earlier: Draft | null;
  /** The fields that were saved last. A form that was sent since is not saved again when the page is left. */
  saved?: string;
}
const typings = new WeakMap<HTMLFormElement, Typing>();
let unsaved = new Set<HTMLFormElement>();

const forms = () => document.querySelectorAll<HTMLFormElement>("form[id][method=post]:not(#reach)");
const nameOf = (form: HTMLFormElement) => `${location.pathname}#${form.id}`;
const ownerOf = (form: HTMLFormElement) => valueOf([...new FormData(form)] as Entries, "_account") ?? "";

/** Keeps the text typed into forms (see `isWorthKeeping`) in the browser, a moment after each change. */
export function keepDrafts(): void {
  dropOldDrafts();
  let pause: ReturnType<typeof setTimeout> | undefined;
  const save = () => {
    clearTimeout(pause);
    for (const form of unsaved) saveDraft(form);
    unsaved = new Set();
  };
  const saveSoon = () => {
    clearTimeout(pause);
    pause = setTimeout(save, PAUSE_MS);
  };
  listen(["focusin", "input", "change"], ({ type, target }) => {
    const form = target instanceof Element ? target.closest<HTMLFormElement>("form[id]:not(#reach)") : null;
    if (!form || form.method !== "post") return;
    typingIn(form);
    if (type === "focusin") return;
    unsaved.add(form);
    saveSoon();
  });
  // Text may have been typed before this script was loaded.
  unsaved = new Set([...forms()].filter(isTouched));
  saveSoon();
  // Save before the form is sent, and before the page is left.
  listen(["pointerdown", "pagehide"], save);
  listen(["keydown"], (event) => {
    if ((event as KeyboardEvent).key === "Enter") save();
  });
}

function isTouched(form: HTMLFormElement): boolean {
  const [initialEntries, entries] = [givenEntriesOf(form), entriesOf(form)];
  return initialEntries !== null && entries !== null && typedIn(initialEntries) !== typedIn(entries);
}

function typingIn(form: HTMLFormElement): Typing {
  const typing = typings.get(form) ?? { given: givenEntriesOf(form) ?? [], earlier: null };
  typings.set(form, typing);
  return typing;
}

function saveDraft(form: HTMLFormElement): void {
  const entries = form.isConnected && isWorthKeeping(form) ? entriesOf(form) : null;
  if (!entries) return;
  const typing = typingIn(form);
  const { given, earlier } = typing;
  const typedEntries = typedIn(entries);
  if (typedEntries === typing.saved) return;
  typing.saved = typedEntries;
  const isUntouched = typedEntries === typedIn(given);
  // Keeps the earlier draft's date, so that another person's typing on a shared phone does not extend its life.
  let isSaved = false;
  if (earlier && !isOld(earlier))
    isSaved = keepDraft(nameOf(form), { ...earlier, entries: typedOver(earlier.entries, entries, given) });
  else if (isUntouched) dropDraft(nameOf(form));
  else isSaved = keepDraft(nameOf(form), { owner: ownerOf(form), savedAt: new Date().toISOString(), entries });
  const note = form.querySelector("[data-draft-saved]");
  if (note) note.textContent = isSaved ? "Saved on this device" : "";
}

/**
 * Offers the drafts of earlier visits, each above its form. Text in the form that an answer has just shown again
 * (`shownAgain`) is saved as a draft of this visit.
 */
export function offerDrafts(shownAgain?: HTMLFormElement): void {
  for (const form of forms()) {
    if (form === shownAgain && typings.has(form)) {
      saveDraft(form);
      continue;
    }
    if (typings.get(form)?.earlier) continue;
    typings.delete(form);
    const draft = readDraft(nameOf(form), ownerOf(form));
    const [initialEntries, entries] = [givenEntriesOf(form), entriesOf(form)];
    if (!draft || !initialEntries || !entries) continue;
    if ([initialEntries, entries].map(typedIn).includes(typedIn(draft.entries))) continue;
    typings.set(form, { given: initialEntries, earlier: draft });
    offer(form, draft);
  }
}

function offer(form: HTMLFormElement, draft: Draft): void {
  const template = document.getElementById(OFFER);
  if (!(template instanceof HTMLTemplateElement)) return;
  const box = template.content.firstElementChild!.cloneNode(true) as HTMLElement;
  box.setAttribute(FROM_SCRIPT, "");
  box.querySelector("time")!.textContent = timeInWords(draft.savedAt);
  const [restore, discard] = box.querySelectorAll("button");
  restore!.addEventListener("click", () => {
    const typing = typingIn(form);
    const entries = entriesOf(form);
    if (!entries || !typing.earlier) return;
    const whole = typedOver(typing.earlier.entries, entries, typing.given);
    typing.earlier = null;
    box.remove();
    fillIn(form, whole);
    // Restores the draft's key, so that a form that was sent already is not processed twice. Also restores the version
    // that the form was opened with.
    for (const name of ["_key", "_opened"]) setHidden(form, name, valueOf(whole, name));
    // The server renders a form whose fields come and go.
    const drawing = form.querySelector<HTMLButtonElement>("[data-draws-form]");
    if (drawing) fillInRows(form, whole);
    drawing?.click();
  });
  discard!.addEventListener("click", () => {
    Object.assign(typingIn(form), { earlier: null, saved: undefined });
    box.remove();
    dropDraft(nameOf(form));
    saveDraft(form);
  });
  form.prepend(box);
}

function setHidden(form: HTMLFormElement, name: string, value: string | undefined): void {
  const field = form.querySelector<HTMLInputElement>(`input[type=hidden][name=${name}]`);
  if (field && value !== undefined) field.value = value;
}
