import type { Endpoint } from "~/features/webhooks/schema";
import { Pill } from "~/ui/pill/pill";

/** The state of a webhook, in a word. */
export function EndpointState({
  enabled,
  failingSince,
  turnedOffAt,
}: Pick<Endpoint, "enabled" | "failingSince" | "turnedOffAt">) {
  if (!enabled) return <Pill tone={turnedOffAt ? "tomato" : "grey"}>{turnedOffAt ? "Turned off by us" : "Off"}</Pill>;
  return failingSince ? <Pill tone="honey">Failing</Pill> : <Pill tone="leaf">On</Pill>;
}
