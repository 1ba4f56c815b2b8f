import { screens } from "~/styles/layered";
import { vars } from "~/styles/tokens.css";

export const list = screens.style({ display: "grid", gap: vars.s12 });
/** A device and its button, one under the other if there is no room side by side. */
export const item = screens.style({
  display: "flex",
  flexWrap: "wrap",
  alignItems: "center",
  justifyContent: "space-between",
  gap: vars.s8,
  paddingBlock: vars.s8,
  borderBottom: `1px solid ${vars.line}`,
});
export const when = screens.style({ display: "block" });
