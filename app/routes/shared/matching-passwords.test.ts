import { expect, test } from "vitest";
import { checkMatching, differ, DO_NOT_MATCH } from "./matching-passwords";

interface Passwords extends Record<string, unknown> {
  fresh: string;
  again: string;
}

function typed(fresh: string, again: string): FormData {
  const form = new FormData();
  form.set("fresh", fresh);
  form.set("again", again);
  return form;
}

test("a repetition that differs is pointed out, at both fields if asked", () => {
  expect(checkMatching<Passwords>(typed("meadow", "meado"), "fresh", "again")).toMatchObject({
    status: "error",
    error: { again: [DO_NOT_MATCH] },
  });
  expect(checkMatching<Passwords>(typed("meadow", "meado"), "fresh", "again", true)).toMatchObject({
    error: { fresh: [DO_NOT_MATCH], again: [DO_NOT_MATCH] },
  });
  expect(checkMatching<Passwords>(typed("meadow", "meadow"), "fresh", "again").status).toBe("success");
});

test("nothing repeated yet is no mistake, but nothing to send either", () => {
  expect(checkMatching<Passwords>(typed("meadow", ""), "fresh", "again").status).toBe("success");
  expect(differ("meadow", undefined)).toBe(true);
  expect(differ(undefined, "")).toBe(false);
});
