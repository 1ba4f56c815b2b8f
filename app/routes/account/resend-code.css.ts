import { keyframes, styleVariants } from "@vanilla-extract/css";
import { layers } from "~/styles/layer-names.css";
import { screens } from "~/styles/layered";

/* Without scripts, the style sheet ends the wait, in steps of five seconds. The service enforces it to the second. */

export const steps = [5, 10, 15, 20, 25, 30, 35, 40, 45, 50, 55, 60] as const;
type Step = (typeof steps)[number];

const reveal = keyframes({ to: { visibility: "visible" } });
const hide = keyframes({ to: { visibility: "hidden" } });

const waits = Object.fromEntries(steps.map((step) => [step, step])) as Record<Step, Step>;

export const spot = screens.style({ display: "grid" });
screens.rule(`${spot} > *`, { gridArea: "1 / 1" });
// Scripts end the wait to the second.
screens.rule(`:root[data-in-place] ${spot} > :nth-child(n)`, { animation: "none" });
screens.rule(`${spot}[data-over] > :first-child`, { display: "none" });
screens.rule(`${spot}[data-over] > :nth-child(n)`, { visibility: "visible", animation: "none" });
export const revealed = styleVariants(waits, (step) => ({
  "@layer": { [layers.screens]: { visibility: "hidden" as const, animation: `${reveal} 0s ${step}s forwards` } },
}));
export const gone = styleVariants(waits, (step) => ({
  "@layer": { [layers.screens]: { animation: `${hide} 0s ${step}s forwards` } },
}));
