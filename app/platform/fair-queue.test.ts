import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { fairQueue } from "./fair-queue";

const full = () => new Error("full");

test("who sends one waits for one of whoever sends many, and each account's own come in order", async () => {
  const queue = fairQueue({ perAccount: 10, inAll: 10, full });
  const finished: string[] = [];
  const work = (name: string) => async () => {
    await sleep(1);
    finished.push(name);
  };
  await Promise.all([
    ...[1, 2, 3, 4].map((n) => queue.run("many", work(`many ${n}`))),
    ...[1, 2].map((n) => queue.run("few", work(`few ${n}`))),
    queue.run("one", work("one")),
  ]);
  expect(finished).toEqual(["many 1", "many 2", "few 1", "one", "many 3", "few 2", "many 4"]);
});

test("a failure is its own alone", async () => {
  const queue = fairQueue({ perAccount: 10, inAll: 10, full });
  const failing = queue.run("a", () => Promise.reject(new Error("broken")));
  const next = queue.run("a", async () => "fine");
  await expect(failing).rejects.toThrow("broken");
  expect(await next).toBe("fine");
});

test("no account, and not all together, have more waiting than is meant", async () => {
  const queue = fairQueue({ perAccount: 2, inAll: 3, full });
  let end = () => {};
  const first = queue.run("a", () => new Promise<void>((resolve) => (end = resolve)));
  const waiting = [queue.run("a", async () => 1), queue.run("a", async () => 2)];
  await expect(queue.run("a", async () => 3)).rejects.toThrow("full");
  waiting.push(queue.run("b", async () => 4));
  await expect(queue.run("c", async () => 5)).rejects.toThrow("full");
  end();
  await first;
  expect(await Promise.all(waiting)).toEqual([1, 2, 4]);
  expect(await queue.run("c", async () => 5)).toBe(5);
});

test("work that fails before it has begun to wait fails alone: whoever comes next is served", async () => {
  const queue = fairQueue({ perAccount: 9, inAll: 9, full: () => new Error("full") });
  const cannotBegin = () => {
    throw new Error("No process can be started.");
  };
  await expect(queue.run("anna", cannotBegin)).rejects.toThrow("No process can be started.");
  expect(await queue.run("anna", async () => "served")).toBe("served");
});
