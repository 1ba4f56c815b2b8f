/** Completes a price with its decimals as its field is left: twelve dollars may be typed as 12. */
export function completePrices(): void {
  document.addEventListener("focusout", ({ target }) => {
    if (!(target instanceof HTMLInputElement) || !target.hasAttribute("data-completes-price")) return;
    const [, whole, decimals = ""] = /^\s*(\d+)(?:[.,](\d{0,2}))?\s*$/.exec(target.value) ?? [];
    const completed = `${whole}.${decimals.padEnd(2, "0")}`;
    if (whole === undefined || completed === target.value) return;
    target.value = completed;
    target.dispatchEvent(new Event("change", { bubbles: true }));
  });
}
