import { expect, test } from "vitest";
import { boundedCheck } from "./bounded-check";

/** A check that ends when the test calls its function in `ends`, which has one for each check that was begun. */
function hanging() {
  const ends: ((error?: Error) => void)[] = [];
  const check = () => new Promise<void>((resolve, reject) => ends.push((error) => (error ? reject(error) : resolve())));
  return { ends, check };
}

test("whoever asks about something that hangs is told so, and it is asked once", async () => {
  const { ends, check } = hanging();
  const ask = boundedCheck(check, { deadlineMs: 1, freshMs: 0 });
  expect(await Promise.all([ask(), ask()])).toEqual(["no answer", "no answer"]);
  for (let n = 0; n < 20; n += 1) expect(await ask()).toBe("no answer");
  expect(ends).toHaveLength(1);
  ends[0]?.();
  await new Promise((resolve) => setImmediate(resolve));
  const secondCheck = ask();
  expect(ends).toHaveLength(2);
  ends[1]?.();
  expect(await secondCheck).toBeNull();
});

test("a result is answered for a while without a new check, a failure as well", async () => {
  let checks = 0;
  const error = new Error("away");
  const ask = boundedCheck(
    async () => {
      checks += 1;
      throw error;
    },
    { deadlineMs: 60_000, freshMs: 60_000 },
  );
  expect([await ask(), await ask(), await ask()]).toEqual([{ error }, { error }, { error }]);
  expect(checks).toBe(1);
});

test("several that ask at once share one check", async () => {
  const { ends, check } = hanging();
  const ask = boundedCheck(check, { deadlineMs: 60_000, freshMs: 0 });
  const answers = [ask(), ask(), ask()];
  ends[0]?.(new Error("away"));
  expect(await Promise.all(answers)).toEqual(Array.from({ length: 3 }, () => ({ error: new Error("away") })));
  expect(ends).toHaveLength(1);
});
