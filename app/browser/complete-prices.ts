/** Adds missing decimals to a price when its field loses the focus: 12 becomes 12.00. */
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
