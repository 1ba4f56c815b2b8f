import { expect, test } from "vitest";
import { longTest } from "../../tests/fixtures/long-test";
import { addressOf, aMarket, GOOD_CALLS, type GoodCall, type Role } from "../../tests/fixtures/good-calls";
import { ADDRESS, aProduct, aUser } from "../../tests/fixtures/shop";
import { everythingStored, onBothDatabases, type Answered, type World } from "../../tests/fixtures/world";

interface Schema {
  $ref?: string;
  type?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  required?: string[];
}
interface Operation {
  requestBody?: { content: Record<string, { schema: Schema }> };
  parameters?: { name: string; in: string }[];
  security?: Partial<Record<Role, string[]>>[];
}
interface Document {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

/** Words of Zod, a stack or SQL, which no answer to a person may contain. */
const NOT_FOR_PEOPLE =
  /Invalid input|Invalid option|Too big|Too small|Unrecognized|expected|received|undefined|\bNaN\b|zod|SQLITE|syntax|\bat .*\.ts|constraint/i;

async function callsWithBody(world: World): Promise<string[]> {
  const { paths } = (await world.call("GET", "/openapi.json")).body as Document;
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, operation]) => operation.requestBody?.content["application/json"])
      .map(([method]) => `${method.toUpperCase()} ${path.replace("/api/v1", "")}`),
  );
}

/** Queries that a call needs before it looks for its id. */
const NEEDED_QUERIES: Record<string, string> = {
  "/operator/market-days/{id}/times-to-close": "?day=2026-03-07",
  "/operator/market-days/{id}/times-to-close/choices": "?day=2026-03-07&from=09:00",
};

const firstRole = (operation?: Operation) => Object.keys(operation?.security?.[0] ?? {})[0] as Role | undefined;

function mustBeRefusedWell(what: string, answer: Answered, statuses = [400, 401, 403, 404, 409, 413, 415, 422]) {
  expect([what, statuses.includes(answer.status), answer.status]).toEqual([what, true, answer.status]);
  expect([what, answer.body]).toEqual([
    what,
    { error: expect.any(Array), requestId: expect.stringMatching(/^[0-9a-f]{24}$/) },
  ]);
  expect(answer.body.error.length).toBeGreaterThan(0);
  expect(answer.headers.get("X-Request-Id")).toBe(answer.body.requestId);
  for (const item of answer.body.error) {
    expect([what, Object.keys(item).filter((key) => !["message", "code", "field"].includes(key))]).toEqual([what, []]);
    expect([what, item.message, NOT_FOR_PEOPLE.test(item.message)]).toEqual([what, item.message, false]);
    expect([what, item.message, /^\S.{3,200}$/s.test(item.message), /^[a-z][a-z0-9_]+$/.test(item.code)]).toEqual([
      what,
      item.message,
      true,
      true,
    ]);
  }
}

/** Values that no field of any call takes. */
const NEVER = [{ nested: { garbage: [[[{}]]] } }, [["x"]], "\u0000", "a\u0000b"];
/** Odd strings that a person may still type as a text. */
const ODD = [
  "<script>alert(1)</script>",
  "' or 1=1 --",
  '"; drop table users; --',
  "../../etc/passwd",
  "\ud800",
  "𝕏 ё 日本 🌻 %00",
];
const NUMBERS = [-1, 0, 1.5, 1e21, -1e308, 2 ** 53, "1", null, true, [1], {}];

onBothDatabases("bad input", (world) => {
  interface TriedCall extends GoodCall {
    name: string;
    send(body: unknown, headers?: Record<string, string>): Promise<Answered>;
  }
  async function everyCall(work: (call: TriedCall) => Promise<void>) {
    const market = await aMarket(world);
    world.logged.length = 0;
    for (const name of await callsWithBody(world)) {
      const [method = "", path = ""] = name.split(" ");
      const good = GOOD_CALLS[name]?.(market);
      if (!good) throw new Error(`${name} has no sample in good-calls.ts`);
      const address = addressOf(path, good);
      await work({
        ...good,
        name,
        send: (body, headers = {}) => world.call(method, address, { token: market.tokens[good.by], body, headers }),
      });
    }
  }
  const errors = () => world.logged.filter((line) => (JSON.parse(line) as { level: number }).level >= 50);

  longTest(
    "missing fields, wrong types and garbage are refused in words for people, and nothing is stored",
    async () => {
      let storedBefore: string | undefined;
      await everyCall(async ({ name, body: good, takes, send }) => {
        storedBefore ??= await everythingStored(world);
        for (const body of ["null", [], '"text"', 5, true, [good]])
          mustBeRefusedWell(`${name} ${JSON.stringify(body).slice(0, 40)}`, await send(body), [422]);
        for (const field of Object.keys(good)) {
          for (const value of NEVER) {
            const what = `${name} ${field}=${JSON.stringify(value)}`;
            const answer = await send({ ...good, [field]: value });
            // A password may be any text. The call then refuses it as wrong, or refuses the code or the old password.
            mustBeRefusedWell(what, answer);
          }
          for (const value of [7, true, null]) {
            if (takes?.[field]?.includes(value)) continue;
            mustBeRefusedWell(`${name} ${field}=${String(value)}`, await send({ ...good, [field]: value }));
          }
        }
        expect([name, await everythingStored(world)]).toEqual([name, storedBefore]);
      });
      expect(errors()).toEqual([]);
    },
  );

  test("an empty object is told what is missing, where something is", async () => {
    await everyCall(async ({ name, mayBeEmpty, send }) => {
      if (mayBeEmpty) return;
      const answer = await send({});
      mustBeRefusedWell(name, answer, [422]);
      if (name !== "PUT /user/cart/{product}")
        expect([name, answer.body.error[0].field]).toEqual([name, expect.any(String)]);
    });
  });

  longTest("odd texts are stored as they are or refused, and never break anything", async () => {
    await everyCall(async ({ name, body: good, send }) => {
      for (const [field, was] of Object.entries(good)) {
        if (typeof was !== "string") continue;
        for (const value of ODD) {
          const answer = await send({ ...good, [field]: value });
          expect([name, field, value, answer.status < 500]).toEqual([name, field, value, true]);
          if (answer.status >= 400) mustBeRefusedWell(`${name} ${field}=${value}`, answer);
        }
      }
    });
    expect(errors()).toEqual([]);
  });

  test("over-long texts are refused at their field", async () => {
    await everyCall(async ({ name, body: good, send }) => {
      for (const [field, was] of Object.entries(good)) {
        if (typeof was !== "string") continue;
        const answer = await send({ ...good, [field]: "x".repeat(10_000) });
        mustBeRefusedWell(`${name} ${field}`, answer, [422]);
        expect([name, answer.body.error[0].field]).toEqual([name, expect.any(String)]);
      }
      const large = await send({ ...good, more: "x".repeat(1024 * 1024) });
      mustBeRefusedWell(name, large, [413]);
      expect(large.body.error[0].code).toBe("too_large");
    });
  });

  test("what is not JSON is unreadable, and another kind of content is refused", async () => {
    await everyCall(async ({ name, send }) => {
      for (const text of ["{", '{"a":}', "", "undefined", "\u0000", "[".repeat(50_000), '{"a":1}}']) {
        const answer = await send(text);
        mustBeRefusedWell(`${name} ${text.slice(0, 10)}`, answer, [400]);
        expect([name, answer.body.error[0].code]).toEqual([name, "unreadable"]);
      }
      for (const type of [
        "text/plain",
        "application/xml",
        "application/x-www-form-urlencoded",
        "application/json-seq",
        "multipart/form-data; boundary=x",
        "nonsense",
      ]) {
        const answer = await send('{"email":"ada@example.com"}', { "Content-Type": type });
        mustBeRefusedWell(`${name} as ${type}`, answer, [415]);
        expect([name, type, answer.body.error[0].code]).toEqual([name, type, "wrong_content_type"]);
      }
    });
    expect(errors()).toEqual([]);
  });

  test("quantities are whole and from one, whoever asks", async () => {
    const buyer = await aUser(world);
    const product = await aProduct(world, { quantity: 9999 });
    const before = await everythingStored(world);
    for (const quantity of NUMBERS) {
      const line = { product: product._id, quantity };
      for (const [method, path, body] of [
        ["POST", "/product/cart", { carts: [line] }],
        ["POST", "/user/lists", { carts: [line] }],
        ["PUT", `/user/cart/${product._id}`, { quantity }],
        ["PUT", `/user/cart/${product._id}`, { add: quantity }],
        ["POST", "/product/payment/initialize", { carts: [line], billing: ADDRESS }],
      ] as const)
        mustBeRefusedWell(
          `${path} ${String(quantity)}`,
          await world.call(method, path, { token: buyer.token, body }),
          [422],
        );
    }
    mustBeRefusedWell(
      "1e400",
      await world.call("POST", "/product/cart", { body: `{"carts":[{"product":"${product._id}","quantity":1e400}]}` }),
      [422],
    );
    expect(await everythingStored(world)).toBe(before);
  });

  test("ten thousand cart lines are refused before they cost anything", async () => {
    const buyer = await aUser(world);
    const carts = Array.from({ length: 10_000 }, (_, n) => ({
      product: n.toString(16).padStart(24, "0"),
      quantity: 1,
    }));
    for (const count of [10_000, 3000, 51]) {
      for (const path of ["/product/cart", "/user/lists", "/product/payment/initialize"])
        mustBeRefusedWell(
          `${path} ${count}`,
          await world.call("POST", path, {
            token: buyer.token,
            body: { carts: carts.slice(0, count), billing: ADDRESS },
          }),
          [413, 422],
        );
    }
    expect((await world.call("POST", "/product/cart", { body: { carts: carts.slice(0, 50) } })).status).toBe(200);
  });

  test("ids that are none, and unknown ones, are refused everywhere", async () => {
    const market = await aMarket(world);
    world.logged.length = 0;
    const { paths } = (await world.call("GET", "/openapi.json")).body as Document;
    for (const [path, methods] of Object.entries(paths)) {
      const [, parameter] = /\{(\w+)\}/.exec(path) ?? [];
      if (!parameter) continue;
      for (const method of Object.keys(methods)) {
        const address = path.replace("/api/v1", "");
        const good = GOOD_CALLS[`${method.toUpperCase()} ${address}`]?.(market);
        const at = (id: string) => address.replaceAll(/\{\w+\}/g, id);
        const query = NEEDED_QUERIES[address] ?? "";
        const ask = (id: string) =>
          world.call(method.toUpperCase(), `${at(id)}${query}`, {
            token: market.tokens[good?.by ?? firstRole(methods[method]) ?? "buyer"],
            ...(methods[method]?.requestBody && { body: good?.body ?? {} }),
          });
        for (const id of [
          "x",
          "%00",
          "%27%20or%201=1--",
          "0123456789ABCDEF01234567",
          `${"0".repeat(24)}0`,
          "%E0%A4%A",
          "..%2f..%2fetc",
          "🌻",
        ])
          mustBeRefusedWell(`${method} ${at(id)}`, await ask(id), [404, 415, 422]);
        // Deleting a thing that is already gone may succeed.
        if (method !== "delete")
          mustBeRefusedWell(
            `${method} ${at("unknown")}`,
            await ask(
              parameter === "month" ? "2001-01" : "f".repeat(["draft", "handle"].includes(parameter) ? 64 : 24),
            ),
            [404, 415],
          );
      }
    }
    expect(errors()).toEqual([]);
  });

  test.each([
    "page=-1",
    "page=0",
    "page=abc",
    "page=1.5",
    "page=1e9",
    "page=%00",
    "page=1&page=2",
    "page[]=1",
    "page=",
  ])("every list refuses ?%s", async (query) => {
    const { token } = await aUser(world);
    for (const path of ["/category", "/product/general", "/product/sitemap", "/product/order"]) {
      const answer = await world.call("GET", `${path}?${query}`, { token });
      mustBeRefusedWell(`${path}?${query}`, answer, [422]);
    }
  });

  test("unknown calls and methods answer in the same shape", async () => {
    for (const [method, path] of [
      ["GET", "/nothing"],
      ["PATCH", "/user"],
      ["GET", "/user/"],
      ["POST", "/category"],
      ["OPTIONS", "/user"],
    ] as const) {
      mustBeRefusedWell(`${method} ${path}`, await world.call(method, path), [404]);
    }
  });

  test("odd tokens are dead ones", async () => {
    for (const token of ["x", "Bearer", "Bearer x y", "'; --", "a".repeat(8000), "Basic dXNlcjpwYXNz"])
      mustBeRefusedWell(token.slice(0, 20), await world.call("GET", "/user", { token }), [401]);
  });
});
