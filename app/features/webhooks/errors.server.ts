import { Refusal, refusal } from "~/platform/refusal";
import { MOST_ENDPOINTS } from "./plain-schema";

export const unknownEndpoint = refusal("unknown_endpoint", 404, "There is no such webhook.");
export const unknownDelivery = refusal("unknown_delivery", 404, "There is no such delivery.");
export const tooManyEndpoints = refusal(
  "too_many_endpoints",
  409,
  `There are ${MOST_ENDPOINTS} webhooks already. Please delete one first.`,
);
export const endpointOff = refusal("endpoint_off", 409, "This webhook is turned off. Turn it on first.");
export const stallSuspended = refusal("stall_suspended", 409, "Your stall is suspended: nothing new is sent.");
export const badEndpointUrl = (message: string) =>
  new Refusal(422, [{ message, code: "bad_endpoint_url", field: "url" }]);
