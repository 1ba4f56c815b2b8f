import { globalLayer } from "@vanilla-extract/css";

/** The cascade layers, weakest first. `layers.css` declares the same order for the browser. */
export const layers = {
  tokens: globalLayer("tokens"),
  base: globalLayer("base"),
  layout: globalLayer("layout"),
  parts: globalLayer("parts"),
  screens: globalLayer("screens"),
  states: globalLayer("states"),
};
