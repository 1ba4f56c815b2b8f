import { createVar, fallbackVar } from "@vanilla-extract/css";
import { parts } from "~/styles/layered";
import { vars } from "~/styles/tokens.css";

const tint = createVar();
/** The ground of a picture, clay unless a tint says otherwise. */
export const wall = fallbackVar(tint, vars.clayWash);

const ground = (wash: string) => parts.style({ vars: { [tint]: wash } });
export const tints = {
  leafy: ground(vars.leafWash),
  red: ground(vars.tomatoWash),
  gold: ground(vars.honeyWash),
  plum: ground(vars.plumWash),
  sky: ground(vars.skyWash),
  clay: ground(vars.clayWash),
};

/** A square that a picture covers to its edges. The tint is shown while it loads. */
export const picture = parts.style({
  display: "grid",
  placeItems: "center",
  gridTemplate: "100% / 100%",
  overflow: "hidden",
  aspectRatio: "1",
  borderRadius: vars.rCard,
  background: wall,
  // A browser without `aspect-ratio` cannot reserve the height, so it gets the height of the picture.
  "@supports": { "not (aspect-ratio:1)": { gridTemplate: "auto / 100%" } },
});
// Otherwise each would take a row of the grid and push the picture out of sight.
parts.rule(`${picture} source`, { display: "none" });
// The hairline gives a cut-out on white an edge, because the page is almost white as well.
parts.rule(`${picture} img`, {
  width: "100%",
  height: "100%",
  objectFit: "cover",
  borderRadius: "inherit",
  outline: "1px solid rgb(29 42 33 / .07)",
  outlineOffset: -1,
  "@supports": { "not (aspect-ratio:1)": { height: "auto" } },
});

/** A drawing that is shown on the tint, such as the shop's mark. */
export const standing = parts.style({
  selectors: { [`${picture} &`]: { width: "68%", objectFit: "contain", outline: "none" } },
});
