import { expect, test } from "vitest";
import { isSignatureOf, signatureOf } from "./signature.server";

const first = { secret: "one secret of thirty-two letters", previousSecret: null };
const changedSecret = { secret: "another secret, thirty-two more.", previousSecret: first.secret };

test("a link in a mailbox outlives one change of the secret, and is signed with the newer one from then on", () => {
  const old = signatureOf(first, "newsletter confirm ada@example.com");
  expect(isSignatureOf(changedSecret, "newsletter confirm ada@example.com", old)).toBe(true);
  expect(isSignatureOf({ ...changedSecret, previousSecret: null }, "newsletter confirm ada@example.com", old)).toBe(
    false,
  );
  expect(signatureOf(changedSecret, "newsletter confirm ada@example.com")).not.toBe(old);
});

test.each(["", "A", "☃", "A".repeat(43)])("%j is nobody's signature", (signature) => {
  expect(isSignatureOf(changedSecret, "anything", signature)).toBe(false);
});
