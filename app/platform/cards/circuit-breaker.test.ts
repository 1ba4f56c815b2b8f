import { beforeEach, expect, test } from "vitest";
import { circuitBreaker } from "./circuit-breaker";

let [calls, time] = [0, 0];
let changes: boolean[] = [];
let answer: () => Promise<string>;
let ask: () => Promise<string>;
const outage = () => Promise.reject(new Error("nobody there"));
const well = async () => "well";

beforeEach(() => {
  [calls, time, changes] = [0, 1_000_000, []];
  const through = circuitBreaker({
    isOutage: (error) => String(error).includes("nobody there"),
    refusal: (seconds) => new Error(`in ${seconds} s`),
    changed: (open) => void changes.push(open),
    failures: 3,
    pauseMs: 10_000,
    now: () => time,
  });
  ask = () =>
    through(() => {
      calls += 1;
      return answer();
    }).catch(String);
});

test("after three outages in a row nobody waits any more, and all hear when to come back", async () => {
  answer = outage;
  for (let n = 0; n < 3; n += 1) expect(await ask()).toBe("Error: nobody there");
  time += 2500;
  expect([await ask(), await ask()]).toEqual(["Error: in 8 s", "Error: in 8 s"]);
  expect([calls, changes]).toEqual([3, [true]]);
});

test("after the pause one is let through, alone; its answer opens the way for all", async () => {
  answer = outage;
  for (let n = 0; n < 3; n += 1) await ask();
  time += 10_000;
  let give: (value: string) => void = () => undefined;
  answer = () => new Promise((resolve) => (give = resolve));
  const probe = ask();
  expect([await ask(), calls]).toEqual(["Error: in 1 s", 4]);
  give("well");
  answer = well;
  expect([await probe, await ask(), changes]).toEqual(["well", "well", [true, false]]);
});

test("a probe that fails begins another pause, and is not told again", async () => {
  answer = outage;
  for (let n = 0; n < 3; n += 1) await ask();
  time += 10_000;
  expect([await ask(), await ask()]).toEqual(["Error: nobody there", "Error: in 10 s"]);
  expect(changes).toEqual([true]);
});

test("refusals and answers in between say that somebody is there", async () => {
  const decline = () => Promise.reject(new Error("declined"));
  for (const next of [outage, outage, well, outage, outage, decline, outage, outage]) {
    answer = next;
    await ask();
  }
  expect([calls, changes]).toEqual([8, []]);
});
