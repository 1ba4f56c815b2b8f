import * as styles from "./icon.css";

/** Lucide's Heart and ShoppingCart, which are in the header and on every card. */
const DRAWINGS = {
  heart: (
    <path d="M2 9.5a5.5 5.5 0 0 1 9.591-3.676.56.56 0 0 0 .818 0A5.49 5.49 0 0 1 22 9.5c0 2.29-1.5 4-3 5.5l-5.492 5.313a2 2 0 0 1-3 .019L5 15c-1.5-1.5-3-3.2-3-5.5" />
  ),
  cart: (
    <>
      <path d="m2.05 2.05 1.099-.028a1 1 0 0 1 1.008.815l2.69 14.347A1 1 0 0 0 7.83 18H18" />
      <path d="M4.563 5h16.435a1 1 0 0 1 .981 1.204l-1.026 6.226A2 2 0 0 1 18.962 14H6.25" />
      <circle cx="18" cy="20" r="2" />
      <circle cx="8" cy="20" r="2" />
    </>
  ),
};

export type SharedDrawing = keyof typeof DRAWINGS;

/**
 * An icon that a page shows many times: the header has the drawing (`drawn`), and the others refer to it. Only for
 * pages whose header has wishlist and cart. Hidden from screen readers like `Icon`.
 */
export function SharedIcon({ of, drawn = false }: { of: SharedDrawing; drawn?: boolean }) {
  return (
    <svg viewBox="0 0 24 24" className={styles.icon} aria-hidden="true">
      {drawn ? <g id={`i-${of}`}>{DRAWINGS[of]}</g> : <use href={`#i-${of}`} />}
    </svg>
  );
}
