import { refusal } from "~/platform/refusal";

export const unknownMessage = refusal("unknown_message", 404, "There is no such message.");
export const answeredAlready = refusal("answered_already", 409, "Somebody has dealt with this message already.");
export const notAnOperator = refusal("not_an_operator", 422, "Nobody of the team is called by this id.", "operator");
