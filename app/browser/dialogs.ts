const dialogFor = (path: string) => document.querySelector<HTMLDialogElement>(`dialog[data-stands-for="${path}"]`);

/** Shows the dialog that replaces the page at a path. Returns false if the open page has no such dialog. */
export function showDialogFor(path: string): boolean {
  const dialog = dialogFor(path);
  dialog?.showModal();
  return dialog !== null;
}

/** Tells screen readers which links open a dialog. */
export function nameDialogLinks(): void {
  for (const dialog of document.querySelectorAll<HTMLElement>("dialog[data-stands-for]"))
    document.querySelector(`a[href="${dialog.dataset["standsFor"]}"]`)?.setAttribute("aria-haspopup", "dialog");
}
