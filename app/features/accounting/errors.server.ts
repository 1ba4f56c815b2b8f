import { refusal } from "~/platform/refusal";

export const unknownStatement = refusal(
  "unknown_statement",
  404,
  "There is no statement of this month: it has not begun, or lies before your first sale.",
);
