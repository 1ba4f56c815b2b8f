import { expect, test } from "vitest";
import { boughtAgain } from "./bought-again";

const message = (notice: ReturnType<typeof boughtAgain>) => (typeof notice === "string" ? notice : notice.message);

test("tells what is in the cart, what is not, and of what there are fewer", () => {
  expect(boughtAgain(2, { missing: [], fewer: [] })).toBe("Everything is in your cart again.");
  expect(boughtAgain(2, { missing: ["Quinces"], fewer: [] })).toBe(
    "The rest is in your cart again. Not to be had just now: Quinces.",
  );
  expect(boughtAgain(2, { missing: [], fewer: [{ title: "Plums", quantity: 1 }] })).toBe(
    "Everything is in your cart again. Fewer than before: 1 of Plums.",
  );
  expect(boughtAgain(1, { missing: ["Quinces"], fewer: [] })).toEqual({
    type: "danger",
    message: "Not to be had just now: Quinces.",
  });
});

test("of fifty long titles it names some and counts the rest, so that the notice fits into its cookie", () => {
  const missing = Array.from({ length: 50 }, (_, n) => `${n} ${"long ".repeat(30)}`);
  const text = message(boughtAgain(60, { missing, fewer: missing.map((title) => ({ title, quantity: 1 })) }));
  expect(text).toMatch(/48 more/);
  expect(text.length).toBeLessThan(1000);
});
