import { parseWithZod } from "@conform-to/zod/v4";
import { expect, test } from "vitest";
import { handOverForm } from "./hand-over-form";

test("a device's tick has the sum as it was typed, and one that is paid by card has none", () => {
  const tick = new FormData();
  tick.set("code", "K7M 4QP");
  tick.set("given", "12,50");
  expect(parseWithZod(tick, { schema: handOverForm })).toMatchObject({ value: { given: 12.5 } });
  tick.delete("given");
  expect(parseWithZod(tick, { schema: handOverForm })).toMatchObject({ status: "success", value: { code: "K7M 4QP" } });
});
