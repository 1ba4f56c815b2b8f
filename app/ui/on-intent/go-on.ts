import { OFFLINE_PAGE } from "~/ui/device/contract";
import { pausesBetweenTries } from "~/ui/line/line";
import { ALIVE, GOES_ON } from "./contract";

/** A page that stands in the place of another becomes that other one once there is a line. */
export async function goOnOnceThereIsALine(): Promise<void> {
  // Opened by its own address it stands in no place but its own.
  if (!document.querySelector(`[${GOES_ON}]`) || location.pathname === OFFLINE_PAGE) return;
  const pause = pausesBetweenTries();
  for (;;) {
    await pause();
    const alive = await fetch(ALIVE).catch(() => null);
    if (alive?.ok) return location.reload();
  }
}
