import { states } from "~/styles/layered";
import { SENDS_CHOICES } from "./contract";

/*
 * Elements of use with scripts alone carry `data-with-scripts`, and those that stand in for them without scripts carry
 * `data-without-scripts`. `app/browser/in-place.ts` marks the root once it runs.
 */
states.rule(":root:not([data-in-place]) [data-with-scripts]", { display: "none" });
states.rule(":root[data-in-place] [data-without-scripts]", { display: "none" });
/** A form that sends each choice is never seen with its buttons: nothing moves once scripts run, and earlier choices are sent then. */
states.rule(`[${SENDS_CHOICES}] [data-without-scripts]`, { "@media": { "(scripting: enabled)": { display: "none" } } });
