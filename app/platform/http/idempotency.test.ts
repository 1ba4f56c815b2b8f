import sharp from "sharp";
import { expect, test } from "vitest";
import { beforeNextTransaction } from "../../../tests/fixtures/meanwhile";
import { aProduct, aUser, mailsSent, PASSWORD } from "../../../tests/fixtures/shop";
import { forgetAnswersAbout } from "./idempotency.server";
import { onBothDatabases, type CallOptions, type World } from "../../../tests/fixtures/world";

const KEY = "form-key-0123456789";
const keyed = (world: World, method: string, path: string, options: CallOptions = {}, key = KEY) =>
  world.call(method, path, { ...options, headers: { ...options.headers, "Idempotency-Key": key } });
const message = { email: "ada@example.com", description: "Where is my bread?" };

async function profile(name: string, color = "#3a7") {
  const form = new FormData();
  form.set("firstName", name);
  form.set("intendedFileName", "image");
  form.set(
    "intendedFile",
    new File(
      [
        new Uint8Array(
          await sharp({ create: { width: 20, height: 20, channels: 3, background: color } })
            .png()
            .toBuffer(),
        ),
      ],
      "me.png",
      { type: "image/png" },
    ),
  );
  return form;
}

onBothDatabases("Idempotency-Key", (world) => {
  test("the same request again is answered the same and does nothing twice", async () => {
    const [first, second] = [
      await keyed(world, "POST", "/support", { body: message }),
      await keyed(world, "POST", "/support", { body: message }),
    ];
    expect([second.status, second.body]).toEqual([first.status, first.body]);
    expect([first.headers.get("Idempotency-Replayed"), second.headers.get("Idempotency-Replayed")]).toEqual([
      null,
      "true",
    ]);
    expect(await world.services.db.selectFrom("supportMessages").select("_id").execute()).toHaveLength(1);
    expect(await mailsSent(world, "ada@example.com")).toHaveLength(1);
  });

  test("adding to the cart twice with one key adds once, with two keys twice", async () => {
    const buyer = await aUser(world);
    const product = await aProduct(world);
    const add = (key: string) =>
      keyed(world, "PUT", `/user/cart/${product._id}`, { token: buyer.token, body: { add: 2 } }, key);
    for (const key of ["first-key", "first-key", "second-key"]) await add(key);
    expect((await world.call("GET", "/user/lists", { token: buyer.token })).body.data.carts).toEqual([
      { product: product._id, variant: product._id, quantity: 4 },
    ]);
  });

  test("the same content is the same however its JSON is written", async () => {
    const first = await keyed(world, "POST", "/support", { body: message });
    const entries = Object.entries(message).toReversed();
    const spaced = JSON.stringify(Object.fromEntries(entries), null, 2).replaceAll("e", "\\u0065");
    const repeated = await keyed(world, "POST", "/support", { body: spaced });
    expect([repeated.status, repeated.headers.get("Idempotency-Replayed")]).toEqual([first.status, "true"]);
    expect(await world.services.db.selectFrom("supportMessages").select("_id").execute()).toHaveLength(1);

    const { _id: merchantId, token } = await aUser(world, { privilege: "merchant" });
    const { _id: product } = await aProduct(world, { merchantId });
    for (const [entry, isRepeated] of [
      [{ product, quantity: 5, lowStockAt: null }, null],
      [{ lowStockAt: null, quantity: 5, product }, "true"],
    ] as const) {
      const body = { products: [entry] };
      const answer = await keyed(world, "PUT", "/product/manage-product/stock", { token, body });
      expect([answer.status, answer.headers.get("Idempotency-Replayed")]).toEqual([200, isRepeated]);
    }
  });

  test("another payload, or another call, with the same key is refused", async () => {
    await keyed(world, "POST", "/support", { body: message });
    for (const invalidKey of [
      await keyed(world, "POST", "/support", { body: { ...message, description: "Other" } }),
      await keyed(world, "POST", "/newsletter", { body: { email: message.email } }),
    ]) {
      expect([invalidKey.status, invalidKey.body.error]).toEqual([
        422,
        [
          {
            code: "idempotency_key_reused",
            field: "Idempotency-Key",
            message: "This was sent before with other content. Please send it once more.",
          },
        ],
      ]);
    }
    expect(await world.services.db.selectFrom("subscribers").select("email").execute()).toEqual([]);
  });

  test("while the first is still running the second is told to wait", async () => {
    const body = {
      email: "eve@example.com",
      password: PASSWORD,
      firstName: "Eve",
      lastName: "Moor",
      privilege: "buyer",
    };
    const first = await keyed(world, "POST", "/user", { body });
    // The state of the database while the first is running. Two real requests might run one after the other.
    await world.services.db.updateTable("idempotencyKeys").set({ status: 0, body: "" }).execute();
    const waiting = await keyed(world, "POST", "/user", { body });
    expect([first.status, waiting.status]).toEqual([201, 409]);
    expect([waiting.body.error[0].code, waiting.headers.get("Retry-After")]).toEqual(["still_running", "2"]);
    await world.services.db
      .updateTable("idempotencyKeys")
      .set({ status: 201, body: JSON.stringify(first.body) })
      .execute();
    expect((await keyed(world, "POST", "/user", { body })).body).toEqual(first.body);
    expect(await mailsSent(world, "eve@example.com")).toHaveLength(1);
  });

  test("what was refused is not kept: mended, it may be sent with the same key", async () => {
    expect((await keyed(world, "POST", "/support", { body: { ...message, description: "" } })).status).toBe(422);
    expect((await keyed(world, "POST", "/support", { body: message })).status).toBe(201);
    expect((await keyed(world, "GET", "/user", {}, "another-key")).status).toBe(401);
    expect(await world.services.db.selectFrom("idempotencyKeys").select("key").execute()).toEqual([{ key: KEY }]);
  });

  test("one person's key is not another's", async () => {
    const [a, b] = [await aUser(world), await aUser(world)];
    const product = await aProduct(world);
    for (const { token } of [a, b]) {
      expect(
        (await keyed(world, "PUT", `/user/cart/${product._id}`, { token, body: { add: 1 } })).headers.get(
          "Idempotency-Replayed",
        ),
      ).toBeNull();
      expect((await world.call("GET", "/user/lists", { token })).body.data.carts).toHaveLength(1);
    }
  });

  test("a key is the account's: signed in anew, the same request is still done once", async () => {
    const { token, email } = await aUser(world);
    const product = await aProduct(world);
    const add = (by: string) => keyed(world, "PUT", `/user/cart/${product._id}`, { token: by, body: { add: 1 } });
    await add(token);
    await world.call("POST", "/user/logout", { token });
    const logInAgain = (await world.call("POST", "/user/login", { body: { email, password: PASSWORD } })).body.token;
    expect((await add(logInAgain)).headers.get("Idempotency-Replayed")).toBe("true");
    const { carts } = (await world.call("GET", "/user/lists", { token: logInAgain })).body.data;
    expect(carts.map((line: { quantity: number }) => line.quantity)).toEqual([1]);
  });

  test("a request whose process died is done again after a minute, by one", async () => {
    const first = await keyed(world, "POST", "/support", { body: message });
    await world.services.db.updateTable("idempotencyKeys").set({ status: 0, body: "" }).execute();
    expect((await keyed(world, "POST", "/support", { body: message })).body.error[0].code).toBe("still_running");
    world.clock.forward(61);
    const statuses = (
      await Promise.all(Array.from({ length: 5 }, () => keyed(world, "POST", "/support", { body: message })))
    ).map((answer) => answer.status);
    expect(statuses.filter((status) => status === first.status).length).toBeGreaterThanOrEqual(1);
    expect(await world.services.db.selectFrom("supportMessages").select("_id").execute()).toHaveLength(2);
  });

  test("a request that takes so long that another process has begun it anew is left to that one", async () => {
    const [{ token }, product] = [await aUser(world), await aProduct(world)];
    beforeNextTransaction(world, async () => {
      await world.services.db.updateTable("idempotencyKeys").set({ body: "another process" }).execute();
      return world.call("GET", "/user/lists", { token });
    });
    const put = await keyed(world, "PUT", `/user/cart/${product._id}`, { token, body: { add: 2 } });
    expect([put.status, put.body.error[0].code]).toEqual([409, "still_running"]);
    expect((await world.call("GET", "/user/lists", { token })).body.data.carts).toEqual([]);
  });

  test("a form with a picture is the same form though its boundary is new", async () => {
    const { token } = await aUser(world);
    const send = async (form: FormData) => keyed(world, "PUT", "/user", { token, form });
    const [first, second] = [await send(await profile("Grace")), await send(await profile("Grace"))];
    expect([first.status, second.status, second.headers.get("Idempotency-Replayed")]).toEqual([200, 200, "true"]);
    expect(second.body).toEqual(first.body);
    expect(await world.services.db.selectFrom("files").select("_id").execute()).toHaveLength(1);
    expect((await send(await profile("Ada"))).status).toBe(422);
    expect((await send(await profile("Grace", "#d33"))).status).toBe(422);
  });

  test("a form is the same form in whatever pieces its bytes arrive", async () => {
    const { token } = await aUser(world);
    const form = new Request("http://shop.test/", { method: "PUT", body: await profile("Grace") });
    const bytes = new Uint8Array(await form.clone().arrayBuffer());
    const send = async (size: number) => {
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          for (let from = 0; from < bytes.length; from += size) controller.enqueue(bytes.slice(from, from + size));
          controller.close();
        },
      });
      const headers = {
        Authorization: token,
        "Content-Type": form.headers.get("Content-Type") ?? "",
        // Without it, the service reads the whole body before anything else sees it.
        "Content-Length": String(bytes.length),
        "Idempotency-Key": KEY,
      };
      const init: RequestInit & { duplex: "half" } = { method: "PUT", headers, body, duplex: "half" };
      const { status, headers: answerHeaders } = await world.api.request("/api/v1/user", init, {
        clientAddress: "203.0.113.7",
      });
      return [status, answerHeaders.get("Idempotency-Replayed")];
    };
    expect(await send(bytes.length)).toEqual([200, null]);
    for (const size of [1, 7, 64]) expect([size, await send(size)]).toEqual([size, [200, "true"]]);
  });

  test("a code to sign in with is mailed once", async () => {
    const mailed = () => keyed(world, "PUT", "/user/login/code", { body: { email: "ada@example.com" } });
    expect([(await mailed()).status, (await mailed()).headers.get("Idempotency-Replayed")]).toEqual([200, "true"]);
  });

  test("signing in is never answered from memory, and reading needs no key", async () => {
    const user = await aUser(world);
    const login = () => keyed(world, "POST", "/user/login", { body: { email: user.email, password: PASSWORD } });
    expect((await login()).body.token).not.toBe((await login()).body.token);
    await keyed(world, "GET", "/user", { token: user.token });
    await keyed(world, "HEAD", "/product");
    await keyed(world, "POST", "/user/second-factor/authenticator", {
      token: user.token,
      body: { password: PASSWORD },
    });
    await keyed(world, "DELETE", "/user/second-factor", { token: user.token, body: {} });
    expect(await world.services.db.selectFrom("idempotencyKeys").select("key").execute()).toEqual([]);
  });

  test("without a key each request is one of its own", async () => {
    for (const _ of ["first", "second"]) await world.call("POST", "/support", { body: message });
    expect(await world.services.db.selectFrom("supportMessages").select("_id").execute()).toHaveLength(2);
  });

  test.each(["short", "x".repeat(129), "with space in it", "semi;colon-key", "schlüssel-1", "' or 1=1 --"])(
    "%.20j is no key",
    async (key) => {
      const refusal = await keyed(world, "POST", "/support", { body: message }, key);
      expect([refusal.status, refusal.body.error[0].code, refusal.body.error[0].field]).toEqual([
        400,
        "bad_idempotency_key",
        "Idempotency-Key",
      ]);
    },
  );

  test("what visitors were told about one address is forgotten, and nothing else", async () => {
    const { db } = world.services;
    for (const name of ["ada", "grace"]) {
      const key = `key-of-${name}-0123456789`;
      await keyed(world, "POST", "/support", { body: message }, key);
      await db
        .updateTable("idempotencyKeys")
        .set({ body: `{"to":"${name}@example.com"}` })
        .where("key", "=", key)
        .execute();
    }
    await forgetAnswersAbout(db, ["", "ada@example.com"]);
    expect(await db.selectFrom("idempotencyKeys").select("body").execute()).toEqual([
      { body: '{"to":"grace@example.com"}' },
    ]);
  });

  test("keys are known for three days, and then forgotten", async () => {
    await keyed(world, "POST", "/support", { body: message });
    const repeat = async () => {
      await world.runner.drain(["sweep"]);
      return (await keyed(world, "POST", "/support", { body: message })).headers.get("Idempotency-Replayed");
    };
    world.clock.forward(3 * 86_400 - 1);
    expect(await repeat()).toBe("true");
    world.clock.forward(2);
    expect(await repeat()).toBeNull();
  });
});
