import { refusal } from "~/platform/refusal";

export const unknownReport = refusal("unknown_report", 404, "There is no such report.");
export const reportDecided = refusal(
  "report_decided",
  409,
  "Somebody has decided on this meanwhile, or an objection has come. Please look at it again.",
);
export const unknownDecision = refusal(
  "unknown_decision",
  404,
  "This link is not complete, or the decision is not yours. Please open it from the mail again.",
);
export const objectedAlready = refusal(
  "objected_already",
  409,
  "You have objected to this decision already. Our team looks at it once more, and tells you.",
);
export const decisionOver = refusal("decision_over", 409, "This decision was looked at once more already.");
