import { globalLayer } from "@vanilla-extract/css";
import { LAYERS } from "./layer-order";

/** The layers that browsers get are made of them by scripts/older-browsers.ts. */
export const layers = Object.fromEntries(LAYERS.map((name) => [name, globalLayer(name)])) as Record<
  (typeof LAYERS)[number],
  string
>;
