import { FOLDS } from "~/ui/page-scripts/contract";

/** Disables the fields of parts that the styles hide, so that the browser neither sends nor validates them. */
export function disableFoldedParts(): void {
  for (const part of document.querySelectorAll<HTMLFieldSetElement>(`fieldset[${FOLDS}]`))
    part.disabled = getComputedStyle(part.closest("details") ?? part).display === "none";
}

/** Updates the parts after each choice that may show or hide them. */
export function watchFoldedParts(): void {
  document.addEventListener("change", disableFoldedParts);
}
