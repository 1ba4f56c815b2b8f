import { expect, test } from "vitest";
import { mailOf } from "./letter.server";

const market = { name: "Fieldstall", address: "1 Lane", email: "hello@fieldstall.example", phone: "555" };
const letterTo = (firstName: string, subject = "Your order") =>
  mailOf(
    { to: "ada@example.com", subject, greeting: `Hello ${firstName},`, parts: ["your order is on its way."] },
    { market, publicUrl: "http://shop.test" },
  );

test.each(["Ada", "Ñandú María", "J. R.", "O'Brien-Smith", "Dr. Åse", "李 小龙"])("%s is greeted by name", (name) => {
  expect(letterTo(name).text).toMatch(new RegExp(`^Hello ${name.replaceAll(".", "\\.")},\n`));
});

test.each([
  "http://evil.example",
  "see evil.example",
  "www evil",
  "evil.example/win",
  "you@evil.example",
  "mailto:x",
  "<a href=x>",
  "A".repeat(200),
])("nobody is called %j: the letter greets without a name, and carries no link of anybody's", (name) => {
  const { text, html } = letterTo(name);
  expect(text).toMatch(/^Hello,\n/);
  expect(text + html).not.toContain(name);
});

test("a name with lines in it stays on its line, and a subject is one line", () => {
  const letter = letterTo("Ada\r\n\r\nYour account is closed", "Order\r\nBcc: all@example.com");
  expect(letter.text.split("\n")[0]).toBe("Hello Ada Your account is closed,");
  expect(letter.subject).toBe("Order Bcc: all@example.com");
  expect(letterTo("A\u202eda").text).toMatch(/^Hello A da,/);
});

test("a title that turns the writing around, as some are stored, leaves the sums of a letter as they are", () => {
  const turned = "\u202egk 1 ,selppA\u2066";
  const { text, html } = mailOf(
    {
      to: "ada@example.com",
      subject: "Your order",
      greeting: "Hello,",
      parts: [`Please send it to ${turned}`, { rows: [[turned, `$12.50\u202e`]] }],
    },
    { market, publicUrl: "http://shop.test" },
  );
  expect(text).toContain("gk 1 ,selppA: $12.50");
  expect(text + html).not.toMatch(/[\u202e\u2066]/);
});
