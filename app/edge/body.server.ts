import { shareOf } from "~/platform/memory.server";
import { BODY_BUDGET, bodyBudget } from "./body/body-budget.server";
import { bodyLimit } from "./body/body-limits";
import type { Step } from "./context.server";

/** Bounds the bodies of requests: each by its address, and those under way together by the memory of the machine. */
export const body: Step = ({ config, clientOf }) =>
  bodyBudget({
    ...BODY_BUDGET,
    inAllBytes: shareOf(BODY_BUDGET.inAllBytes, config.memoryBytes),
    limitOf: bodyLimit,
    clientOf,
  });
