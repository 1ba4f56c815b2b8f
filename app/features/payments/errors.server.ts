import { refusal } from "~/platform/refusal";

export const noHostedPage = refusal("no_hosted_page", 404, "There is no other page to pay on; please use the form.");
export const unknownPaymentLink = refusal(
  "unknown_payment_link",
  404,
  "This link is not complete. Please open it from the mail again.",
);
export const badSignature = refusal("bad_signature", 400, "The message does not carry a valid signature.");
export const unknownCall = refusal("unknown_call", 404, "There is no such call.");
