import { FOLDS } from "~/ui/page-scripts/contract";

/** Disables the fields of parts that the styles hide, so that the browser neither sends nor judges them. */
export function disableFoldedParts(): void {
  for (const part of document.querySelectorAll<HTMLFieldSetElement>(`fieldset[${FOLDS}]`))
    part.disabled = getComputedStyle(part.closest("details") ?? part).display === "none";
}

/** Has parts follow the choices that show and hide them. */
export function watchFoldedParts(): void {
  document.addEventListener("change", disableFoldedParts);
}
