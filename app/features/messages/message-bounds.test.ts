import { expect, test } from "vitest";
import { statusAndCode } from "../../../tests/fixtures/answers";
import { conversations } from "../../../tests/fixtures/conversations";
import { aDeliveredOrder } from "../../../tests/fixtures/reviews";
import { aProduct, aUser } from "../../../tests/fixtures/shop";
import { onBothDatabases } from "../../../tests/fixtures/world";
import { issueToken } from "~/features/accounts/tokens.server";

onBothDatabases("messages and saved answers within their bounds", (world) => {
  const { as, aStall } = conversations(world);

  test("are about a product on sale, a paid order of one's own or an open stall alone", async () => {
    const { mine, product, merchant, buyer, ask } = await aStall();
    const order = await aDeliveredOrder(world, { buyerId: buyer._id, productId: product._id });
    const strangersOrder = await aDeliveredOrder(world, { productId: product._id });
    const begin = async (kind: string, id: string) =>
      statusAndCode(await mine.send("POST", "/conversations", { kind, id, text: "Hello." }));
    expect(await begin("order", order.partId)).toEqual([201, undefined]);
    expect(await begin("order", strangersOrder.partId)).toEqual([404, "unknown_subject"]);
    expect(await begin("order", order.orderId)).toEqual([404, "unknown_subject"]);
    expect(await begin("stall", merchant._id)).toEqual([201, undefined]);
    expect(await begin("stall", buyer._id)).toEqual([404, "unknown_subject"]);
    await ask("Is it sliced?");
    const { docs } = await mine.get("/conversations");
    expect(docs.map(({ subject }: { subject: { kind: string } }) => subject.kind).toSorted()).toEqual([
      "order",
      "product",
      "stall",
    ]);
    // A suspended stall takes no questions; a buyer can still write about an order.
    await world.services.db
      .updateTable("stores")
      .set({ status: "suspended" })
      .where("userId", "=", merchant._id)
      .execute();
    expect(statusAndCode(await ask("Hello?"))).toEqual([409, "questions_closed"]);
    expect(await begin("stall", merchant._id)).toEqual([404, "unknown_subject"]);
    expect(await begin("order", order.partId)).toEqual([201, undefined]);
    await world.services.db.updateTable("products").set({ isPublic: 0 }).where("_id", "=", product._id).execute();
    expect(statusAndCode(await ask("Hello?"))).toEqual([404, "unknown_subject"]);
  });

  test("have one to 2,000 characters, and links in them are text", async () => {
    const { ask, mine } = await aStall();
    expect((await ask(" ")).status).toBe(422);
    expect((await ask("a".repeat(2001))).status).toBe(422);
    expect((await ask("a".repeat(2000))).status).toBe(201);
    const { _id: id } = (await ask("🍞")).body.data;
    await mine.send("POST", `/conversations/${id}/messages`, { text: "שלום <b>https://example.com</b>" });
    const { messages } = await mine.get(`/conversations/${id}`);
    expect(messages.at(-1).text).toBe("שלום <b>https://example.com</b>");
  });

  test("of who has bought nothing are bounded a day, to a stall and in all; a paid order lifts the bound", async () => {
    const { ask, mine, buyer, product, stall } = await aStall();
    for (let n = 0; n < 10; n += 1) expect((await ask(`Question ${n}`)).status).toBe(201);
    expect(statusAndCode(await ask("One more"))).toEqual([429, "too_many_questions"]);
    const second = await aProduct(world);
    const third = await aProduct(world);
    const askAbout = async (id: string) =>
      statusAndCode(await mine.send("POST", "/conversations", { kind: "product", id, text: "And this?" }));
    for (let n = 0; n < 9; n += 1) expect(await askAbout(second._id)).toEqual([201, undefined]);
    expect(await askAbout(third._id)).toEqual([201, undefined]);
    expect(await askAbout(third._id)).toEqual([429, "too_many_questions"]);
    // The stall's answers are not limited.
    const [{ _id: id }] = (await stall.get("/conversations")).docs;
    expect((await stall.send("POST", `/conversations/${id}/messages`, { text: "All of them." })).status).toBe(201);
    await aDeliveredOrder(world, { buyerId: buyer._id, productId: product._id });
    expect((await ask("I have bought it")).status).toBe(201);
    world.clock.forward(86_401);
    buyer.token = await issueToken(world.services.db, world.services, buyer._id);
    expect(
      (await as(buyer.token).send("POST", "/conversations", { kind: "product", id: third._id, text: "?" })).status,
    ).toBe(201);
  });

  test("end where a side blocks the other, about any subject, until it lifts the block", async () => {
    const { ask, mine, stall, product } = await aStall();
    const { _id: id } = (await ask("Is it sliced?")).body.data;
    const write = async (by: typeof mine) =>
      statusAndCode(await by.send("POST", `/conversations/${id}/messages`, { text: "?" }));
    const block = (by: typeof mine, isBlocked: boolean) => by.send("PUT", `/conversations/${id}/block`, { isBlocked });
    for (const [by, reader] of [
      [mine, stall],
      [stall, mine],
    ] as const) {
      expect((await block(by, true)).status).toBe(200);
      expect((await block(by, true)).status).toBe(200);
      expect([await write(by), await write(reader)]).toEqual([
        [409, "blocked_by_you"],
        [409, "messages_blocked"],
      ]);
      expect((await reader.get(`/conversations/${id}`)).refusal).toBe("messages_blocked");
      const secondProduct = await aProduct(world, { merchantId: product.merchantId });
      const question = await mine.send("POST", "/conversations", {
        kind: "product",
        id: secondProduct._id,
        text: "And?",
      });
      expect(question.status).toBe(409);
      await block(by, false);
      expect([await write(by), await write(reader)]).toEqual([
        [201, undefined],
        [201, undefined],
      ]);
    }
  });

  test("a merchant saves up to twenty answers, changes and removes them, and nobody else's", async () => {
    const { stall } = await aStall();
    const stranger = as((await aUser(world, { privilege: "merchant" })).token);
    const save = (n: number) => stall.send("POST", "/merchant/saved-answers", { name: `Answer ${n}`, text: "Yes." });
    for (let n = 0; n < 18; n += 1) await save(n + 10);
    const last = await Promise.all([1, 2, 3, 4].map((n) => save(n)));
    expect(last.map(({ status }) => status).toSorted()).toEqual([201, 201, 409, 409]);
    const [{ _id }] = await stall.get("/merchant/saved-answers");
    const at = `/merchant/saved-answers/${_id}`;
    expect(statusAndCode(await stranger.send("PUT", at, { name: "Mine", text: "Mine." }))[0]).toBe(404);
    expect(statusAndCode(await stranger.send("DELETE", at))[0]).toBe(404);
    expect((await stall.send("PUT", at, { name: "A", text: "No." })).status).toBe(200);
    expect((await stall.get("/merchant/saved-answers"))[0]).toEqual({ _id, name: "A", text: "No." });
    expect((await stall.send("DELETE", at)).status).toBe(200);
    expect(await stall.get("/merchant/saved-answers")).toHaveLength(19);
    expect(await stranger.get("/merchant/saved-answers")).toEqual([]);
  });
});
