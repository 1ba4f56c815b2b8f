import { refusal } from "~/platform/refusal";
import { MOST_DAYS } from "./schema";

export const endsBeforeItBegins = refusal("period_reversed", 422, "The period ends before it begins.", "until");
export const periodTooLong = refusal("period_too_long", 422, `A period can have at most ${MOST_DAYS} days.`, "since");
