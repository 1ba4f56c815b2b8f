import { screens } from "~/styles/layered";

/** Reasons are what somebody wrote: long words break rather than widen the page. */
export const product = screens.style({ overflowWrap: "anywhere" });
