import sharp from "sharp";
import { expect, test } from "vitest";
import { bought } from "../../tests/fixtures/books";
import { aProduct, aUser } from "../../tests/fixtures/shop";
import { onBothDatabases, type World } from "../../tests/fixtures/world";

interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  schema?: { pattern?: string };
}
interface Operation {
  security?: Record<string, string[]>[];
  parameters?: Parameter[];
  requestBody?: { content: Record<string, unknown> };
}
interface Call {
  name: string;
  method: string;
  address: string;
  parameters: Parameter[];
  takesJson: boolean;
}

/** A valid body for each call with an id in its address. The test reports a call that is missing here. */
const GOOD: Record<string, (own: { categoryId: string }) => object> = {
  "PUT /product/manage-product": ({ categoryId }) => ({
    title: "Hijacked",
    description: "This is not mine to say.",
    amount: "0.01",
    quantity: 1,
    sku: "HIJACKED",
    barcode: "1",
    category: categoryId,
  }),
  "PUT /merchant/reviews/{id}/answer": () => ({ answer: "Mine." }),
  "PUT /merchant/saved-answers/{id}": () => ({ name: "Mine", text: "Mine." }),
  "PUT /merchant/webhooks/{id}": () => ({ url: "https://mine.example.com/", events: ["order.placed"] }),
  "POST /merchant/webhooks/{id}/replay": () => ({ since: "2026-03-01T00:00:00Z" }),
  "PUT /merchant/ways/{id}": () => ({ kind: "carrier", name: "Mine" }),
  "PUT /merchant/market-days/{id}": () => ({ noticeHours: 1 }),
  "POST /product/order/merchant/days/{day}/hand-over": () => ({ code: "K7M4QP" }),
  "PUT /product/order/merchant/days/{day}/deliveries": () => ({ orders: ["a".repeat(24)] }),
  "PUT /product/manage-product/import/{id}/answers": () => ({ all: [{ code: "changed_meanwhile", choice: "file" }] }),
  "PUT /product/order/merchant/{id}/external-id": () => ({ externalId: "MINE" }),
  "POST /product/order/merchant/{id}/hand-over": () => ({ given: 20 }),
  "POST /product/order/merchant/{id}/ship": () => ({ carrier: "Nobody", trackingNumber: "1" }),
  "POST /product/order/merchant/{id}/take-back": () => ({ step: "shipped" }),
  "POST /product/order/merchant/{id}/not-collected": () => ({ next: "wait" }),
  "POST /product/order/merchant/{id}/cancel": () => ({ reason: "Because I can." }),
  "POST /product/order/merchant/{id}/refund/sums": () => ({ lines: [{ lineId: "a".repeat(24), quantity: 1 }] }),
  "POST /product/order/merchant/{id}/refund": () => ({
    lines: [{ lineId: "a".repeat(24), quantity: 1 }],
    refunded: 0,
    amount: 2.5,
    reason: "Because I can.",
  }),
};

/** Every call that merchants alone may make, as the document says. */
async function merchantsCalls(world: World): Promise<Call[]> {
  const { paths } = (await world.call("GET", "/openapi.json")).body as {
    paths: Record<string, Record<string, Operation>>;
  };
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { security, parameters = [], requestBody }]) => {
      const address = path.replace(/^\/api\/v1/, "");
      const theirs = security?.flatMap((way) => Object.keys(way)).join() === "merchant";
      return theirs
        ? [
            {
              name: `${method.toUpperCase()} ${address}`,
              method: method.toUpperCase(),
              address,
              parameters,
              takesJson: requestBody?.content["application/json"] !== undefined,
            },
          ]
        : [];
    }),
  );
}

const named = (call: Call) =>
  call.parameters.filter(
    (parameter) =>
      // A month in the path belongs to the caller's own account and is no id.
      (parameter.in === "path" && parameter.name !== "month") ||
      (parameter.in === "query" && parameter.schema?.pattern === "^[0-9a-f]{24}$"),
  );

function filledIn({ address, parameters }: Call, id: string): string {
  const query = parameters
    .filter((parameter) => parameter.in === "query" && parameter.schema?.pattern === "^[0-9a-f]{24}$")
    .map(({ name }) => `${name}=${id}`);
  return address.replaceAll(/\{\w+\}/g, id) + (query.length > 0 ? `?${query.join("&")}` : "");
}

async function aFile(world: World, token: string, kind: "image" | "video"): Promise<string> {
  const form = new FormData();
  form.set("intendedFileName", kind);
  const film = Buffer.concat([
    Buffer.from([0, 0, 0, 24]),
    Buffer.from("ftypisom"),
    Buffer.from([0, 0, 2, 0]),
    Buffer.from("isomiso2"),
    Buffer.alloc(5000, 7),
  ]);
  const bytes =
    kind === "image"
      ? await sharp({ create: { width: 40, height: 40, channels: 3, background: "#393" } })
          .png()
          .toBuffer()
      : film;
  form.append(
    kind === "image" ? "intendedFile[]" : "intendedFile",
    new File([new Uint8Array(bytes)], kind === "image" ? "a.png" : "a.mp4"),
  );
  const { data } = (await world.call("POST", "/file", { token, form })).body;
  return (kind === "image" ? data[0]._id : data._id) as string;
}

/**
 * Two merchants. One has a product on sale, a draft, a waiting change, files and a paid order. The other has a product.
 */
async function twoStalls(world: World) {
  const { db } = world.services;
  const [theirs, mine] = [
    await aUser(world, { privilege: "merchant", email: "secret-merchant@example.com" }),
    await aUser(world, { privilege: "merchant" }),
  ];
  const [image, video] = [await aFile(world, theirs.token, "image"), await aFile(world, theirs.token, "video")];
  const product = await aProduct(world, { merchantId: theirs._id, title: "Secret apples", sku: "SECRET-1" });
  const draft = await aProduct(world, {
    merchantId: theirs._id,
    title: "Secret draft",
    sku: "SECRET-2",
    availType: "draft",
  });
  const payload = {
    title: "Secret change",
    description: "Not to be seen by anyone else.",
    category: product.categoryId,
    amount: "2.50",
    quantity: 100,
    sku: "SECRET-1",
    barcode: "1",
    availType: "published",
    image: [image],
  };
  expect(
    (await world.call("PUT", `/product/manage-product?product=${product._id}`, { token: theirs.token, body: payload }))
      .body.data.waiting,
  ).toBeDefined();
  const buyer = await aUser(world, { firstName: "Secretia", email: "secret-buyer@example.com" });
  const order = await bought(world, buyer.token, [[product._id, 2]]);
  const part = await db.selectFrom("orderParts").select("_id").where("orderId", "=", order).executeTakeFirstOrThrow();
  const line = await db.selectFrom("orderLines").select("_id").where("orderId", "=", order).executeTakeFirstOrThrow();
  const form = new FormData();
  form.set(
    "file",
    new File(
      ["SKU,Title,Description,Price,Quantity,Barcode,Product category\nSECRET-1,Secret apples again,,,,,\n"],
      "secret-stock.csv",
    ),
  );
  const sheet = (await world.call("POST", "/product/manage-product/import", { token: theirs.token, form })).body.data
    ._id as string;
  const { data: webhook } = (
    await world.call("POST", "/merchant/webhooks", {
      token: theirs.token,
      body: { url: "https://secret-stall.invalid/hook", events: ["order.placed"] },
    })
  ).body;
  await world.call("POST", `/merchant/webhooks/${webhook._id}/test`, { token: theirs.token });
  const way = await world.call("POST", "/merchant/ways", {
    token: theirs.token,
    body: { kind: "carrier", name: "Secret carrier" },
  });
  const answer = await world.call("POST", "/merchant/saved-answers", {
    token: theirs.token,
    body: { name: "Secret answer", text: "Secret." },
  });
  await world.call("POST", "/conversations", {
    token: buyer.token,
    body: { kind: "product", id: product._id, text: "Secret question" },
  });
  const delivery = await db.selectFrom("webhookDeliveries").select("_id").executeTakeFirstOrThrow();
  await aProduct(world, { merchantId: mine._id, categoryId: product.categoryId });
  await db.insertInto("storeCategories").values({ userId: mine._id, categoryId: product.categoryId }).execute();
  const ids = {
    product: product._id,
    draft: draft._id,
    image,
    video,
    sheet,
    order,
    part: part._id,
    line: line._id,
    webhook: webhook._id as string,
    way: way.body.data._id as string,
    answer: answer.body.data._id as string,
    delivery: delivery._id,
    merchant: theirs._id,
    buyer: buyer._id,
  };
  return { mine, theirs, ids, categoryId: product.categoryId };
}

/** Words and ids in an answer that only their owner may read. The id that was asked for may be repeated. */
function leaksOf(body: unknown, ids: Record<string, string>, asked = ""): string[] {
  const text = JSON.stringify(body);
  return ["Secret", "SECRET", "secret-", ...Object.values(ids).filter((id) => id !== asked)].filter((word) =>
    text.includes(word),
  );
}

const stored = async ({ services: { db } }: World) =>
  JSON.stringify(
    await Promise.all(
      (
        [
          "products",
          "productRevisions",
          "productImports",
          "orderParts",
          "orders",
          "refunds",
          "files",
          "ledger",
          "webhookEndpoints",
          "webhookDeliveries",
          "deliveryMethods",
          "savedAnswers",
          "conversations",
        ] as const
      ).map((table) => db.selectFrom(table).selectAll().execute()),
    ),
  );

// The calls come from the document, so that a new call is tested without a change here.
onBothDatabases("two merchants", (world) => {
  test("every id of the other is unknown to every merchant's call: 404, nothing said and nothing changed", async () => {
    const { mine, ids, categoryId } = await twoStalls(world);
    const calls = (await merchantsCalls(world)).filter((call) => named(call).length > 0);
    expect(calls.length).toBeGreaterThan(8);
    const before = await stored(world);
    for (const call of calls) {
      expect([call.name, !call.takesJson || GOOD[call.name] !== undefined]).toEqual([call.name, true]);
      for (const [what, id] of Object.entries(ids)) {
        const answer = await world.call(call.method, filledIn(call, id), {
          token: mine.token,
          body: GOOD[call.name]?.({ categoryId }),
        });
        expect([call.name, what, answer.status, leaksOf(answer.body, ids, id)]).toEqual([call.name, what, 404, []]);
      }
    }
    expect(await stored(world)).toBe(before);
  });

  test("lists, figures and files show nothing of the other's", async () => {
    const { mine, theirs, ids } = await twoStalls(world);
    const calls = (await merchantsCalls(world)).filter((call) => call.method === "GET" && named(call).length === 0);
    expect(calls.length).toBeGreaterThan(6);
    for (const { name, address, parameters } of calls) {
      const query = parameters.flatMap((parameter) =>
        parameter.name === "ids"
          ? [`ids=${Object.values(ids).join(",")}`]
          : parameter.name === "q"
            ? ["q=secret"]
            : parameter.required
              ? [`${parameter.name}=2026-03-02`]
              : [],
      );
      for (const search of ["", `?${query.join("&")}`]) {
        const answer = await world.call("GET", address + search, { token: mine.token });
        expect([name, search, leaksOf(answer.body, ids)]).toEqual([name, search, []]);
      }
    }
    // The same calls do show the data to its owner.
    expect(
      leaksOf((await world.call("GET", "/product/order/merchant", { token: theirs.token })).body, ids).length,
    ).toBeGreaterThan(2);
  });

  test("the other's pictures and film cannot be put into a product of one's own", async () => {
    const { mine, ids, categoryId } = await twoStalls(world);
    const before = await stored(world);
    for (const [field, value] of [
      ["image", [ids.image]],
      ["video", ids.video],
    ] as const) {
      const refusal = await world.call("POST", "/product/manage-product", {
        token: mine.token,
        body: { ...GOOD["PUT /product/manage-product"]?.({ categoryId }), [field]: value },
      });
      expect([refusal.status, leaksOf(refusal.body, ids)]).toEqual([422, []]);
    }
    expect(await stored(world)).toBe(before);
  });
});
