import { from1200, from640 } from "~/styles/breakpoints";
import { screens } from "~/styles/layered";
import { vars } from "~/styles/tokens.css";

export const arrow = screens.style({ marginInlineEnd: vars.s8 });
export const facts = screens.style({ display: "flex", flexWrap: "wrap", gap: `0 ${vars.s8}`, marginTop: vars.s4 });
screens.rule(`${facts} > * + *::before`, { content: '"·"', marginInlineEnd: vars.s8 });
export const cards = screens.style({
  display: "grid",
  gap: vars.s16,
  "@media": {
    [from640]: { gridTemplateColumns: "repeat(2, minmax(0, 1fr))" },
    [from1200]: { gridTemplateColumns: "repeat(3, minmax(0, 1fr))" },
  },
});
screens.rule(`${cards} > :first-child`, {
  "@media": { [from640]: { gridColumn: "1 / -1" }, [from1200]: { gridColumn: "auto" } },
});
export const orderId = screens.style({ fontSize: vars.t20, fontWeight: 700 });
export const notes = screens.style({ whiteSpace: "pre-line" });
/** A parcel. Its number is a link if the carrier is known. */
export const parcel = screens.style({ overflowWrap: "anywhere" });
screens.rule(`${parcel} a`, { display: "inline-block", paddingBlock: vars.s12 });
/** How a part comes, below its products. */
export const way = screens.style({ marginTop: vars.s16 });
