import { expect, test } from "vitest";
import { contactMessage } from "~/features/support/schema";
import { bodyLimit } from "./body-limits";

const PLAIN = "application/x-www-form-urlencoded";

test("the longest message fits in every script, as a browser writes it into a form", () => {
  const sentences = {
    fullname: "山".repeat(120),
    email: "a@example.com",
    subject: "山".repeat(200),
    description: "山".repeat(5000),
  };
  expect(contactMessage.safeParse(sentences).success).toBe(true);
  expect(new URLSearchParams(sentences).toString().length).toBeLessThan(bodyLimit("/contact", PLAIN).bytes);
  expect(new URLSearchParams(sentences).toString().length).toBeLessThan(bodyLimit("/contact.data", PLAIN).bytes);
});

test("a login is a few short fields, and may bring no file", () => {
  for (const type of [PLAIN, "multipart/form-data; boundary=x"])
    expect(bodyLimit("/login/customer", type)).toEqual({ bytes: 16 * 1024, streamed: false });
});

test("half a gigabyte is for the pages that write files to the disk, and no page beside them", () => {
  const id = "0123456789abcdef01234567";
  const streamed = (path: string) => bodyLimit(path, "multipart/form-data; boundary=x").streamed;
  const pages = [
    "/merchant/products/add",
    `/merchant/products/${id}/edit`,
    "/merchant/products/import",
    "/merchant/account_settings",
    "/customer/account_settings",
    "/operator/categories",
    `/operator/categories/${id}`,
  ];
  for (const page of pages) expect([page, `${page}/`, `${page}.data`].filter((path) => !streamed(path))).toEqual([]);
  const beside = [
    "/merchant/products",
    "/merchant/products.data",
    `/merchant/products/${id}`,
    `/merchant/products/${id}/delete`,
    `/merchant/products/import/${id}`,
    "/merchant/products/export.csv",
    "/merchant/account_settings/webhooks",
    "/customer/account_settings/sessions.data",
    `/operator/categories/${id}/remove`,
  ];
  expect(beside.filter(streamed)).toEqual([]);
});
