import { expect, test } from "vitest";

import { aUser, mailsSent } from "../../../tests/fixtures/shop";
import { onBothDatabases } from "../../../tests/fixtures/world";
import { newId } from "~/platform/ids.server";
import { writeMails } from "./letters.server";
import { type ARecall, aRecall, LETTER, moreOrders } from "../../../tests/fixtures/recalls";

onBothDatabases("a letter to all buyers of a product", (world) => {
  const writeLetter = async ({ post, apples }: ARecall, extra: object = {}) =>
    (await post(`/products/${apples._id}/letters`, { ...LETTER, ...extra })).body.data._id as string;

  test("can be looked at before it is sent, as its first reader gets it", async () => {
    const recall = await aRecall(world);
    const { data } = (await recall.get(`/letters/${await writeLetter(recall)}`)).body;
    expect(data).toMatchObject({ ...LETTER, readers: 2, sentAt: null, mails: 0, product: { title: "Apples" } });
    for (const part of ["Hello Zoë,", "There may be glass in it.", "2 × Apples", "/customer/order_history"])
      expect(data.preview).toContain(part);
    expect(await mailsSent(world)).toEqual([]);
  });

  test("reaches each of them once, with all their orders of it; nobody else", async () => {
    const recall = await aRecall(world);
    const id = await writeLetter(recall);
    expect((await recall.post(`/letters/${id}/send`)).body).toEqual({ message: "The letter is on its way." });
    const again = await recall.post(`/letters/${id}/send`);
    expect([again.status, again.body.error[0].code]).toEqual([409, "sent_already"]);
    const mails = await mailsSent(world);
    expect(mails.map((mail) => mail.to).toSorted()).toEqual([recall.zoe.email, recall.ben.email].toSorted());
    const bens = mails.find((mail) => mail.to === recall.ben.email)!;
    expect([bens.subject, bens.text.includes("1 × Apples"), bens.text.includes("3 × Apples")]).toEqual([
      LETTER.subject,
      true,
      true,
    ]);
    expect((await recall.get(`/letters/${id}`)).body.data).toMatchObject({ mails: 2, finishedAt: expect.any(String) });
  });

  test("is written once however often, and by however many at a time, its job is done", async () => {
    const recall = await aRecall(world);
    const id = await writeLetter(recall);
    await recall.post(`/letters/${id}/send`);
    const once = () => writeMails.handle({ letterId: id }, world.services, newId());
    await Promise.all([once(), once()]);
    await once();
    expect((await mailsSent(world)).map((mail) => mail.to)).toHaveLength(2);
  });

  test("goes on where it was when there are many, and who left is not written to", async () => {
    const recall = await aRecall(world);
    const buyers = [];
    for (let n = 0; n < 52; n += 1) buyers.push(await aUser(world));
    await moreOrders(world, recall.orders[1], buyers);
    await world.services.db
      .updateTable("users")
      .set({ email: null, deletedAt: "2026-03-05T00:00:00.000Z" })
      .where("_id", "=", recall.zoe._id)
      .execute();
    await recall.post(`/letters/${await writeLetter(recall)}/send`);
    const to = (await mailsSent(world)).map((mail) => mail.to);
    // Ben has orders in the first batch and in the last one.
    expect([to.length, new Set(to).size]).toEqual([53, 53]);
  });

  test("of some days only reaches those who bought in them", async () => {
    const recall = await aRecall(world);
    await recall.post(`/letters/${await writeLetter(recall, { since: "2026-03-03" })}/send`);
    const mails = await mailsSent(world);
    expect([mails.map((mail) => mail.to), mails[0]?.text.includes("1 × Apples")]).toEqual([[recall.ben.email], false]);
    const nobody = await recall.post(`/products/${recall.apples._id}/letters`, { ...LETTER, until: "2026-03-01" });
    expect([nobody.status, nobody.body.error[0].code]).toEqual([409, "nobody_bought"]);
  });
});
