import { screens, states } from "~/styles/layered";
import { vars } from "~/styles/tokens.css";

export const arrow = screens.style({ marginInlineEnd: vars.s8 });
export const parties = screens.style({
  display: "grid",
  gridTemplateColumns: "repeat(auto-fit, minmax(13rem, 1fr))",
  gap: vars.s16,
});
export const screenOnly = screens.style({});
states.rule(`${screenOnly}, nav[aria-label='Breadcrumb']`, { "@media": { print: { display: "none" } } });
