import { below900, from640, from900 } from "~/styles/breakpoints";
import { parts } from "~/styles/layered";
import { vars } from "~/styles/tokens.css";

/** Category chips beside the hero. Below 900 px they are hidden, and the tiles under the hero show the same ones. */
export const homeTop = parts.style({
  paddingTop: vars.s8,
  display: "grid",
  gridTemplateColumns: "minmax(0, 1fr)",
  gap: vars.s12,
  "@media": { [from900]: { gridTemplateColumns: "14rem minmax(0, 1fr)", gap: vars.s24, paddingTop: vars.s24 } },
});
parts.rule(`${homeTop} > :first-child`, { "@media": { [below900]: { display: "none" } } });
// The picture has its own counter and its own light, in both colour schemes. So the ground and the text on it have the
// picture's colours.
export const hero = parts.style({
  position: "relative",
  isolation: "isolate",
  display: "flex",
  flexDirection: "column",
  overflow: "hidden",
  borderRadius: vars.rCard,
  background: "#FCF4DF",
  color: "#1D2A21",
  "@media": { [from900]: { minHeight: "26rem" } },
});
export const words = parts.style({
  padding: vars.s16,
  display: "grid",
  justifyItems: "start",
  gap: vars.s12,
  "@media": {
    [from900]: {
      padding: `${vars.s24} ${vars.s32} ${vars.s64}`,
      maxWidth: "26rem",
      gap: vars.s16,
      marginBlock: "auto",
    },
  },
});
// On a phone the headline leaves room for the food under it, in the first screen.
parts.rule(`${hero} h1`, { fontSize: vars.t31, lineHeight: 1.1, "@media": { [from640]: { fontSize: vars.t39 } } });
export const art = parts.style({
  width: "100%",
  marginTop: "auto",
  "@media": {
    [from900]: {
      position: "absolute",
      inset: 0,
      height: "100%",
      objectFit: "cover",
      objectPosition: "100% 100%",
      zIndex: -1,
    },
  },
});
