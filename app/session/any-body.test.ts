import { parseWithZod } from "@conform-to/zod/v4";
import fc from "fast-check";
import { expect, test } from "vitest";
import { z } from "~/features/zod";
import { readMultipart } from "~/platform/files/multipart.server";
import { WAIT_MS } from "../../scripts/gate/patience.mjs";
import { longTest, runsOf } from "../../tests/fixtures/long-test";
import { onBothDatabases } from "../../tests/fixtures/world";
import { postedForm } from "./posted-form.server";

/* A body of any content is read as it is or refused, and changes nothing else. */

const URLENCODED = { "Content-Type": "application/x-www-form-urlencoded" };
/** Pieces of field names that try to reach something else. */
const name = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        "__proto__",
        "constructor",
        "prototype",
        "toString",
        "a",
        ".",
        "[",
        "]",
        "[0]",
        "[999999999]",
        "",
      ),
      fc.string({ maxLength: 3 }),
    ),
    { minLength: 1, maxLength: 7 },
  )
  .map((parts) => parts.join(""));
const fields = fc.array(fc.tuple(name, fc.string({ unit: "grapheme", maxLength: 20 })), { maxLength: 12 });

/** Properties that every object has, independent of the post. */
const everyObject = () => [
  Object.getOwnPropertyNames(Object.prototype),
  Object.getOwnPropertyNames(Array.prototype),
  Object.getOwnPropertyNames(Function.prototype),
  String({}),
];

async function formOf(body: BodyInit, headers?: Record<string, string>): Promise<FormData | number> {
  const request = new Request("http://shop.test/", { method: "POST", body, ...(headers && { headers }) });
  return postedForm(request).catch((answer: unknown) => {
    if (answer instanceof Response) return answer.status;
    throw answer;
  });
}

test("any form is read, or refused with 400, and no other object has more than before", async () => {
  const before = everyObject();
  await fc.assert(
    fc.asyncProperty(fields, async (fieldList) => {
      const form = await formOf(new URLSearchParams(fieldList));
      if (typeof form === "number") {
        expect(form).toBe(400);
        return;
      }
      expect([...form]).toEqual(fieldList.map(([field, value]) => [field, Buffer.from(value).toString()]));
      const submission = parseWithZod(form, { schema: z.looseObject({ email: z.email() }) });
      expect(submission.status).toBe("error");
      submission.reply({ hideFields: ["_key"] });
      expect(everyObject()).toEqual(before);
    }),
    runsOf(1000),
  );
});

test("bytes that are no form at all are read as something or refused with 400", async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), fc.boolean(), async (bytes, multipart) => {
      const headers = multipart ? { "Content-Type": "multipart/form-data; boundary=b" } : URLENCODED;
      const form = await formOf(new Uint8Array(bytes), headers);
      expect(form instanceof FormData || form === 400).toBe(true);
    }),
    runsOf(500),
  );
});

/** A request whose body comes in pieces that end at these places. */
function inPieces(bytes: Uint8Array, cuts: number[], boundary: string): Request {
  const places = [0, ...cuts.map((cut) => cut % (bytes.length + 1)).toSorted((a, b) => a - b), bytes.length];
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (let n = 1; n < places.length; n += 1)
        if (places[n]! > places[n - 1]!) controller.enqueue(bytes.slice(places[n - 1], places[n]));
      controller.close();
    },
  });
  const headers = { "Content-Type": `multipart/form-data; boundary=${boundary}` };
  const init: RequestInit & { duplex: "half" } = { method: "POST", headers, body, duplex: "half" };
  return new Request("http://shop.test/", init);
}

async function textsOf(request: Request): Promise<[string, string][]> {
  const texts: [string, string][] = [];
  await readMultipart(request, async ({ name: field, data }) => {
    const chunks: Uint8Array[] = [];
    for await (const chunk of data) chunks.push(chunk);
    texts.push([field, Buffer.concat(chunks).toString("utf8")]);
  });
  return texts;
}

test("a multipart form is the same wherever the line cuts it", async () => {
  const plain = fc.string({ unit: fc.constantFrom(..."abc-\r\n \u00e4\u{1f33d}"), maxLength: 60 });
  const entryLists = fc.array(fc.tuple(fc.stringMatching(/^[a-z[\].]{1,9}$/), plain), { minLength: 1, maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(entryLists, fc.array(fc.nat(5000), { maxLength: 20 }), async (entries, cuts) => {
      const part = ([field, value]: [string, string]) =>
        `--line\r\nContent-Disposition: form-data; name="${field}"\r\n\r\n${value}\r\n`;
      const bytes = new TextEncoder().encode(`${entries.map(part).join("")}--line--\r\n`);
      expect(await textsOf(inPieces(bytes, cuts, "line"))).toEqual(entries);
    }),
    runsOf(500),
  );
});

longTest("a multipart body that is broken anywhere comes to an end, as what it says or as refused", async () => {
  const broken = fc
    .array(
      fc.oneof(
        fc.constantFrom("--b", "\r\n", "--b\r\n", "--b--", "\r\n\r\n", "--b--\r\n", "\n", "\0", "--"),
        fc.constantFrom(
          'Content-Disposition: form-data; name="a"',
          'Content-Disposition: form-data; name="a"; filename="x.png"',
          "Content-Disposition: form-data",
          'Content-Disposition: ;;;="',
          "Content-Type: image/png",
          "Content-Transfer-Encoding: base64",
          ": : :",
        ),
        fc.string({ unit: "binary", maxLength: 20 }),
      ),
      { maxLength: 25 },
    )
    .map((parts) => parts.join(""));
  await fc.assert(
    fc.asyncProperty(broken, fc.array(fc.nat(2000), { maxLength: 6 }), async (text, cuts) => {
      const texts = textsOf(inPieces(new TextEncoder().encode(text), cuts, "b")).then(
        () => "read",
        (error: unknown) => (error instanceof Error ? "refused" : error),
      );
      let patience: NodeJS.Timeout | undefined;
      const never = new Promise((resolve) => (patience = setTimeout(resolve, WAIT_MS, "never ends")));
      expect(["read", "refused"]).toContain(await Promise.race([texts, never]));
      clearTimeout(patience);
    }),
    {
      ...runsOf(1000),
      // The body goes on after its last boundary.
      examples: [['--b--\r\n--b\r\nContent-Disposition: form-data; name="a"\r\n\r\nx\r\n--b--\r\n', []]],
    },
  );
});

onBothDatabases("any JSON", (world) => {
  const json = fc.oneof(
    fc.jsonValue(),
    fc.record(
      { email: fc.jsonValue(), password: fc.jsonValue(), name: fc.jsonValue(), ["__proto__"]: fc.jsonValue() },
      { requiredKeys: [] },
    ),
  );

  test("that a visitor sends is refused by name, and never a failure of ours", async () => {
    const before = everyObject();
    await fc.assert(
      fc.asyncProperty(
        json,
        fc.constantFrom("/user/login", "/support", "/newsletter", "/user/otp", "/product/cart", "/user/kept-form"),
        async (body, path) => {
          const { status } = await world.call("POST", path, { body });
          expect([path, status >= 400, status < 500]).toEqual([path, true, true]);
          expect(everyObject()).toEqual(before);
        },
      ),
      { numRuns: 150 },
    );
  });
});
