const dialogFor = (path: string) => document.querySelector<HTMLDialogElement>(`dialog[data-stands-for="${path}"]`);

/** Shows the dialog that stands for the page at a path; false where the page that is open has none. */
export function showDialogFor(path: string): boolean {
  const dialog = dialogFor(path);
  dialog?.showModal();
  return dialog !== null;
}

/** Tells readers of the page of links that open a dialog. */
export function nameDialogLinks(): void {
  for (const dialog of document.querySelectorAll<HTMLElement>("dialog[data-stands-for]"))
    document.querySelector(`a[href="${dialog.dataset["standsFor"]}"]`)?.setAttribute("aria-haspopup", "dialog");
}
