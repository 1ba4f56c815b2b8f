import { shareOf } from "~/platform/memory.server";
import { BODY_BUDGET, bodyBudget } from "./body/body-budget.server";
import { bodyLimit } from "./body/body-limits";
import type { Step } from "./context.server";

/** Limits request bodies: each one by its path, and all bodies in progress by the machine's memory. */
export const body: Step = ({ config, clientOf }) =>
  bodyBudget({
    ...BODY_BUDGET,
    inAllBytes: shareOf(BODY_BUDGET.inAllBytes, config.memoryBytes),
    limitOf: bodyLimit,
    clientOf,
  });
