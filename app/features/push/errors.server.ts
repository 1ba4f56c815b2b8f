import { Refusal, refusal } from "~/platform/refusal";

export const unknownPushBrowser = refusal("unknown_push_browser", 404, "This browser is not told any more.");
export const unknownPushKind = refusal("unknown_push_kind", 404, "There is no such kind of notice.");
export const badPushSubscription = (message: string, field: string) =>
  new Refusal(422, [{ message, code: "bad_push_subscription", field }]);
