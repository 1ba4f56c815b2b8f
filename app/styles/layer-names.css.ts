import { globalLayer } from "@vanilla-extract/css";
import { LAYERS } from "./layer-order";

/** scripts/older-browsers.ts replaces these layers by heavier selectors, for browsers without cascade layers. */
export const layers = Object.fromEntries(LAYERS.map((name) => [name, globalLayer(name)])) as Record<
  (typeof LAYERS)[number],
  string
>;
