import { narrowPanel } from "~/styles/breakpoints";
import { screens } from "~/styles/layered";
import { num } from "~/styles/text.css";
import { vars } from "~/styles/tokens.css";
import { amount, step } from "~/ui/stepper/stepper.css";
import { lead } from "./table.css";

/** Price, quantity and subtotal in one line under the product. The button that removes the row is in its corner. */
export const cart = screens.style({});
export const subtotal = screens.style({ "@container": { [narrowPanel]: { textAlign: "end" } } });
export const corner = screens.style({
  "@container": { [narrowPanel]: { position: "absolute", insetBlock: `${vars.s16} auto`, insetInline: "auto -10px" } },
});
screens.rule(`${cart} tr`, {
  "@container": {
    [narrowPanel]: { position: "relative", gridTemplateColumns: "1fr auto 1fr", gap: `${vars.s12} ${vars.s8}` },
  },
});
screens.rule(`${cart} td${num}`, { "@container": { [narrowPanel]: { fontSize: vars.t14 } } });
screens.rule(`${cart} tr > ${lead}`, { "@container": { [narrowPanel]: { paddingInlineEnd: "40px" } } });
screens.rule(`${cart} tbody tr:first-child`, { "@container": { [narrowPanel]: { paddingTop: 0 } } });
// Three things side by side at 320 px: these controls alone give up four of their 44 px.
screens.rule(`${cart} td ${step}`, { "@container": { [narrowPanel]: { width: "40px" } } });
screens.rule(`${cart} td ${amount}`, { "@container": { [narrowPanel]: { width: "34px" } } });
