import { expect, test } from "vitest";
import { statusAndCode } from "../../../tests/fixtures/answers";
import { conversations } from "../../../tests/fixtures/conversations";
import { aUser, mailsSent, PASSWORD } from "../../../tests/fixtures/shop";
import { onBothDatabases } from "../../../tests/fixtures/world";
import { issueToken } from "~/features/accounts/tokens.server";

onBothDatabases("messages between a buyer and a stall", (world) => {
  const { as, aStall } = conversations(world);

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
