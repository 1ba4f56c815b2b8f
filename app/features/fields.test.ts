import { describe, expect, test } from "vitest";
import { code, email, optionalText, personName, phone, priceOfPieces, text } from "./fields";
import { billing } from "./accounts/schema";
import { expiryOf, testCard } from "./payments/schema";
import { completed, typedPercent, typedPrice, typedQuantity, typedSize, typedVat } from "./products/fields-schema";
import { appCode, factorCode } from "./second-factor/schema";
import { contactMessage } from "./support/schema";

describe("figures typed on a keyboard with digits of its own are taken as the same figures", () => {
  test("the code of a mail, and of an app", () => {
    expect(code.parse("٤٨٢١٧")).toBe("48217");
    expect(appCode.parse("۴۸۲ ۱۷۳")).toBe("482173");
    expect(factorCode.parse("४८२१७३")).toBe("482173");
  });

  test("a phone, a zip code, the number of an order", () => {
    expect(phone("Phone").parse("+٢٠ ١٠٠ ١٢٣")).toBe("+20100123");
    expect(billing.parse({ zipCode: "۱۲۳۴۵", countryRegion: "Iran" }).zipCode).toBe("12345");
    expect(contactMessage.shape.order.parse("#١٠٠١٢")).toBe(contactMessage.shape.order.parse("#10012"));
  });

  test("a card", () => {
    const card = testCard.parse({ number: "٤٢٤٢ ٤٢٤٢ ٤٢٤٢ ٤٢٤٢", expiry: "٠٤ / ٣٤", cvc: "١٢٣" });
    expect(card).toMatchObject({ number: "4242424242424242", cvc: "123" });
    expect(expiryOf(card.expiry)).toEqual({ expMonth: 4, expYear: 2034 });
  });

  test("a price, with the decimal point of its script; a tax, a stock, a size, a discount", () => {
    expect(completed("٣٫٥")).toBe("3.50");
    expect(typedPrice.parse("٣٫٥٠")).toBe(350);
    expect(typedVat.parse("۱.۰۰")).toBe(100);
    expect(typedQuantity.parse("১২")).toBe(12);
    expect(typedSize.parse("၁၂၃")).toBe(123);
    expect(typedPercent.parse("１５")).toBe(15);
  });
});

test.each([
  [4.35, 3, 13.05],
  [0.1, 3, 0.3],
  [1.1, 11, 12.1],
  [19.99, 100, 1999],
])("pieces of $%d cost exactly so many times as much: %d of them $%d", (price, quantity, sum) => {
  expect(priceOfPieces(price, quantity)).toBe(sum);
});

test.each([
  ["\u202d+49 171 1234567\u202c", "+491711234567"],
  ["\u200e+972 50-123-4567", "+972501234567"],
  ["+49\u00a0171\u00a01234567", "+491711234567"],
  ["+33\u202f6\u202f12\u202f34\u202f56\u202f78", "+33612345678"],
  ["+1\ufe0d-555-123-4567", "+15551234567"],
  ["555\u2011123\u20134567", "5551234567"],
  ["\uff0b81 3 1234 5678", "+81312345678"],
  ["0171/1234567", "01711234567"],
  ["+1 555 010 0199 ext 12", "+15550100199 ext. 12"],
  ["+1 555 010 0199x12", "+15550100199 ext. 12"],
  ["+43 1 234567 DW 12", "+431234567 ext. 12"],
  ["+15550100199 ext. 12", "+15550100199 ext. 12"],
  ["", ""],
])("the phone %j is %j", (number, value) => {
  expect(phone("Phone").parse(number)).toBe(value);
});

test("a phone in words, and one with too many digits, are refused", () => {
  for (const number of ["call me", "12 ext", "+1+2", "1".repeat(21), `${"1".repeat(18)} x 123`])
    expect(phone("Phone").safeParse(number).success).toBe(false);
});

test.each([
  ["Sinhala", "\u0dc1\u0dca\u200d\u0dbb\u0dd3\u0db8\u0dcf\u0dbd\u0dd2"],
  ["Persian", "\u0639\u0644\u06cc\u200c\u0631\u0636\u0627"],
  ["Malayalam", "\u0d05\u0d35\u0d28\u0d4d\u200d"],
  ["a picture of two", "Ana \u{1f469}\u200d\u{1f33e}"],
])("a name of %s is kept as it is typed", (_, name) => {
  expect(personName("First Name").parse(name)).toBe(name);
});

test("joiners between other letters, reversed writing and links are not part of a name", () => {
  expect(personName("First Name").parse("A\u200dda\u202eevil http://x.example")).toBe("A da evil http x.example");
});

test.each([
  ["tom&jerry@example.com", "tom&jerry@example.com"],
  ["O'Neil+stall@Example.com", "o'neil+stall@example.com"],
  ["\u0438\u043c\u044f@\u043f\u043e\u0447\u0442\u0430.\u0440\u0444", "\u0438\u043c\u044f@xn--80a1acny.xn--p1ai"],
  ["m\u00fcller@b\u00fccher.example", "m\u00fcller@xn--bcher-kva.example"],
  ["mu\u0308ller@xn--bcher-kva.example", "m\u00fcller@xn--bcher-kva.example"],
  ["ada\u200b@example.com", "ada@example.com"],
])("the address %j is kept as %j", (address, value) => {
  expect(email.parse(address)).toBe(value);
  expect(email.parse(value)).toBe(value);
});

test.each([
  "ada",
  "@example.com",
  "ada@",
  "a@b@c.example",
  "ada@example",
  "ada@127.0.0.1",
  "ada@0x7f.1",
  "a..b@example.com",
  ".ada@example.com",
  "ada@-a.example",
  "ada@exa mple.com",
  "ada@example.com:80",
  "ada@user:x@example.com",
  '"ada"@example.com',
  "ada@example.com>",
  "ada,eve@example.com",
  `${"a".repeat(65)}@example.com`,
])("%j is no address", (address) => {
  expect(email.safeParse(address).success).toBe(false);
});

test("an end of a line counts once, although forms send it as two characters", () => {
  for (const kind of [text("The message", 5), optionalText("The message", 5)]) {
    expect(kind.parse("ab\r\ncd")).toBe("ab\ncd");
    expect(kind.parse("ab\rcd")).toBe("ab\ncd");
    expect(kind.safeParse("ab\r\ncde").success).toBe(false);
  }
});

test("control characters, those of a wrong code page among them, are in no text", () => {
  for (const sign of ["\u0000", "\u001f", "\u007f", "\u0080", "\u0093", "\u009f"]) {
    expect(text("Title").safeParse(`B${sign}uf`).success).toBe(false);
    expect(optionalText("City").safeParse(`B${sign}uf`).success).toBe(false);
  }
});
