import { expect, test } from "vitest";
import { nameInWords } from "./field-names";

test("a field's name reads as words", () => {
  expect(nameInWords("email")).toBe("Email");
  expect(nameInWords("firstName")).toBe("First name");
  expect(nameInWords("addresses[0].zipCode")).toBe("Zip code");
  expect(nameInWords("photos[2]")).toBe("Photos");
});
