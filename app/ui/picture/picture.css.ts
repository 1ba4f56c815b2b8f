import { createVar, fallbackVar } from "@vanilla-extract/css";
import { parts } from "~/styles/layered";
import { vars } from "~/styles/tokens.css";

const tint = createVar();
/** The wall behind the goods, clay unless a tint says otherwise. */
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

/** A tint for the wall, a shade for the counter, a soft shadow under the goods. */
export const picture = parts.style({
  display: "grid",
  placeItems: "center",
  gridTemplate: "100% / 100%",
  overflow: "hidden",
  aspectRatio: "1",
  borderRadius: vars.rCard,
  background: `radial-gradient(ellipse 30% 5% at 50% 83%, ${vars.shade}, transparent), linear-gradient(transparent 72%, ${vars.counter} 0) ${wall}`,
});
parts.rule(`${picture} picture`, { display: "contents" });
// Boxless in name only: each would take a row of the grid and push the picture out of sight.
parts.rule(`${picture} source`, { display: "none" });

/** A drawing that stands on the counter. */
export const standing = parts.style({ width: "68%" });
/** A photo that covers wall and counter. */
export const covering = parts.style({ width: "100%", height: "100%", objectFit: "cover" });
