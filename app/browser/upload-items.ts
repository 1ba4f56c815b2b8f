import type { UploadItem, UploadQueue } from "~/ui/uploads/upload-queue";
import { FROM_SCRIPT } from "./from-script";

/** The element of each file, and the state that it was drawn for. */
const renderedItems = new Map<string, { element: HTMLElement; state: string }>();

/** Shows the files that are being uploaded in the lists of their fields (ui/uploads/upload-list.tsx). */
export function showUploads(items: UploadItem[], queue: UploadQueue): void {
  for (const [key, { element }] of renderedItems)
    if (!items.some((item) => item.key === key)) {
      element.remove();
      renderedItems.delete(key);
    }
  for (const item of items) {
    const list = document.querySelector(`[data-upload-list="${item.kind}"]`);
    const drawing = renderedItems.get(item.key);
    let element = drawing?.element;
    if (!element || drawing?.state !== item.state) {
      const next = elementFor(item, queue);
      if (element?.contains(document.activeElement)) {
        element.replaceWith(next);
        next.querySelector<HTMLElement>("button:last-of-type")?.focus();
      } else element?.replaceWith(next);
      element = next;
      renderedItems.set(item.key, { element, state: item.state });
    }
    if (element.parentElement !== list) list?.append(element);
    const progress = element.querySelector("progress");
    if (!progress) continue;
    Object.assign(progress, { max: item.bytes, value: item.sent });
    element.querySelector("[data-state]")!.textContent = sentenceFor(item);
  }
}

function elementFor(item: UploadItem, queue: UploadQueue): HTMLElement {
  const { key, name, preview, state, message = "" } = item;
  const template = document.querySelector<HTMLTemplateElement>("template[data-upload-item]")!;
  const element = template.content.firstElementChild!.cloneNode(true) as HTMLElement;
  element.setAttribute(FROM_SCRIPT, "");
  const isRefused = state === "refused";
  const look = preview ? (isRefused ? "broken-picture" : "picture") : "film";
  for (const part of element.querySelectorAll<HTMLElement>("[data-when]")) {
    const states = part.dataset["when"]!.split(" ");
    if (!states.includes(state) && !states.includes(look)) part.remove();
  }
  for (const place of element.querySelectorAll("[data-name]")) place.textContent = name;
  for (const place of element.querySelectorAll("[data-message]")) place.textContent = message;
  element.querySelector("progress")?.setAttribute("aria-label", `Upload of ${name}`);
  const image = element.querySelector("img");
  if (image && preview) image.src = preview;
  element.querySelector("[data-retries]")?.addEventListener("click", () => queue.retry(key));
  const remove = element.querySelector("[data-removes]")!;
  remove.setAttribute("aria-label", `${isRefused ? "Dismiss" : "Cancel"} ${name}`);
  remove.addEventListener("click", () => queue.remove(key));
  return element;
}

const megabytes = (bytes: number) => `${(bytes / 1_048_576).toFixed(1)} MB`;

function sentenceFor({ state, sent, bytes }: UploadItem): string {
  if (state === "queued") return "Waits for its turn";
  if (state === "line-down") return "No connection. It goes on by itself where it broke off.";
  if (state === "storing") return "Uploaded, being made ready";
  return `${Math.floor((sent / bytes) * 100)}% of ${megabytes(bytes)}`;
}
