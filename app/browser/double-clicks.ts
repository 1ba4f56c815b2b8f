/** Counts a double click on a toggle button, such as a heart, as one press. The second press would undo the first. */
export function takeDoubleClicksAsOne(): void {
  document.addEventListener("click", (event) => {
    const isSecond = event.detail > 1 && (event.target as Element).closest?.("button[aria-pressed]");
    if (isSecond) event.preventDefault();
  });
}
