import { describe, expect, test } from "vitest";
import { apiDocument } from "../../tests/fixtures/api-document";
import { addressOf, aMarket, GOOD_CALLS } from "../../tests/fixtures/good-calls";
import { aProduct, aUser } from "../../tests/fixtures/shop";
import { everythingStored, onBothDatabases } from "../../tests/fixtures/world";
import { finalize, initialize } from "~/features/checkout/schema";
import { addPasskey } from "~/features/second-factor/passkey-schema";
import { nearestName } from "~/platform/http/nearest-name";
import { z } from "~/features/zod";
import { unknownFields } from "./known-names.server";

interface Documented {
  paths: Record<string, Record<string, { security?: Record<string, string[]>[]; requestBody?: { content: object } }>>;
}

onBothDatabases("names that a call does not take", (world) => {
  test("a misspelt field is refused with the nearest known name, and nothing is changed", async () => {
    const market = await aMarket(world);
    const good = GOOD_CALLS["POST /product/manage-product"]?.(market);
    const before = await everythingStored(world);
    const { discountType: _, ...body } = { ...good?.body, discountTyp: "percentage" } as Record<string, unknown>;
    const refusal = await world.call("POST", "/product/manage-product", { token: market.tokens.merchant, body });
    expect([refusal.status, refusal.body.error]).toEqual([
      422,
      [
        {
          message: "This call takes no field “discountTyp”. Did you mean “discountType”?",
          code: "unrecognized_keys",
          field: "discountTyp",
        },
      ],
    ]);
    expect(await everythingStored(world)).toBe(before);
  });

  test("every call that takes JSON refuses a field that it does not have", async () => {
    const market = await aMarket(world);
    for (const [name, good] of Object.entries(GOOD_CALLS)) {
      const [method = "", path = ""] = name.split(" ");
      const { by, body, ...on } = good(market);
      const answer = await world.call(method, addressOf(path, on), {
        token: market.tokens[by],
        body: { ...body, zzzUnheardOf: 1 },
      });
      expect([name, answer.status, answer.body.error?.[0]]).toEqual([
        name,
        422,
        expect.objectContaining({ code: "unrecognized_keys", field: "zzzUnheardOf" }),
      ]);
    }
  });

  test("every documented call refuses a query parameter that it does not have", async () => {
    const users = {
      buyer: await aUser(world),
      merchant: await aUser(world, { privilege: "merchant" }),
      operator: await aUser(world, { privilege: "operator" }),
    };
    const { paths } = await apiDocument<Documented>(world);
    for (const [path, methods] of Object.entries(paths)) {
      for (const [method, { security = [], requestBody }] of Object.entries(methods)) {
        // A call reads a form itself, after this rule, so another test below tries a form's parts.
        const role = security.flatMap(Object.keys)[0] as keyof typeof users | undefined;
        const address = path.replace("/api/v1", "").replaceAll(/\{\w+\}/g, "0".repeat(24));
        const answer = await world.call(method.toUpperCase(), `${address}?zzzUnheardOf=1`, {
          token: role && users[role].token,
          ...(requestBody && "application/json" in requestBody.content && { body: {} }),
        });
        expect([method, path, answer.status, answer.body.error?.[0]?.field]).toEqual([
          method,
          path,
          422,
          "zzzUnheardOf",
        ]);
      }
    }
  });

  test("a product may be saved as it was read, with a change", async () => {
    const { tokens, product } = await aMarket(world);
    const path = `/product/manage-product`;
    const list = await world.call("GET", path, { token: tokens.merchant });
    const record = list.body.data.docs.find(({ _id }: { _id: string }) => _id === product);
    const body = { ...record, category: record.category._id, amount: Number(record.amount).toFixed(2) };
    const save = (overrides: object) =>
      world.call("PUT", `${path}?product=${product}`, { token: tokens.merchant, body: { ...body, ...overrides } });
    expect((await save({ title: "Plums" })).body.error).toBeUndefined();
    expect((await save({ titel: "Plums" })).body.error).toMatchObject([{ field: "titel" }]);
  });

  test("a misspelt query parameter says what was meant", async () => {
    await aProduct(world);
    const refusal = await world.call("GET", "/product/general?minPric=3");
    expect([refusal.status, refusal.body.error[0].message]).toEqual([
      422,
      "This call takes no query parameter “minPric”. Did you mean “minPrice”?",
    ]);
  });

  test("a field of a form that the call does not have is refused", async () => {
    const operator = await aUser(world, { privilege: "operator" });
    const form = new FormData();
    form.set("titel", "Plums");
    const refusal = await world.call("POST", "/operator/categories", { token: operator.token, form });
    expect([refusal.status, refusal.body.error[0]]).toEqual([
      422,
      {
        message: "This call takes no field “titel”. Did you mean “title”?",
        code: "unrecognized_keys",
        field: "titel",
      },
    ]);
  });

  test("a value that is missing has another code than one that is wrong", async () => {
    const codes = async (body: object) => {
      const { body: answer } = await world.call("POST", "/support", { body });
      return answer.error.map(({ field, code }: { field: string; code: string }) => `${field} ${code}`);
    };
    expect(await codes({ email: "ada@example.com" })).toEqual(["description missing"]);
    expect(await codes({ email: "ada@example.com", description: 5 })).toEqual(["description invalid_type"]);
    expect(await codes({ email: "ada@example.com", description: null })).toEqual(["description invalid_type"]);
  });

  test("half of a surrogate pair is refused at its field, a whole one is taken", async () => {
    const send = (description: string) =>
      world.call("POST", "/support", { body: `{"email":"ada@example.com","description":"${description}"}` });
    const refusal = await send("Where is it? \\ud83d");
    expect([refusal.status, refusal.body.error[0].field]).toEqual([422, "description"]);
    expect((await send("Where is it? \\ud83d\\ude00")).status).toBe(201);
    const name = await world.call("POST", "/support", { body: '{"\\udc00":1}' });
    expect(name.status).toBe(422);
  });
});

describe("payloads that our own screens make of other answers", () => {
  test("a cart as saved lists have it is taken for a payment", () => {
    const carts = [{ product: "0".repeat(24), quantity: 1, seen: 2.5 }];
    expect(unknownFields({ carts }, [initialize])).toEqual([]);
    expect(initialize.parse({ carts }).carts).toEqual([{ product: "0".repeat(24), quantity: 1 }]);
  });

  test("a passkey may tell more than is read, and a payment may come as the provider's object", () => {
    const credential = { id: "a", authenticatorAttachment: "platform", response: { publicKeyAlgorithm: -7 } };
    expect(unknownFields({ name: "Phone", credential }, [addPasskey])).toEqual([]);
    expect(unknownFields({ stripeId: { id: "pi_1", object: "payment_intent" } }, [finalize])).toEqual([]);
  });
});

describe("unknown fields", () => {
  const schema = z.object({
    lines: z.array(z.object({ product: z.string(), quantity: z.number() })).default([]),
    address: z.union([z.object({ city: z.string() }), z.object({ point: z.string() })]).optional(),
    words: z.record(z.string(), z.object({ text: z.string() })).optional(),
    more: z.looseObject({ one: z.string() }).optional(),
  });
  const fieldsOf = (payload: unknown) => unknownFields(payload, [schema]).map(({ field }) => field);

  test("are found in lists, unions and maps, by their path", () => {
    expect(fieldsOf({ lines: [{ product: "a" }, { prodct: "b" }] })).toEqual(["lines.1.prodct"]);
    expect(fieldsOf({ address: { city: "a", point: "b", street: "c" } })).toEqual(["address.street"]);
    expect(fieldsOf({ words: { anything: { text: "a", txt: "b" } } })).toEqual(["words.anything.txt"]);
    expect(fieldsOf(JSON.parse('{"__proto__":1,"constructor":2}'))).toEqual(["__proto__", "constructor"]);
  });

  test("are no matter where any are taken, or another kind of value", () => {
    for (const payload of [{ more: { two: "b" } }, { lines: 5 }, { address: ["a"] }, null, "text", [1]])
      expect(fieldsOf(payload)).toEqual([]);
  });

  test("the nearest name is one of a slip or another way to write it, and none where nothing is near", () => {
    const names = ["discountType", "lowStockAt", "sku", "price"];
    expect(
      ["discountTyp", "low_stock_at", "SKU", "prcie", "colour", "x"].map((name) => nearestName(name, names)),
    ).toEqual(["discountType", "lowStockAt", "sku", "price", null, null]);
  });
});
