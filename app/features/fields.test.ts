import { describe, expect, test } from "vitest";
import { code, digits } from "./fields";
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
    expect(digits("Phone").parse("+٢٠ ١٠٠ ١٢٣")).toBe("+20100123");
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
