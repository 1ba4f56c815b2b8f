import { below640, below900, from640 } from "~/styles/breakpoints";
import { five } from "~/styles/layout.css";
import { screens, states } from "~/styles/layered";
import { vars } from "~/styles/tokens.css";
import { picture } from "~/ui/picture/picture.css";
import { stars } from "~/ui/stars/stars.css";

// In the layer above the parts it places, so that it takes precedence whichever sheet comes first.
export const card = screens.style({
  position: "relative",
  // Cards in a row share the rows of their grid, each as high as its highest content: picture, title, size, price,
  // price of a unit, stall, and the stars with the button. A browser without subgrids gives each card rows of its own.
  display: "grid",
  gridTemplateRows: "subgrid",
  gridRow: "span 7",
  gap: vars.s4,
  marginBlockEnd: "20px",
});
screens.rule(`${card} > ${picture}`, { marginBottom: vars.s8 });
screens.rule(`${card} h3`, { fontWeight: 500 });

/** The title's link covers the card; buttons stay above it. */
export const title = screens.style({
  color: "inherit",
  textDecoration: "none",
  display: "-webkit-box",
  WebkitBoxOrient: "vertical",
  WebkitLineClamp: 2,
  overflow: "hidden",
  "::after": { content: "", position: "absolute", inset: 0, borderRadius: vars.rCard },
  ":focus-visible": { outline: 0 },
  selectors: {
    "&:focus-visible::after": { outline: `2px solid ${vars.leaf}`, outlineOffset: "2px" },
    [`${card}:hover &`]: { color: vars.leafDark, textDecoration: "underline" },
  },
});
/** Above the link that covers the card. */
export const stall = screens.style({
  position: "relative",
  gridRow: 6,
  alignSelf: "start",
  maxWidth: "100%",
  overflow: "hidden",
  textOverflow: "ellipsis",
  whiteSpace: "nowrap",
  // Room to touch below it, where nothing else can be pressed.
  paddingBlockEnd: vars.s8,
  marginBlockEnd: `calc(-1 * ${vars.s8})`,
  color: vars.softInk,
  fontSize: vars.t13,
});
/** A line of its own below a title of two lines, so that the size of a price is never cut off and prices line up. */
export const size = screens.style({
  color: vars.softInk,
  fontSize: vars.t14,
  overflowWrap: "anywhere",
});
export const sign = screens.style({
  position: "absolute",
  insetBlock: `${vars.s8} auto`,
  insetInline: `${vars.s8} auto`,
  // On a phone's narrow card, a longer sign wraps and does not reach under the heart.
  maxWidth: `calc(100% - ${vars.touch} - ${vars.s8})`,
  paddingInline: "7px",
  borderRadius: vars.rCard,
  whiteSpace: "normal",
  overflowWrap: "anywhere",
});
export const form = screens.style({ display: "contents" });
export const heart = screens.style({
  selectors: { [`${card} &`]: { position: "absolute", insetBlock: `${vars.s4} auto`, insetInline: `auto ${vars.s4}` } },
});
export const foot = screens.style({
  display: "flex",
  alignItems: "center",
  justifyContent: "space-between",
  gap: vars.s8,
  gridRow: 7,
  marginTop: "auto",
});
screens.rule(`${foot} > :last-child`, { marginInlineStart: "auto" });
screens.rule(`${foot} > ${stars}:last-child`, { marginInlineStart: 0 });
// A phone has room for one star beside the figures.
screens.rule(`${card} ${stars}::before`, { "@media": { [below640]: { width: "14px", background: vars.honey } } });

// In three columns the first of five is two columns wide, so that none is left alone.
screens.rule(`${five} > ${card}:first-child > ${picture}`, {
  "@media": { [`${from640} and ${below900}`]: { aspectRatio: "2.06" } },
});

export const soldOut = states.style({});
states.rule(`${soldOut} > ${picture} img`, { opacity: 0.45 });
