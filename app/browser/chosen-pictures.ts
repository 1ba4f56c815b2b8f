import { FILES_STORED } from "~/ui/file-field/contract";
import { FROM_SCRIPT } from "./from-script";

/** Shows the pictures of a form as soon as somebody chooses them. */
export function watchChosenPictures(): void {
  document.addEventListener("change", ({ target }) => {
    if (target instanceof HTMLInputElement && target.type === "file") showPicturesOf(target);
  });
}

/**
 * Shows the pictures that are chosen and not sent yet, in the list whose `data-chosen-pictures` names the field. The
 * server renders this list empty and hidden. An answer in place keeps the chosen files but hides the list again. If the
 * answer says that the files are stored, the field is emptied.
 */
export function showChosenPictures(): void {
  for (const field of document.querySelectorAll<HTMLInputElement>("input[type=file]")) {
    if (field.closest(`[${FILES_STORED}]`)) field.value = "";
    showPicturesOf(field);
  }
}

function showPicturesOf(field: HTMLInputElement): void {
  const list = field.form?.querySelector<HTMLElement>(`[data-chosen-pictures="${field.id}"]`);
  if (!list) return;
  for (const image of list.querySelectorAll("img")) URL.revokeObjectURL(image.src);
  list.textContent = "";
  const pictures = [...(field.files ?? [])].filter(({ type }) => type.startsWith("image/"));
  for (const picture of pictures) list.append(entryOf(picture));
  list.hidden = pictures.length === 0;
}

function entryOf(picture: File): HTMLElement {
  const image = Object.assign(new Image(104, 104), { src: URL.createObjectURL(picture), alt: picture.name });
  const entry = document.createElement("li");
  entry.setAttribute(FROM_SCRIPT, "");
  entry.append(image);
  return entry;
}
