import { expect, test } from "vitest";
import { statusAndCode } from "../../../tests/fixtures/answers";
import { aDeliveredOrder } from "../../../tests/fixtures/reviews";
import { aProduct, aUser, mailsSent, PASSWORD } from "../../../tests/fixtures/shop";
import { counted, onBothDatabases } from "../../../tests/fixtures/world";
import { issueToken } from "~/features/accounts/tokens.server";

onBothDatabases("messages between a buyer and a stall", (world) => {
  const as = (token: string) => ({
    get: async (path: string) => (await world.call("GET", path, { token })).body.data,
    send: (method: string, path: string, body?: object, key?: string) =>
      world.call(method, path, { token, body, ...(key && { headers: { "Idempotency-Key": key } }) }),
  });

  /** A buyer, a stall with a product, and the calls of both. */
  async function aStall() {
    const product = await aProduct(world, { title: "Rye bread" });
    const merchant = await world.services.db
      .selectFrom("users")
      .selectAll()
      .where("_id", "=", product.merchantId)
      .executeTakeFirstOrThrow();
    const token = await issueToken(world.services.db, world.services, merchant._id);
    const buyer = await aUser(world, { firstName: "Amara", lastName: "Wells", telephone: "8025550100" });
    const ask = (text: string, token_ = buyer.token, key?: string) =>
      as(token_).send("POST", "/conversations", { kind: "product", id: product._id, text }, key);
    return { product, merchant, stall: as(token), buyer, mine: as(buyer.token), ask };
  }

  test("are one conversation of a buyer, a stall and a subject, read and answered by both", async () => {
    const { product, stall, mine, ask } = await aStall();
    expect((await mine.get(`/conversation-subject?kind=product&id=${product._id}`)).conversation).toBeNull();
    const { status, body } = await ask("Is it sliced?");
    expect(status).toBe(201);
    const id = body.data._id as string;
    expect((await ask("And is it fresh?")).body.data._id).toBe(id);
    expect((await mine.get(`/conversation-subject?kind=product&id=${product._id}`)).conversation).toBe(id);
    expect(await stall.get("/conversations")).toMatchObject({
      unread: 1,
      docs: [
        {
          _id: id,
          name: "Amara W.",
          unread: 2,
          subject: { kind: "product", title: "Rye bread" },
          last: { text: "And is it fresh?", isMine: false },
        },
      ],
    });
    expect((await stall.get("/user")).unreadConversations).toBe(1);
    await stall.send("PUT", `/conversations/${id}/read`, { upTo: 1 });
    expect((await stall.get("/conversations?state=unread")).docs).toMatchObject([{ unread: 1 }]);
    await stall.send("PUT", `/conversations/${id}/read`, { upTo: 2 });
    expect([
      (await stall.get("/conversations?state=unread")).docs,
      (await stall.get("/user")).unreadConversations,
    ]).toEqual([[], 0]);
    expect((await stall.send("POST", `/conversations/${id}/messages`, { text: "Both.\nCome by." })).status).toBe(201);
    const read = await mine.get(`/conversations/${id}`);
    expect(read).toMatchObject({ unread: 1, refusal: null, hasOlder: false, closedReason: "" });
    expect(read.messages).toMatchObject([
      { position: 1, isMine: true, isRead: true, text: "Is it sliced?" },
      { position: 2, isMine: true, isRead: true },
      { position: 3, isMine: false, isRead: false, text: "Both.\nCome by." },
    ]);
    expect((await mine.get("/user")).unreadConversations).toBe(1);
  });

  test("show neither address nor telephone, and nothing to others", async () => {
    const { stall, ask, buyer } = await aStall();
    const { _id: id } = (await ask("Is it sliced?")).body.data;
    const stallText = JSON.stringify([await stall.get("/conversations"), await stall.get(`/conversations/${id}`)]);
    expect(["Wells", buyer.email, buyer.telephone, buyer._id].filter((word) => stallText.includes(word))).toEqual([]);
    for (const privilege of ["buyer", "merchant"] as const) {
      const stranger = as((await aUser(world, { privilege })).token);
      expect((await stranger.get("/conversations")).docs).toEqual([]);
      for (const [method, path, body] of [
        ["GET", "", undefined],
        ["POST", "/messages", { text: "Mine." }],
        ["PUT", "/read", { upTo: 1 }],
        ["PUT", "/block", { isBlocked: true }],
        ["POST", "/reports", { reason: "Mine." }],
      ] as const)
        expect(statusAndCode(await stranger.send(method, `/conversations/${id}${path}`, body))).toEqual([
          404,
          "unknown_conversation",
        ]);
    }
  });

  test("are sent once under a key, and side by side each has its place", async () => {
    const { stall, mine, ask, buyer } = await aStall();
    const { _id: id } = (await ask("Is it sliced?", buyer.token, "first-message-1")).body.data;
    expect((await ask("Is it sliced?", buyer.token, "first-message-1")).body.data._id).toBe(id);
    const answers = await Promise.all([
      ...[1, 2, 3].map((n) => mine.send("POST", `/conversations/${id}/messages`, { text: `Mine ${n}` })),
      ...[1, 2, 3].map((n) => stall.send("POST", `/conversations/${id}/messages`, { text: `Theirs ${n}` })),
    ]);
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(201));
    const { messages } = await mine.get(`/conversations/${id}`);
    expect(messages.map(({ position }: { position: number }) => position)).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect((await stall.get("/conversations")).docs).toMatchObject([{ unread: 4 }]);
    expect((await mine.get("/conversations")).docs).toMatchObject([{ unread: 3 }]);
  });

  test("about the same subject, begun from two tabs at once, come into one conversation", async () => {
    const { ask, stall } = await aStall();
    const answers = await Promise.all(["One.", "Two.", "Three."].map((text) => ask(text)));
    expect(new Set(answers.map(({ body }) => body.data._id)).size).toBe(1);
    expect((await stall.get("/conversations")).docs).toMatchObject([{ unread: 3 }]);
  });

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

  test("are found by words of a message, of the subject and of the stall, whatever their case and accents", async () => {
    const { ask, mine, stall, merchant } = await aStall();
    await world.services.db
      .updateTable("stores")
      .set({ storeName: "Saffron Row" })
      .where("userId", "=", merchant._id)
      .execute();
    await ask("Ist das Brot geröstet? 100%");
    const total = async (by: typeof mine, q: string) =>
      (await by.get(`/conversations?q=${encodeURIComponent(q)}`)).docs.length;
    for (const q of ["GEROSTET", "rye BREAD", "saffron", "100%"]) expect([q, await total(mine, q)]).toEqual([q, 1]);
    for (const q of ["wheat", "%", "_"]) expect([q, await total(mine, q)]).toEqual([q, q === "%" ? 1 : 0]);
    expect(await total(stall, "gerostet")).toBe(1);
  });

  test("stand in lists with the newest first, by pages and behind a cursor, in few statements", async () => {
    const { ask, stall, product } = await aStall();
    await world.services.db
      .insertInto("conversations")
      .values(
        Array.from({ length: 24 }, (_, n) => ({
          _id: n.toString(16).padStart(24, "0"),
          buyerId: null,
          merchantId: product.merchantId,
          subjectKind: "product" as const,
          subjectId: product._id,
          orderId: null,
          title: `Loaf ${n}`,
          searchTitle: `loaf ${n}`,
          messageCount: 1,
          lastAt: `2026-03-01T12:00:${String(n).padStart(2, "0")}.000Z`,
          buyerUnread: 0,
          merchantUnread: 0,
          buyerReadTo: 0,
          merchantReadTo: 1,
          buyerMailedAt: null,
          merchantMailedAt: null,
          openReports: 0,
          closedAt: null,
          closedReason: "",
          createdAt: "2026-03-01T12:00:00.000Z",
        })),
      )
      .execute();
    await world.services.db
      .insertInto("messages")
      .values(
        Array.from({ length: 24 }, (_, n) => ({
          _id: `m${n.toString(16).padStart(23, "0")}`,
          conversationId: n.toString(16).padStart(24, "0"),
          position: 1,
          side: "buyer" as const,
          text: "Fresh?",
          searchText: "fresh?",
          createdAt: "2026-03-01T12:00:00.000Z",
        })),
      )
      .execute();
    await ask("Is it sliced?");
    const { answer: first, statements } = await counted(() => stall.get("/conversations"));
    expect(statements).toBe(3);
    expect([first.docs.length, first.docs[0].last.text, first.total, first.hasNextPage]).toEqual([
      20,
      "Is it sliced?",
      25,
      true,
    ]);
    const titles = (page: { docs: { subject: { title: string } }[] }) => page.docs.map(({ subject }) => subject.title);
    const second = await stall.get("/conversations?page=2");
    expect(titles(second)).toEqual(["Loaf 4", "Loaf 3", "Loaf 2", "Loaf 1", "Loaf 0"]);
    expect(titles(await stall.get(`/conversations?after=${first.next}`))).toEqual(titles(second));
    expect([second.hasNextPage, second.next]).toEqual([false, null]);
  });

  test("of a long conversation come thirty at a time, the newest first asked for", async () => {
    const { ask, stall, mine } = await aStall();
    const { _id: id } = (await ask("1")).body.data;
    for (let n = 2; n <= 33; n += 1) await stall.send("POST", `/conversations/${id}/messages`, { text: String(n) });
    const newest = await mine.get(`/conversations/${id}`);
    expect([newest.messages[0].text, newest.messages.at(-1).text, newest.hasOlder]).toEqual(["4", "33", true]);
    const older = await mine.get(`/conversations/${id}?before=4`);
    expect([older.messages.map(({ text }: { text: string }) => text), older.hasOlder]).toEqual([
      ["1", "2", "3"],
      false,
    ]);
  });

  test("are told by mail once an hour a conversation, to who has not read them, without their words", async () => {
    const { ask, stall, mine, merchant, buyer } = await aStall();
    const toMerchant = async () => (await mailsSent(world, merchant.email ?? "")).map(({ subject }) => subject);
    const { _id: id } = (await ask("Secret rye?")).body.data;
    await ask("Secret wheat?");
    expect(await toMerchant()).toEqual(["Amara W. has written to you about Rye bread"]);
    const [mail] = await mailsSent(world, merchant.email ?? "");
    expect(mail?.unsubscribe).toMatch(/\/notices\/\S+$/);
    expect(mail?.text).toContain(`/merchant/conversations/${id}`);
    expect(mail?.text).toContain("Nobody reads replies to this mail");
    for (const word of ["Secret", "Wells", buyer.email]) expect(mail?.text).not.toContain(word);
    world.clock.forward(600);
    await ask("Secret oats?");
    expect(await toMerchant()).toHaveLength(1);
    world.clock.forward(3000);
    expect(await toMerchant()).toHaveLength(2);
    world.clock.forward(60);
    await ask("Secret barley?");
    await stall.send("PUT", `/conversations/${id}/read`, { upTo: 9 });
    world.clock.forward(3600);
    expect(await toMerchant()).toHaveLength(2);
    await stall.send("POST", `/conversations/${id}/messages`, { text: "Secret answer." });
    const toBuyer = await mailsSent(world, buyer.email);
    expect(toBuyer.map(({ subject }) => subject)).toEqual([
      expect.stringMatching(/^Stall \d+ has written to you about Rye bread$/),
    ]);
    expect(toBuyer[0]?.text).toContain(`/customer/conversations/${id}`);
    await mine.send("PUT", `/conversations/${id}/read`, { upTo: 9 });
    await mine.send("PUT", "/user/notices/messages", { mail: false });
    world.clock.forward(7200);
    await stall.send("POST", `/conversations/${id}/messages`, { text: "Another answer." });
    world.clock.forward(7200);
    expect(await mailsSent(world, buyer.email)).toHaveLength(1);
  });

  test("stay for the stall without the name once the buyer has left, and are in the buyer's export before", async () => {
    const { ask, stall, mine, buyer } = await aStall();
    const { _id: id } = (await ask("Is it sliced?")).body.data;
    await stall.send("POST", `/conversations/${id}/messages`, { text: "It is." });
    await mine.send("POST", `/conversations/${id}/reports`, { reason: "Rude." });
    await mine.send("PUT", `/conversations/${id}/block`, { isBlocked: true });
    const { conversations } = await mine.get("/user/export");
    expect(conversations).toMatchObject({
      withStalls: [
        {
          title: "Rye bread",
          messages: [
            { side: "buyer", text: "Is it sliced?" },
            { side: "merchant", text: "It is." },
          ],
          reports: [{ reason: "Rude." }],
        },
      ],
      blockedStalls: [{ stall: expect.stringMatching(/^Stall/) }],
    });
    expect((await mine.send("DELETE", "/user", { password: PASSWORD })).status).toBe(200);
    expect((await stall.get("/conversations")).docs).toMatchObject([{ _id: id, name: "" }]);
    expect(await stall.get(`/conversations/${id}`)).toMatchObject({ name: "", refusal: "buyer_left" });
    const sentMessage = await stall.send("POST", `/conversations/${id}/messages`, { text: "Hello?" });
    expect(statusAndCode(sentMessage)).toEqual([409, "buyer_left"]);
    const { db } = world.services;
    expect(await db.selectFrom("messageBlocks").selectAll().execute()).toEqual([]);
    expect(JSON.stringify(await db.selectFrom("conversations").selectAll().execute())).not.toContain(buyer._id);
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

  test("a merchant's own server is told of a buyer's message, without the name", async () => {
    const { ask, stall, merchant } = await aStall();
    const { db } = world.services;
    const token = await issueToken(db, world.services, merchant._id);
    await world.call("POST", "/merchant/webhooks", {
      token,
      body: { url: "https://stall.invalid/hook", events: ["message.created"] },
    });
    const { _id: id } = (await ask("Is it sliced?")).body.data;
    await stall.send("POST", `/conversations/${id}/messages`, { text: "It is." });
    const deliveries = await db.selectFrom("webhookDeliveries").select("body").execute();
    expect(deliveries.map(({ body }) => JSON.parse(body).data)).toMatchObject([
      { message: { text: "Is it sliced?" }, conversation: { _id: id, kind: "product", title: "Rye bread" } },
    ]);
    expect(JSON.stringify(deliveries)).not.toContain("Amara");
  });
});
