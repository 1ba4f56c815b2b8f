import { expect, test } from "vitest";
import { MOST_ENTRIES, postedForm } from "./posted-form.server";

const post = (body: BodyInit, type = "application/x-www-form-urlencoded") =>
  new Request("http://shop.test/contact", { method: "POST", body, headers: { "Content-Type": type } });
const errorOf = async (request: Request) =>
  postedForm(request).then(
    () => 200,
    (answer: Response) => answer.status,
  );

test("an ordinary form is read as it is, lists and nested fields included", async () => {
  const form = await postedForm(post("billing.firstName=Ada&tags[0]=a&tags[1]=b"));
  expect(form.get("billing.firstName")).toBe("Ada");
});

test.each([
  "x[90000000]=1",
  "x[100]=1",
  `${"a.".repeat(40)}a=1`,
  `${"n".repeat(200)}=1`,
  Array.from({ length: MOST_ENTRIES + 1 }, (_, n) => `f${n}=1`).join("&"),
])("names that no form of ours has are refused before anything is built from them (%#)", async (body) => {
  expect(await errorOf(post(body))).toBe(400);
});

test("a body that is no form is refused, not an error of ours", async () => {
  expect(await errorOf(post("x", "text/plain"))).toBe(400);
  expect(await errorOf(post("x", "multipart/form-data; boundary=zzz"))).toBe(400);
});
