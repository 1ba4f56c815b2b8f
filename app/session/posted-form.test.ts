import { expect, test } from "vitest";
import { boundedEcho } from "./echo.server";
import { isOdd, MOST_ENTRIES, postedForm } from "./posted-form.server";

const FORM = "application/x-www-form-urlencoded";
const CHUNK = 4096;

/** Posts a body that arrives piece by piece. Returns the status and how many bytes were read. */
async function bytesRead(body: string, type = FORM): Promise<[status: number, bytes: number]> {
  const bytes = new TextEncoder().encode(body);
  let sentBytes = 0;
  const stream = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        if (sentBytes >= bytes.length) return controller.close();
        controller.enqueue(bytes.slice(sentBytes, sentBytes + CHUNK));
        sentBytes += CHUNK;
      },
    },
    { highWaterMark: 0 },
  );
  const init: RequestInit & { duplex: "half" } = {
    method: "POST",
    body: stream,
    duplex: "half",
    headers: { "Content-Type": type },
  };
  const status = await postedForm(new Request("http://shop.test/", init)).then(
    () => 200,
    (answer: unknown) => (answer as Response).status,
  );
  return [status, sentBytes];
}

test("fields are counted while they come: no more is read than the largest form has", async () => {
  expect((await bytesRead("a=1&".repeat(MOST_ENTRIES - 1)))[0]).toBe(200);
  for (const body of ["a&".repeat(125_000), "&".repeat(250_000)]) {
    const [status, bytes] = await bytesRead(body);
    expect([status, bytes <= 2 * CHUNK]).toEqual([400, true]);
  }
  const part = '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n\r\n';
  const [status, bytes] = await bytesRead(`${part.repeat(4000)}--b--\r\n`, "multipart/form-data; boundary=b");
  expect([status, bytes < 100_000]).toEqual([400, true]);
});

test.each([
  ["lists within lists", "a[99][99][99]=1"],
  ["lists that are longer together than any form's", Array.from({ length: 10 }, (_, n) => `a${n}[99]=1`).join("&")],
  [
    "a button that asks for a place beyond any list's",
    `__intent__=${encodeURIComponent('{"type":"insert","payload":{"name":"a","index":90000000}}')}`,
  ],
  [
    "a button that names a list within lists",
    `__intent__=${encodeURIComponent('{"type":"update","payload":{"name":"a[9][9]","value":1}}')}`,
  ],
  ["a button that says nothing that can be read", "__intent__=%7B"],
  ["a state that cannot be read", "__state__=%7B"],
])("a form with %s is refused before anything is made of it", async (_, body) => {
  expect((await bytesRead(body))[0]).toBe(400);
});

test("the names, lists and buttons of our forms are taken", async () => {
  const intent = JSON.stringify({ type: "reorder", payload: { name: "image", from: 0, to: 1 } });
  expect(["image[7]", "variations[29].value", "rows.0123456789abcdef01234567.stock", "row[99]"].some(isOdd)).toBe(
    false,
  );
  expect((await bytesRead(`image[7]=a&variations[29].value=b&__intent__=${encodeURIComponent(intent)}`))[0]).toBe(200);
});

test("the largest forms are taken: a product in thirty sizes, and the weights of four hundred pieces", async () => {
  const sizes = Array.from({ length: 29 }, (_, size) =>
    Array.from({ length: 15 }, (__, field) => `sizes[${size}].field${field}=1`),
  );
  expect((await bytesRead([...sizes.flat(), ...Array.from({ length: 100 }, () => "a=1")].join("&")))[0]).toBe(200);
  const row = (n: number) => `rows.l${n.toString(16).padStart(24, "0")}`;
  const lines = Array.from({ length: 200 }, (_, n) => `${row(n)}.order=1&${row(n)}.confirmed=yes`);
  const byLine = Array.from({ length: 400 }, (_, n) => `${row(n % 200)}.pieces[${Math.floor(n / 200)}]=2840`);
  expect((await bytesRead([...lines, ...byLine].join("&")))[0]).toBe(200);
});

test("a refused form gives back as much as a form of ours holds, and no more", () => {
  const initialValue = (value: unknown) =>
    boundedEcho({ status: "error", initialValue: { value } as Record<string, string> }).initialValue;
  const values = { description: "x".repeat(10_000), rows: [{ price: "1" }, { price: "2" }] };
  expect(initialValue(values)).toEqual({ value: values });
  const much = [
    "<".repeat(240_000),
    Array.from({ length: 400 }, () => "<".repeat(600)),
    Array.from({ length: 50_000 }, () => null),
  ];
  for (const value of much) expect(JSON.stringify(initialValue(value)).length).toBeLessThan(60_000);
});
