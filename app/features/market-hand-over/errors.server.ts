import { refusal } from "~/platform/refusal";

export const unknownCode = refusal("unknown_code", 404, "No order of this market day has this code.", "code");
