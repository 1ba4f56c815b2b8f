import { expect, test } from "vitest";
import { conversations } from "../../../tests/fixtures/conversations";
import { counted, onBothDatabases } from "../../../tests/fixtures/world";

onBothDatabases("messages in lists", (world) => {
  const { aStall } = conversations(world);

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
});
