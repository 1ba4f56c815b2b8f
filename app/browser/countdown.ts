import { SECONDS_LEFT } from "~/ui/countdown/contract";

/** A wait of more seconds than this is not counted down, because the day's codes are used up. */
const LONG = 120;
let timer: ReturnType<typeof setInterval> | undefined;

/** Counts down the seconds until another code can be sent, and then shows the button. */
export function countDown(): void {
  clearInterval(timer);
  const spot = document.querySelector<HTMLElement>(`[${SECONDS_LEFT}]`);
  const waiting = spot?.querySelector("button");
  if (!spot || !waiting) return;
  const end = Date.now() + Number(spot.getAttribute(SECONDS_LEFT)) * 1000;
  // Computed from the clock, because the timers of a phone in a pocket skip ticks.
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
