import { expect, test } from "vitest";
import { aMarket } from "../../tests/fixtures/good-calls";
import { aCategory, aUser } from "../../tests/fixtures/shop";
import { onBothDatabases, type World } from "../../tests/fixtures/world";

type Sent = { body?: object; form?: FormData };

const formOf = (fields: Record<string, string>) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
};

/** Each record that is saved as a whole: the token, the addresses to read and save it, and two payloads. */
const RECORDS: Record<
  string,
  (
    world: World,
  ) => Promise<{ token: string; at: string; save?: string; one: () => Sent; other: () => Sent; field: string }>
> = {
  profile: async (world) => ({
    token: (await aUser(world)).token,
    at: "/user",
    one: () => ({ form: formOf({ firstName: "Ada", lastName: "Hill", telephone: "1" }) }),
    other: () => ({ form: formOf({ firstName: "Ada", lastName: "Hill", telephone: "2" }) }),
    field: "telephone",
  }),
  "billing address": async (world) => ({
    token: (await aUser(world)).token,
    at: "/user",
    save: "/user/billing",
    one: () => ({ body: { city: "Bath" } }),
    other: () => ({ body: { city: "York" } }),
    field: "extras",
  }),
  stall: async (world) => ({
    token: (await aUser(world, { privilege: "merchant" })).token,
    at: "/user/stall",
    one: () => ({ form: formOf({ words: "We grow pears.", place: "", opening: "" }) }),
    other: () => ({ form: formOf({ words: "We grow plums.", place: "", opening: "" }) }),
    field: "words",
  }),
  category: async (world) => ({
    token: (await aUser(world, { privilege: "operator" })).token,
    at: `/operator/categories/${(await aCategory(world, "Bread"))._id}`,
    one: () => ({ form: formOf({ title: "Loaves", tint: "clay" }) }),
    other: () => ({ form: formOf({ title: "Rolls", tint: "clay" }) }),
    field: "title",
  }),
  synonyms: async (world) => {
    const { token } = await aUser(world, { privilege: "operator" });
    const body = { words: ["aubergine", "eggplant"] };
    const createAnswer = await world.call("POST", "/operator/synonyms", { token, body });
    return {
      token,
      at: `/operator/synonyms/${createAnswer.body.data._id}`,
      one: () => ({ body: { words: ["aubergine", "brinjal"] } }),
      other: () => ({ body: { words: ["aubergine", "melongene"] } }),
      field: "words",
    };
  },
  webhook: async (world) => {
    const { token } = await aUser(world, { privilege: "merchant" });
    const url = "https://93.184.215.14/hooks";
    const body = { url, events: ["order.placed"] };
    const createAnswer = await world.call("POST", "/merchant/webhooks", { token, body });
    return {
      token,
      at: `/merchant/webhooks/${createAnswer.body.data._id}`,
      one: () => ({ body: { ...body, enabled: true, url: `${url}/one` } }),
      other: () => ({ body: { ...body, enabled: true, url: `${url}/other` } }),
      field: "url",
    };
  },
};

onBothDatabases("a record that is saved as a whole", (world) => {
  test.each(Object.keys(RECORDS))(
    "%s: a save names the version that it read, and overwrites no other",
    async (name) => {
      const record = await RECORDS[name]?.(world);
      if (!record) throw new Error(name);
      const { token, at, save = at, one, other, field } = record;
      const read = () => world.call("GET", at, { token });
      const put = (request: Sent, version?: string) =>
        world.call("PUT", save, { token, ...request, ...(version && { headers: { "If-Match": version } }) });
      const version = (await read()).headers.get("ETag") ?? "";
      expect(version).toMatch(/^"[0-9a-f]{32}"$/);
      const first = await put(one(), version);
      expect(first.status).toBe(200);
      expect(first.headers.get("ETag")).toBe((await read()).headers.get("ETag"));
      const savedRecord = (await read()).body.data[field];
      const second = await put(other(), version);
      expect([second.status, second.body.error[0].code]).toEqual([412, "changed_meanwhile"]);
      expect(second.body.versions.current[field]).toEqual(savedRecord);
      expect((await read()).body.data[field]).toEqual(savedRecord);
      expect((await put(other(), second.headers.get("ETag") ?? "")).status).toBe(200);
      // Programs may leave `If-Match` out.
      expect((await put(one())).status).toBe(200);
    },
  );

  test.each(Object.keys(RECORDS))("%s: of two saves at once under one version exactly one is done", async (name) => {
    const record = await RECORDS[name]?.(world);
    if (!record) throw new Error(name);
    const { token, at, save = at, one, other } = record;
    const headers = { "If-Match": (await world.call("GET", at, { token })).headers.get("ETag") ?? "" };
    const answers = await Promise.all(
      [one(), other()].map((request) => world.call("PUT", save, { token, ...request, headers })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 412]);
  });

  test("a product: what others count or save while an editor is open is a reason to look again", async () => {
    const { tokens, product } = await aMarket(world);
    const token = tokens.merchant;
    const read = () => world.call("GET", `/product/manage-product/${product}`, { token });
    const before = (await read()).headers.get("ETag");
    await world.call("PUT", "/product/manage-product/stock", { token, body: { products: [{ product, quantity: 3 }] } });
    expect((await read()).headers.get("ETag")).not.toBe(before);
  });
});
