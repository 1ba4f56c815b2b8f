import { createVar } from "@vanilla-extract/css";
import { from900 } from "~/styles/breakpoints";
import { parts } from "~/styles/layered";
import { vars } from "~/styles/tokens.css";

const stripe = createVar();
const mask = `linear-gradient(#000 0 0) 0 0 / 100% calc(100% - ${stripe} / 2 + .5px) no-repeat, radial-gradient(circle at 50% 0, #000 calc(${stripe} / 2 - .5px), transparent calc(${stripe} / 2)) 0 100% / ${stripe} calc(${stripe} / 2) repeat-x`;

/** The stall's striped roof with its scalloped edge: over the hero and the sell band, nowhere else. */
export const awning = parts.style({
  vars: { [stripe]: "20px" },
  height: "26px",
  background: `linear-gradient(${vars.band} 4px, transparent 0), repeating-linear-gradient(90deg, ${vars.awning} 0 ${stripe}, ${vars.stripe} 0 calc(2 * ${stripe}))`,
  WebkitMask: mask,
  mask,
  "@media": { [from900]: { vars: { [stripe]: "32px" }, height: "42px" } },
});
