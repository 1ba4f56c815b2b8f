import { expect, test } from "vitest";
import { isOldTick, keepTick, ticksOf, type Tick } from "./ticks";

const DAY_MS = 86_400_000;
const NOW = Date.parse("2026-03-07T10:00:00.000Z");
const tick = (key: string, fields: Partial<Tick> = {}): Tick => ({
  key,
  owner: "ada",
  day: "2026-03-07",
  order: key,
  fields: [["code", "K7M4QP"]],
  at: new Date().toISOString(),
  state: "kept",
  message: "",
  settledAt: "",
  ...fields,
});

test("a tick waits a month for a line, and goes two days after it was sent", () => {
  const at = (days: number) => new Date(NOW - days * DAY_MS).toISOString();
  expect([isOldTick({ at: at(29), state: "kept" }, NOW), isOldTick({ at: at(31), state: "kept" }, NOW)]).toEqual([
    false,
    true,
  ]);
  expect([isOldTick({ at: at(1), state: "sent" }, NOW), isOldTick({ at: at(3), state: "refused" }, NOW)]).toEqual([
    false,
    true,
  ]);
  expect(isOldTick({ at: "nonsense", state: "kept" }, NOW)).toBe(true);
});

test("where the browser keeps nothing, ticks live with the page; nobody has those of another account", async () => {
  expect(await keepTick(tick("one"))).toBe(false);
  await keepTick(tick("two", { owner: "eve" }));
  expect((await ticksOf("ada")).map(({ key }) => key)).toEqual(["one"]);
  await keepTick(tick("one", { state: "sent" }));
  expect((await ticksOf("ada")).map(({ state }) => state)).toEqual(["sent"]);
});
