import { stateOfPushKeys } from "~/features/push/keys.server";
import type { Services } from "~/platform/services.server";
import type { Report } from "./report";

/** Checks whether the keys for browser notices exist, and whether APP_SECRET opens them. */
export async function pushKeys(services: Pick<Services, "db" | "config">): Promise<Report> {
  const state = await stateOfPushKeys(services);
  if (state === "none")
    return {
      wrong: [],
      notes: ["There are no keys for notices in browsers yet: the service makes them when it starts."],
    };
  return {
    wrong:
      state === "locked"
        ? [
            "APP_SECRET does not open the keys of notices in browsers: with the next start new ones are made, and everybody has to add their browsers again. Put the secret of before into APP_SECRET, or into APP_SECRET_PREVIOUS beside a new one.",
          ]
        : [],
    notes:
      state === "previous"
        ? [
            "The keys of notices in browsers are still sealed under APP_SECRET_PREVIOUS: leave it until the running service has sealed them anew.",
          ]
        : [],
  };
}
