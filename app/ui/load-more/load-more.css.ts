import { parts } from "~/styles/layered";
import { vars } from "~/styles/tokens.css";

/** The controls after a list: Load More, the pager. */
export const afterList = parts.style({ display: "grid", justifyItems: "center", gap: vars.s16, marginTop: vars.s32 });

/** Why more could not be loaded; empty most of the time. */
export const problem = parts.style({ selectors: { "&:empty": { display: "none" } } });
