import { expect, test } from "vitest";
import { readMultipart } from "./multipart.server";

const MB = 1024 * 1024;
const BOUNDARY = "a-boundary";
const type = { "Content-Type": `multipart/form-data; boundary=${BOUNDARY}` };

/** A body that is written while it is read. `sent` counts the characters that were taken. */
function streamed(pieces: Iterable<string>) {
  const rest = pieces[Symbol.iterator]();
  const progress = { sent: 0 };
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const { value, done } = rest.next();
        if (done) return controller.close();
        progress.sent += value.length;
        controller.enqueue(new TextEncoder().encode(value));
      },
    },
    { highWaterMark: 0 },
  );
  return {
    told: progress,
    request: new Request("http://shop.test/", { method: "POST", headers: type, body, duplex: "half" } as RequestInit),
  };
}

function* repeated(times: number, text: string) {
  for (let n = 0; n < times; n += 1) yield text;
}

const bytesOf = async (data: AsyncIterable<Uint8Array>) => {
  let bytes = 0;
  for await (const chunk of data) bytes += chunk.length;
  return String(bytes);
};

test.each([
  ["name", `--${BOUNDARY}\r\nContent-Disposition: form-data; name="`],
  ["list of headings", `--${BOUNDARY}\r\nX-Odd: `],
])("a %s without end is refused long before it fills the memory", async (_, start) => {
  function* pieces() {
    yield start;
    yield* repeated(100, "a".repeat(MB / 4));
  }
  const { request, told } = streamed(pieces());
  await expect(readMultipart(request, async () => undefined)).rejects.toThrow();
  expect(told.sent).toBeLessThan(2 * MB);
});

test("files of any length pass, many parts too, in large pieces and in small ones", async () => {
  function* pieces() {
    for (let n = 0; n < 30; n += 1) {
      yield `--${BOUNDARY}\r\nContent-Disposition: form-data; name="f${n}"; filename="${"n".repeat(1000)}"\r\n\r\n`;
      yield* repeated(n === 0 ? 4 : 20, "x".repeat(n === 0 ? MB : 1000));
      yield "\r\n";
    }
    yield `--${BOUNDARY}--\r\n`;
  }
  const form = await readMultipart(streamed(pieces()).request, async ({ data }) => bytesOf(data));
  expect([form.get("f0"), form.get("f29"), [...form].length]).toEqual([String(4 * MB), "20000", 30]);
});

test("names, texts and files are what the browser sent, whatever their letters", async () => {
  const body = new FormData();
  body.append("title", "Süßer Mais 玉米\r\nof the day");
  body.append("photos", new File(["picture"], "größe (1) 玉米.png", { type: "image/png" }));
  body.append("photos", new File([], ""));
  const events: unknown[] = [];
  const form = await readMultipart(
    new Request("http://shop.test/", { method: "POST", body }),
    async ({ name, filename, data }) => {
      const chunks: Uint8Array[] = [];
      for await (const chunk of data) chunks.push(chunk);
      const text = Buffer.concat(chunks).toString("utf8");
      events.push([name, filename, text]);
      return filename === undefined ? text : undefined;
    },
  );
  expect(events).toEqual([
    ["title", undefined, "Süßer Mais 玉米\r\nof the day"],
    ["photos", "größe (1) 玉米.png", "picture"],
    ["photos", "", ""],
  ]);
  expect([...form.keys()]).toEqual(["title"]);
});

test.each([
  [
    "ends in the middle of a file",
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="f"; filename="f"\r\n\r\nhalf`,
  ],
  ["ends in the middle of a heading", `--${BOUNDARY}\r\nContent-Disp`],
  ["has nothing of a form in it", "a=1&b=2"],
])("a body that %s is refused, and nobody waits for the rest", async (_, text) => {
  await expect(readMultipart(streamed([text]).request, async ({ data }) => bytesOf(data))).rejects.toThrow();
});

test("a line that drops ends what was taking the file", async () => {
  let outcome: unknown;
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      const start = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="f"; filename="f"\r\n\r\nhalf`;
      controller.enqueue(new TextEncoder().encode(start));
    },
    async pull(controller) {
      await new Promise((resolve) => setTimeout(resolve, 20));
      controller.error(new Error("dropped"));
    },
  });
  const request = new Request("http://shop.test/", {
    method: "POST",
    headers: type,
    body,
    duplex: "half",
  } as RequestInit);
  const taking = readMultipart(request, async ({ data }) => {
    await bytesOf(data).catch((error: unknown) => (outcome = error));
  });
  await expect(taking).rejects.toThrow("dropped");
  await expect.poll(() => outcome).toBeInstanceOf(Error);
});
