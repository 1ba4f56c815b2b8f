/** The cascade layers, weakest first. */
export const LAYERS = ["tokens", "base", "layout", "parts", "screens", "states"] as const;
