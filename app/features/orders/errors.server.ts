import { refusal } from "~/platform/refusal";

export const unknownOrder = refusal("unknown_order", 404, "There is no such order.");
