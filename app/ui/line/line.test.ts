import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { pausesBetweenTries } from "./line";

const page = new EventTarget();

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("addEventListener", page.addEventListener.bind(page));
  vi.stubGlobal("removeEventListener", page.removeEventListener.bind(page));
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Seconds until a pause is over. */
async function lengthOf(pause: Promise<void>): Promise<number> {
  let over = false;
  void pause.then(() => {
    over = true;
  });
  for (let seconds = 0; ; seconds += 1) {
    await vi.advanceTimersByTimeAsync(0);
    if (over) return seconds;
    await vi.advanceTimersByTimeAsync(1000);
  }
}

test("the pauses grow to half a minute", async () => {
  const pause = pausesBetweenTries();
  const lengths = [];
  for (let n = 0; n < 8; n += 1) lengths.push(await lengthOf(pause()));
  expect(lengths).toEqual([1, 2, 4, 8, 15, 30, 30, 30]);
});

test("the pauses go on from the tries that were made before", async () => {
  const pause = pausesBetweenTries(3);
  expect([await lengthOf(pause()), await lengthOf(pause())]).toEqual([8, 15]);
});

test("a line that is back is tried at once, and often again if it drops", async () => {
  const pause = pausesBetweenTries();
  for (let n = 0; n < 6; n += 1) await lengthOf(pause());
  const waiting = pause();
  page.dispatchEvent(new Event("online"));
  await waiting;
  expect(await lengthOf(pause())).toBe(1);
});

test("whoever is in a hurry waits for nothing", async () => {
  const hurry = new AbortController();
  const pause = pausesBetweenTries();
  const waiting = pause(hurry.signal);
  hurry.abort();
  await waiting;
  expect(await lengthOf(pause(hurry.signal))).toBe(0);
});
