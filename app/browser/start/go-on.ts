import { OFFLINE_PAGE } from "~/ui/device/contract";
import { pausesBetweenTries } from "~/ui/line/line";
import { ALIVE, GOES_ON } from "~/ui/page-scripts/contract";

/**
 * Once there is a connection, reloads a page that is shown in place of another. If the other page still does not come,
 * this one is shown again. The history entry counts these reloads, so that the pauses grow. A press on "Try again" is a
 * new visit and starts at zero.
 */
export async function goOnOnceThereIsALine(): Promise<void> {
  const loads = (history.state as { loads?: number } | null)?.loads ?? 0;
  const count = (now: number) => history.replaceState({ ...history.state, loads: now }, "");
  // Opened by its own address, the offline page replaces no other page.
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
