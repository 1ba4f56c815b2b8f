import { IN_PLACE_REQUEST, PAGE, PAGE_FAILED } from "~/ui/page-scripts/contract";
import { uploadQueue, type UploadItem, type UploadQueue } from "~/ui/uploads/upload-queue";
import type { PageOfPart } from "../parts";
import { watchDropping } from "../dropping";
import { watchPhotoOrder } from "../photo-order";
import { addStoredId, draftOfFiles, idFieldsOf, zoneFor } from "../stored-files";
import { showUploads } from "../upload-items";

/*
 * Fields with `data-uploads`, which holds the address of the service. Their files are uploaded as soon as they are
 * chosen or dropped, while the person goes on typing. The form then gets their ids, and the server draws the part of
 * the page that shows them. Only pages with such fields load this script.
 */

const FILES_FIRST = "Your files are still on their way. The product is saved once they are here.";
/** Milliseconds between two checks whether a form that is being sent has its answer. */
const LOOK_MS = 100;

type MorphPart = PageOfPart["morphPart"];

let isWatching = false;

/** Watches all fields of the page, from the first call on. Later calls change nothing. */
export function attach(_: HTMLElement, { morphPart }: PageOfPart): void {
  if (!isWatching) watchUploads(morphPart);
  isWatching = true;
}

function watchUploads(morphPart: MorphPart): void {
  let queue: UploadQueue | undefined;
  let items: UploadItem[] = [];
  let saveButton: HTMLButtonElement | null = null;
  /** Each draw waits for the one before it, so that it includes what that one added. */
  let lastDraw = Promise.resolve();
  const isBusy = () => items.some(({ state }) => state !== "refused");

  const queueFor = (endpoint: string) =>
    (queue ??= uploadQueue<{ _id: string }>({
      endpoint,
      onStored({ _id }, { kind, name }) {
        const draw = lastDraw.then(() => store(_id, kind, morphPart));
        lastDraw = draw.catch(() => undefined);
        return draw.then(() => say("uploaded", `${name} is uploaded.`));
      },
      onChange(next) {
        items = next;
        if (queue) showUploads(items, queue);
        goOnSaving();
      },
    }));

  /** Sends a form that waits for its uploads, once they have ended. If a file was refused, the form is not sent. */
  function goOnSaving(): void {
    if (!saveButton || isBusy()) return;
    const button = saveButton;
    saveButton = null;
    say("waiting", "");
    if (items.length === 0) button.click();
  }

  function take(zone: HTMLElement, files: File[]): void {
    const { uploads = "", kind = "", most, tooMany = "" } = zone.dataset;
    const field = zone.querySelector("input");
    if (!field?.form) return;
    const pending = items.filter((item) => item.kind === kind && item.state !== "refused").length;
    // A new video takes the place of the old one.
    const room = field.multiple ? Math.max(0, Number(most) - idFieldsOf(field.form, zone).length - pending) : 1;
    queueFor(uploads).add(kind, files.slice(0, room));
    for (const file of files.slice(room)) queueFor(uploads).refuse(kind, file, tooMany);
  }

  function takeChosen(field: EventTarget | null): void {
    if (!(field instanceof HTMLInputElement) || !field.files?.length) return;
    const zone = field.closest<HTMLElement>("[data-uploads]");
    if (!zone) return;
    const files = [...field.files];
    field.value = "";
    take(zone, files);
  }

  document.addEventListener("change", ({ target }) => takeChosen(target));
  watchDropping(take);
  watchPhotoOrder();
  document.addEventListener("click", (event) => {
    const button = event.target instanceof Element ? event.target.closest("button") : null;
    // Buttons with a name draw the form again and save nothing.
    const saves = button?.type === "submit" && !button.name && button.form?.querySelector("[data-uploads]");
    if (!button || !saves || !isBusy()) return;
    event.preventDefault();
    saveButton = button;
    say("waiting", FILES_FIRST);
  });
  for (const field of document.querySelectorAll("[data-uploads] input")) takeChosen(field);
}

/** Adds the id of a file to the form, and lets the server draw the part of the page that shows the files. */
async function store(id: string, kind: string, morphPart: MorphPart): Promise<void> {
  const zone = zoneFor(kind);
  const form = zone?.closest("form");
  if (!zone || !form) return;
  // A form that is being sent cannot be changed.
  while (form.querySelector(":scope > fieldset:disabled")) await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  addStoredId(form, zone, id);
  form.dispatchEvent(new Event("change", { bubbles: true }));
  const body = draftOfFiles(form);
  const answer = await fetch(form.action, { method: "POST", body, headers: { [IN_PLACE_REQUEST]: "1" } });
  if (answer.status >= 500) throw new Error(`The service answered ${answer.status}.`);
  const page = answer.headers.get(PAGE);
  const html = await answer.text();
  // Even without a page, the form has the file's id, and shows the file with its next answer.
  if (page === null || page === PAGE_FAILED || !form.isConnected) return;
  // If files were moved or removed meanwhile, they are drawn once more.
  if (String(new URLSearchParams(draftOfFiles(form) as never)) !== String(new URLSearchParams(body as never)))
    return store(id, kind, morphPart);
  morphPart(html, zone.dataset["draws"] ?? "");
}

/** Shows a sentence in the form whose files are uploaded. `data-said` names the place. */
function say(place: "uploaded" | "waiting", sentence: string): void {
  const element = document.querySelector(`[data-said="${place}"]`);
  if (element) element.textContent = sentence;
}
