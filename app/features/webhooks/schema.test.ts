import { expect, test } from "vitest";
import { createEndpoint } from "./schema";

const refusalOf = (url: string) =>
  createEndpoint.safeParse({ url, events: ["order.placed"] }).error?.issues.map(({ message }) => message);

test("an endpoint's address may have letters outside ASCII, however many were read before it", () => {
  for (let n = 0; n < 10_000; n += 1) expect(refusalOf("https://b\u00fccher.example/")).toBeUndefined();
});

test.each(["b\u00fccher.example", "https://", "/hook"])("an endpoint's address is not %j", (text) => {
  expect(refusalOf(text)).toHaveLength(1);
});
