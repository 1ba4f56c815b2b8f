import { below640, below900, from1180, from640, from900 } from "./breakpoints";
import { layout } from "./layered";
import { vars } from "./tokens.css";

/** Page width with its gutters. */
export const wrap = layout.style({
  width: "100%",
  maxWidth: "78rem",
  marginInline: "auto",
  paddingInline: vars.gutter,
});

/** Children one under the other, 16 px apart. */
export const stack = layout.style({});
layout.rule(`${stack} > * + *`, { marginTop: vars.s16 });
layout.rule(`${stack} > header + *`, { marginTop: vars.s4 });

/** A line that wraps; with `apart` its ends are pushed to the edges. */
export const row = layout.style({
  display: "flex",
  flexWrap: "wrap",
  alignItems: "center",
  gap: `${vars.s8} ${vars.s16}`,
});
export const apart = layout.style({ justifyContent: "space-between" });

/** A block of a page with room above it. */
export const section = layout.style({ marginTop: vars.s48, "@media": { [from900]: { marginTop: vars.s64 } } });
layout.rule(`${section} > header`, { marginBottom: vars.s16 });

const columns = (count: number) => `repeat(${count}, minmax(0, 1fr))`;

/**
 * Product cards: two, three, four, five columns. `four` stops at four; `five` shows exactly five without an orphan, on
 * a phone as a row that scrolls sideways. The gap is small, because the lines of a card are rows of the grid. The card
 * itself keeps the next one at a distance.
 */
export const grid = layout.style({
  display: "grid",
  gridTemplateColumns: columns(2),
  gap: `${vars.s4} ${vars.s12}`,
  "@media": {
    [from640]: { gridTemplateColumns: columns(3), columnGap: vars.s16 },
    [from900]: { gridTemplateColumns: columns(4) },
    [from1180]: { gridTemplateColumns: columns(5) },
  },
});
export const four = layout.style({
  selectors: { [`${grid}&`]: { "@media": { [from1180]: { gridTemplateColumns: columns(4) } } } },
});
export const five = layout.style({
  selectors: {
    [`${grid}&`]: {
      "@media": {
        [below640]: {
          gridTemplateColumns: "none",
          gridAutoColumns: "43%",
          gridAutoFlow: "column",
          overflowX: "auto",
          scrollbarWidth: "none",
          marginInline: `calc(-1 * ${vars.gutter})`,
          padding: `${vars.s4} ${vars.gutter}`,
        },
        [from900]: { gridTemplateColumns: columns(5) },
      },
    },
  },
});
layout.rule(`${five} > :first-child`, { "@media": { [`${from640} and ${below900}`]: { gridColumn: "span 2" } } });

/** Content and a 22rem aside from 900 px on. */
export const split = layout.style({
  display: "grid",
  gridTemplateColumns: "minmax(0, 1fr)",
  gap: vars.s16,
  "@media": {
    [from900]: { gridTemplateColumns: "minmax(0, 1fr) 22rem", gap: vars.s32, alignItems: "start" },
  },
});

/** A sideways row that bleeds to the edges of the screen. */
export const scroller = layout.style({
  display: "flex",
  gap: vars.s8,
  overflowX: "auto",
  scrollbarWidth: "none",
  marginInline: `calc(-1 * ${vars.gutter})`,
  padding: `${vars.s4} ${vars.gutter}`,
});
layout.rule(`${scroller} > *`, { flex: "none" });

/** A page that is one sheet: an even rhythm and room above and below. */
export const sheet = layout.style({ paddingBlock: vars.s24 });
layout.rule(`${sheet} > * + *`, { marginTop: vars.s16 });

/** The head of a page: its h1, perhaps a line under it. */
export const pageHead = layout.style({ marginBottom: vars.s16 });

/** For screen readers; shows itself when focused, as the skip link does. */
export const visuallyHidden = layout.style({
  selectors: {
    "&:not(:focus)": {
      position: "absolute",
      width: "1px",
      height: "1px",
      overflow: "hidden",
      clipPath: "inset(50%)",
      whiteSpace: "nowrap",
    },
  },
});

/**
 * For browsers that show only text and know no styles. Content that is only hidden from sight is still laid out: on a
 * page of cards it took a twentieth of a cheap phone's work before a press was answered.
 */
export const textAlone = layout.style({ display: "none" });

export const end = layout.style({ textAlign: "end" });
export const center = layout.style({ textAlign: "center" });

/**
 * A menu that opens without scripts: an empty `<details class={fold}>` followed by `class={folded}`. From 900 px on,
 * the summary is hidden and the folded content always shown, so nothing is rendered twice.
 */
export const fold = layout.style({ "@media": { [from900]: { display: "none" } } });
export const folded = layout.style({
  selectors: {
    [`${fold}:not([open]) + &`]: { display: "none", "@media": { [from900]: { display: "block" } } },
  },
});
