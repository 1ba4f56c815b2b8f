import { screens } from "~/styles/layered";
import { vars } from "~/styles/tokens.css";

export const questions = screens.style({ paddingBlock: vars.s4 });
screens.rule(`${questions} details + details`, { borderTop: `1px solid ${vars.line}` });
screens.rule(`${questions} summary`, {
  display: "flex",
  alignItems: "center",
  justifyContent: "space-between",
  gap: vars.s16,
  minHeight: vars.touch,
  paddingBlock: vars.s12,
});
screens.rule(`${questions} h2`, { font: `600 ${vars.t16}/1.4 ${vars.sans}`, letterSpacing: 0 });
screens.rule(`${questions} summary:hover h2`, { color: vars.leafDark, textDecoration: "underline" });
screens.rule(`${questions} summary svg`, { color: vars.leaf });
screens.rule(`${questions} [open] > summary svg`, { rotate: "180deg" });
screens.rule(`${questions} details > :last-child`, { marginBottom: vars.s12 });
screens.rule(`${questions} summary:last-child`, { marginBottom: 0 });
