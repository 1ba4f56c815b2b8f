/** Milliseconds for which a button shows whether its text was copied. */
const COPIED_MS = 3000;

/**
 * Handles buttons that work without the server. `data-prints` prints the page, `data-copies` copies the attribute's
 * text, and `data-ticks-all` ticks all boxes of its form, or clears them if all are ticked.
 */
export function watchPageButtons(): void {
  document.addEventListener("click", ({ target }) => {
    const button = target instanceof Element ? target.closest("button") : null;
    if (!button) return;
    if (button.hasAttribute("data-prints")) window.print();
    const { copies } = button.dataset;
    if (copies !== undefined) void copy(copies, button);
    if (button.hasAttribute("data-ticks-all")) tickAll(button.form);
  });
}

/** Copies a text and says on the button whether that worked: a browser may refuse it, and has no clipboard over HTTP. */
async function copy(text: string, button: HTMLElement): Promise<void> {
  const clipboard = navigator.clipboard as Clipboard | undefined;
  const isCopied = await clipboard?.writeText(text).then(
    () => true,
    () => false,
  );
  const label = button.querySelector("span");
  if (!label || label.dataset["label"]) return;
  label.dataset["label"] = label.textContent ?? "";
  label.textContent = isCopied ? "Copied" : "Not copied";
  setTimeout(() => {
    label.textContent = label.dataset["label"] ?? "";
    delete label.dataset["label"];
  }, COPIED_MS);
}

function tickAll(form: HTMLFormElement | null): void {
  const boxes = [...(form?.querySelectorAll<HTMLInputElement>("input[type=checkbox]") ?? [])];
  const ticks = !boxes.every((box) => box.checked);
  for (const box of boxes) if (box.checked !== ticks) box.click();
}
