import { expect, test } from "vitest";
import { callsOf } from "../../tests/fixtures/every-call";
import { mustBeRefusedWell } from "../../tests/fixtures/refusals";
import { onBothDatabases } from "../../tests/fixtures/world";

/** Odd strings that a person may still type as a text. */
const ODD = [
  "<script>alert(1)</script>",
  "' or 1=1 --",
  '"; drop table users; --',
  "../../etc/passwd",
  "\ud800",
  "𝕏 ё 日本 🌻 %00",
];
onBothDatabases("input that is odd, too long or empty", (world) => {
  const { everyCall, someCalls, errors } = callsOf(world);

  test("an empty object is told what is missing, where something is", async () => {
    await everyCall(async ({ name, mayBeEmpty, send }) => {
      if (mayBeEmpty) return;
      const answer = await send({});
      mustBeRefusedWell(name, answer, [422]);
      if (name !== "PUT /user/cart/{product}")
        expect([name, answer.body.error[0].field]).toEqual([name, expect.any(String)]);
    });
  });

  test("odd texts are stored as they are or refused, and never break anything", async () => {
    await someCalls(async ({ name, body: good, send }) => {
      for (const [field, was] of Object.entries(good)) {
        if (typeof was !== "string") continue;
        for (const value of ODD) {
          const answer = await send({ ...good, [field]: value });
          expect([name, field, value, answer.status < 500]).toEqual([name, field, value, true]);
          if (answer.status >= 400) mustBeRefusedWell(`${name} ${field}=${value}`, answer);
        }
      }
    });
    expect(errors()).toEqual([]);
  });

  test("over-long texts are refused at their field", async () => {
    await someCalls(async ({ name, body: good, send }) => {
      for (const [field, was] of Object.entries(good)) {
        if (typeof was !== "string") continue;
        const answer = await send({ ...good, [field]: "x".repeat(10_000) });
        mustBeRefusedWell(`${name} ${field}`, answer, [422]);
        expect([name, answer.body.error[0].field]).toEqual([name, expect.any(String)]);
      }
      const large = await send({ ...good, more: "x".repeat(1024 * 1024) });
      mustBeRefusedWell(name, large, [413]);
      expect(large.body.error[0].code).toBe("too_large");
    });
  });
});
