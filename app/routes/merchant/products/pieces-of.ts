import type { ManagedSize } from "~/features/products/schema";

/** Pieces in stock of all sizes of a product together. */
export const piecesOf = (sizes: Pick<ManagedSize, "quantity">[]): number =>
  sizes.reduce((sum, { quantity }) => sum + quantity, 0);
