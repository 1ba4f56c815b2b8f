import { parts } from "~/styles/layered";
import { vars } from "~/styles/tokens.css";

export const person = parts.style({
  display: "flex",
  alignItems: "center",
  gap: vars.s12,
  paddingBlock: vars.s12,
  borderBottom: `1px solid ${vars.line}`,
  ":last-child": { borderBottom: 0, paddingBottom: 0 },
});
parts.rule(`${person} > div`, { flex: 1, minWidth: 0 });
export const text = parts.style({ fontVariantNumeric: "tabular-nums lining-nums" });
