import { globalLayer } from "@vanilla-extract/css";
import { LAYERS } from "./layer-order";

/** What browsers get is made of them by scripts/older-browsers.ts. */
export const layers = Object.fromEntries(LAYERS.map((name) => [name, globalLayer(name)])) as Record<
  (typeof LAYERS)[number],
  string
>;
