import { SECONDS_LEFT } from "~/ui/countdown/contract";

/** Seconds that nobody counts along with: the day's codes are used up. */
const LONG = 120;
let timer: ReturnType<typeof setInterval> | undefined;

/** Counts down to when another code can be sent, and offers the button then. */
export function countDown(): void {
  clearInterval(timer);
  const spot = document.querySelector<HTMLElement>(`[${SECONDS_LEFT}]`);
  const waiting = spot?.querySelector("button");
  if (!spot || !waiting) return;
  const end = Date.now() + Number(spot.getAttribute(SECONDS_LEFT)) * 1000;
  // By the clock, not by ticks: a phone in a pocket skips them.
  const look = () => {
    const seconds = Math.ceil((end - Date.now()) / 1000);
    waiting.textContent = seconds > LONG ? "Resend code later" : `Resend code in ${seconds} s`;
    if (seconds > 0) return;
    clearInterval(timer);
    spot.dataset["over"] = "";
  };
  timer = setInterval(look, 1000);
  look();
}
