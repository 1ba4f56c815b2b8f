/**
 * Takes a double click for one press on a button that stays in, such as a heart: the second press would put back what the
 * first has done.
 */
export function takeDoubleClicksAsOne(): void {
  document.addEventListener("click", (event) => {
    const isSecond = event.detail > 1 && (event.target as Element).closest?.("button[aria-pressed]");
    if (isSecond) event.preventDefault();
  });
}
