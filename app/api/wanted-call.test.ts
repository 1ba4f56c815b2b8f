import { describe, expect, test, vi } from "vitest";
import { aUser } from "../../tests/fixtures/shop";
import { onBothDatabases, type World } from "../../tests/fixtures/world";
import { isBounded, MOST_DEPTH, MOST_NAME, MOST_TEXT, MOST_VALUES } from "./wanted-call.server";

const CHUNK = 16 * 1024;
const MULTIPART = "multipart/form-data; boundary=line";

/** Sends a body piece by piece. Returns the answer and the number of bytes that were read. */
async function sendBody(
  world: World,
  method: string,
  path: string,
  { body, type, token, key }: { body: string; type: string; token?: string; key?: string },
) {
  let readBytes = 0;
  const bytes = new TextEncoder().encode(body);
  const stream = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        if (readBytes >= bytes.length) return controller.close();
        controller.enqueue(bytes.slice(readBytes, readBytes + CHUNK));
        readBytes += Math.min(CHUNK, bytes.length - readBytes);
      },
    },
    { highWaterMark: 0 },
  );
  const init: RequestInit & { duplex: "half" } = {
    method,
    body: stream,
    duplex: "half",
    headers: {
      "Content-Type": type,
      "Content-Length": String(bytes.length),
      ...(token && { Authorization: token }),
      ...(key && { "Idempotency-Key": key }),
    },
  };
  const answer = await world.api.request(`/api/v1${path}`, init, { clientAddress: "203.0.113.7" });
  return { status: answer.status, text: await answer.text(), taken: readBytes };
}

const part = (name: string, value = "x") =>
  `--line\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
const PARTS = `${part("a").repeat(5000)}--line--\r\n`;
const KEY = "a-key-0123456789";

onBothDatabases("a body that is not wanted", (world) => {
  test.each([
    ["of an unknown call", "POST", "/nothing-here", MULTIPART, 404],
    ["of a known call by another method", "PATCH", "/user/login", MULTIPART, 404],
    ["of nobody who is signed in", "PUT", "/user", MULTIPART, 401],
    ["of nobody who is signed in", "POST", "/product/manage-product", "application/json", 401],
    ["of another kind than the call takes", "POST", "/support", MULTIPART, 415],
    ["of a kind that no call takes", "POST", "/support", "text/plain", 415],
  ])("%s is refused before a byte of it is read: %s %s", async (_, method, path, type, status) => {
    for (const key of [KEY, ""]) {
      const answer = await sendBody(world, method, path, { body: PARTS, type, key });
      expect([answer.status, answer.taken]).toEqual([status, 0]);
    }
    expect(await world.services.db.selectFrom("idempotencyKeys").select("key").execute()).toEqual([]);
  });

  test("of somebody in another role is refused before a byte of it is read", async () => {
    const { token } = await aUser(world);
    const answer = await sendBody(world, "POST", "/operator/categories", {
      body: PARTS,
      type: MULTIPART,
      token,
      key: KEY,
    });
    expect([answer.status, answer.taken]).toEqual([403, 0]);
  });

  test("of an account is read until it has more parts than a call takes", async () => {
    const { token } = await aUser(world);
    const parsed = vi.spyOn(Request.prototype, "formData");
    for (const key of [KEY, ""]) {
      const answer = await sendBody(world, "PUT", "/user", { body: PARTS, type: MULTIPART, token, key });
      expect([answer.status, answer.taken < PARTS.length]).toEqual([400, true]);
    }
    // The framework's reader takes in the whole body before anything can be counted.
    expect(parsed).not.toHaveBeenCalled();
    parsed.mockRestore();
  });

  test("of more values than a call takes is refused before a schema reads it, by who may call as by anybody", async () => {
    const { token } = await aUser(world, { privilege: "merchant" });
    const manyValues = `[${"0,".repeat(MOST_VALUES)}0]`;
    for (const [method, path, body] of [
      ["POST", "/support", `{"email":${manyValues}}`],
      ["POST", "/product/manage-product/many", `{"products":${manyValues}}`],
      ["POST", "/user/login", `{${Array.from({ length: MOST_VALUES }, (_, n) => `"a${n}":1`).join()}}`],
      ["POST", "/user/login", `{"${"a".repeat(MOST_NAME + 1)}":1}`],
      ["POST", "/user/login", `{"email":"${"<".repeat(MOST_TEXT + 1)}"}`],
      ["POST", "/support", `{"order":"${"\u{1d7e0}".repeat(MOST_TEXT / 2 + 1)}"}`],
      ["POST", "/user/login", `{"email":${"[".repeat(MOST_DEPTH + 1)}${"]".repeat(MOST_DEPTH + 1)}}`],
    ] as const) {
      const answer = await sendBody(world, method, path, { body, type: "application/json", token });
      expect([path, answer.status, answer.text.length < 1000]).toEqual([path, 413, true]);
    }
  });
});

describe("the bounds of a payload", () => {
  test("let every payload of the document through", () => {
    expect(isBounded({ entries: Array.from({ length: 400 }, () => ["name", "value"]) })).toBe(true);
    expect([isBounded(undefined), isBounded(null), isBounded("text"), isBounded([])]).toEqual([true, true, true, true]);
  });

  test("end the counting where they are passed", () => {
    let readCount = 0;
    const list = new Proxy(
      Array.from({ length: 10 * MOST_VALUES }, () => 0),
      {
        get(target, name, receiver) {
          readCount += 1;
          return Reflect.get(target, name, receiver) as unknown;
        },
      },
    );
    expect(isBounded(list)).toBe(false);
    expect(readCount).toBeLessThan(2 * MOST_VALUES);
  });
});
