import { expect, test } from "vitest";
import { Changes } from "./changes";

test("a change concerns what carries one of its tags, one without tags everything, and neither what was read later", () => {
  const changes = new Changes();
  const before = changes.moment();
  changes.announce(["card-pears", "lists"]);
  const after = changes.moment();
  const sinceBefore = [["card-pears"], ["card-plums"], ["card-plums", "lists"], []];
  expect(sinceBefore.map((tags) => changes.noneSince(before, tags))).toEqual([false, true, false, true]);
  changes.announce(["card-plums"]);
  expect(sinceBefore.map((tags) => changes.noneSince(after, tags))).toEqual([true, false, false, true]);
  changes.announce();
  expect(changes.noneSince(after, [])).toBe(false);
  expect(changes.noneSince(changes.moment(), ["card-pears"])).toBe(true);
});

test("a change that is forgotten passes for one of everything before it, and of nothing after it", () => {
  const changes = new Changes();
  const before = changes.moment();
  changes.announce(["card-first"]);
  const after = changes.moment();
  for (let n = 0; n < 20_000; n += 1) changes.announce([`card-${n}`]);
  expect([changes.noneSince(before, ["card-first"]), changes.noneSince(after, ["card-first"])]).toEqual([false, true]);
  expect(changes.noneSince(after, ["card-0"])).toBe(false);
});

test("whoever listens is told of each change until they stop", () => {
  const changes = new Changes();
  const notifications: (string[] | undefined)[] = [];
  const stop = changes.listen((tags) => notifications.push(tags));
  changes.announce(["lists"]);
  changes.announce();
  stop();
  changes.announce(["lists"]);
  expect(notifications).toEqual([["lists"], undefined]);
});
