import { states } from "~/styles/layered";
import { SENDS_CHOICES } from "./contract";

/*
 * Elements that need scripts have `data-with-scripts`, and their substitutes without scripts have
 * `data-without-scripts`. `app/browser/in-place.ts` marks the root once it runs.
 */
states.rule(":root:not([data-in-place]) [data-with-scripts]", { display: "none" });
states.rule(":root[data-in-place] [data-without-scripts]", { display: "none" });
/**
 * Where scripts are enabled, a form that sends each choice never shows its buttons. So nothing moves once scripts run.
 * They then send earlier choices.
 */
states.rule(`[${SENDS_CHOICES}] [data-without-scripts]`, { "@media": { "(scripting: enabled)": { display: "none" } } });
