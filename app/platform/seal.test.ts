import { expect, test } from "vitest";
import { presentSeal, seal, unseal } from "./seal.server";

const FIRST = { secret: "the first secret of a marketplace", previousSecret: null };
const NEXT = { secret: "and the one that comes after it...", previousSecret: FIRST.secret };

test("what is sealed is read again, and stands nowhere in the sealed text", () => {
  const sealed = seal(FIRST, "JBSWY3DPEHPK3PXP", "ada");
  expect(unseal(FIRST, sealed, "ada")).toBe("JBSWY3DPEHPK3PXP");
  expect(sealed).not.toContain("JBSWY");
  expect(seal(FIRST, "JBSWY3DPEHPK3PXP", "ada")).not.toBe(sealed);
});

test("a change of secret leaves it readable until the one before is dropped, and shows what is still under that", () => {
  const sealed = seal(FIRST, "JBSWY3DPEHPK3PXP", "ada");
  expect(unseal(NEXT, sealed, "ada")).toBe("JBSWY3DPEHPK3PXP");
  expect(unseal({ ...NEXT, previousSecret: null }, sealed, "ada")).toBeNull();
  expect([sealed.startsWith(presentSeal(FIRST)), sealed.startsWith(presentSeal(NEXT))]).toEqual([true, false]);
});

test("another's sealed text, a changed one and nonsense cannot be read", () => {
  const sealed = seal(FIRST, "JBSWY3DPEHPK3PXP", "ada");
  expect(unseal(FIRST, sealed, "eve")).toBeNull();
  const [key, nonce, tag, text = ""] = sealed.split(".");
  const tampered = Buffer.from(text, "base64url");
  tampered[0] = (tampered[0] ?? 0) ^ 1;
  for (const forged of [
    [key, nonce, tag, tampered.toString("base64url")].join("."),
    [key, nonce, tag?.slice(0, 6), text].join("."),
    `${key}.`,
    "",
  ])
    expect(unseal(FIRST, forged, "ada")).toBeNull();
});
