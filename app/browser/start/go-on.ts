import { OFFLINE_PAGE } from "~/ui/device/contract";
import { pausesBetweenTries } from "~/ui/line/line";
import { ALIVE, GOES_ON } from "~/ui/page-scripts/contract";

/**
 * A page that stands in the place of another becomes that other one once there is a line. Where that page alone does
 * not come, this one stands there again: the visit's place in the history counts how often, so that the pauses grow. A
 * press on "Try again" is a visit of its own, and begins anew.
 */
export async function goOnOnceThereIsALine(): Promise<void> {
  const loads = (history.state as { loads?: number } | null)?.loads ?? 0;
  const count = (now: number) => history.replaceState({ ...history.state, loads: now }, "");
  // Opened by its own address it stands in no place but its own.
  if (!document.querySelector(`[${GOES_ON}]`) || location.pathname === OFFLINE_PAGE) {
    if (loads) count(0);
    return;
  }
  const pause = pausesBetweenTries(loads);
  do await pause();
  while (
    !(await fetch(ALIVE).then(
      ({ ok }) => ok,
      () => false,
    ))
  );
  count(loads + 1);
  location.reload();
}
