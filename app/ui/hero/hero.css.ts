import { from900 } from "~/styles/breakpoints";
import { parts } from "~/styles/layered";
import { vars } from "~/styles/tokens.css";

/** Category chips beside the hero; above it on a phone. */
export const homeTop = parts.style({
  paddingTop: vars.s8,
  display: "grid",
  gridTemplateColumns: "minmax(0, 1fr)",
  gap: vars.s12,
  "@media": { [from900]: { gridTemplateColumns: "14rem minmax(0, 1fr)", gap: vars.s24, paddingTop: vars.s24 } },
});
export const hero = parts.style({
  position: "relative",
  display: "flex",
  flexDirection: "column",
  overflow: "hidden",
  borderRadius: vars.rCard,
  background: `linear-gradient(transparent calc(100% - 36px), ${vars.awning} 0 calc(100% - 32px), ${vars.band} 0) ${vars.honeyWash}`,
  "@media": { [from900]: { minHeight: "26rem" } },
});
export const words = parts.style({
  padding: `${vars.s24} ${vars.s16}`,
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
parts.rule(`${hero} h1`, { fontSize: vars.t39, lineHeight: 1.1 });
export const art = parts.style({
  width: "100%",
  marginTop: "auto",
  paddingBottom: "10px",
  "@media": { [from900]: { position: "absolute", inset: "auto 8px 0 auto", width: "57%" } },
});
