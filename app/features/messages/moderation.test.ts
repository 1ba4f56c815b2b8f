import { expect, test } from "vitest";
import { aProduct, aUser, mailsSent } from "../../../tests/fixtures/shop";
import { onBothDatabases } from "../../../tests/fixtures/world";
import { issueToken } from "~/features/accounts/tokens.server";

onBothDatabases("reported conversations", (world) => {
  async function aConversation() {
    const product = await aProduct(world, { title: "Rye bread" });
    const stall = await issueToken(world.services.db, world.services, product.merchantId);
    const buyer = await aUser(world, { firstName: "Amara", lastName: "Wells" });
    const { token } = await aUser(world, { privilege: "operator", firstName: "Olive", lastName: "Hartman" });
    const { body } = await world.call("POST", "/conversations", {
      token: buyer.token,
      body: { kind: "product", id: product._id, text: "Buy cheap watches." },
    });
    const id = body.data._id as string;
    const write = (by: string, text: string) =>
      world.call("POST", `/conversations/${id}/messages`, { token: by, body: { text } });
    const report = (by: string, reason = "It advertises watches.") =>
      world.call("POST", `/conversations/${id}/reports`, { token: by, body: { reason } });
    const operate = (method: string, path = "", body_?: object) =>
      world.call(method, `/operator/conversations/${id}${path}`, { token, body: body_ });
    const queue = async (state: string) =>
      (await world.call("GET", `/operator/conversations?state=${state}`, { token })).body.data.docs;
    const logged = async () =>
      (await world.services.db.selectFrom("auditLog").select("action").orderBy("_id").execute()).map(
        ({ action }) => action,
      );
    return { id, stall, buyer, token, write, report, operate, queue, logged };
  }

  test("are read by operators up to the report alone, and the log says so; nothing else is", async () => {
    const { id, stall, buyer, write, report, operate, queue, logged, token } = await aConversation();
    expect((await report(buyer.token)).body.error[0].code).toBe("nothing_to_report");
    expect((await operate("GET")).status).toBe(404);
    expect((await operate("POST", "/close", { reason: "No." })).status).toBe(404);
    expect([await queue("reported"), await logged()]).toEqual([[], []]);
    await write(stall, "No thank you.");
    expect((await report(stall)).status).toBe(201);
    expect((await report(stall, "It advertises watches, twice.")).status).toBe(201);
    await write(stall, "After the report.");
    const [doc] = await queue("reported");
    expect(doc).toMatchObject({
      _id: id,
      buyer: "Amara W.",
      subject: { title: "Rye bread" },
      reports: [{ side: "merchant", reason: "It advertises watches, twice." }],
    });
    expect(JSON.stringify(doc)).not.toContain("Buy cheap");
    expect((await world.call("GET", "/operator/overview", { token })).body.data.reportedConversations).toBe(1);
    expect(await logged()).toEqual([]);
    const read = (await operate("GET")).body.data;
    expect(read.messages.map(({ text }: { text: string }) => text)).toEqual(["Buy cheap watches.", "No thank you."]);
    expect(await logged()).toEqual(["conversation.read"]);
    for (const by of [stall, buyer.token])
      expect((await world.call("GET", `/operator/conversations/${id}`, { token: by })).status).toBe(403);
  });

  test("are closed with a reason that the reported side is told, and opened again; of two operators one decides", async () => {
    const { id, stall, buyer, write, report, operate, queue, logged } = await aConversation();
    await report(stall);
    const answers = await Promise.all([
      operate("POST", "/close", { reason: "It advertises another shop." }),
      operate("POST", "/close", { reason: "Again." }),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect([await queue("reported"), (await queue("closed")).length]).toEqual([[], 1]);
    const mail = (await mailsSent(world, buyer.email)).at(-1);
    expect(mail?.subject).toBe("A conversation of yours is closed");
    expect(mail?.text).toContain("/decisions/");
    for (const by of [stall, buyer.token]) {
      expect((await write(by, "More.")).body.error[0].code).toBe("conversation_closed");
      const { closedReason, refusal } = (await world.call("GET", `/conversations/${id}`, { token: by })).body.data;
      expect([closedReason !== "", refusal]).toEqual([true, "conversation_closed"]);
    }
    world.clock.forward(1);
    expect((await operate("POST", "/reopen")).status).toBe(200);
    expect((await operate("POST", "/reopen")).body.error[0].code).toBe("not_closed");
    expect((await write(buyer.token, "Sorry.")).status).toBe(201);
    expect((await mailsSent(world, buyer.email)).at(-1)?.subject).toBe("A conversation of yours is open again");
    expect(await logged()).toEqual(["conversation.closed", "conversation.reopened"]);
  });

  test("stay open where an operator keeps them, and can be reported again", async () => {
    const { stall, report, operate, queue, write, buyer } = await aConversation();
    await report(stall);
    expect((await operate("POST", "/keep")).status).toBe(200);
    expect((await operate("POST", "/keep")).body.error[0].code).toBe("report_settled");
    expect([await queue("reported"), (await operate("GET")).status]).toEqual([[], 404]);
    expect((await write(buyer.token, "Still here.")).status).toBe(201);
    await report(stall, "Again.");
    expect(await queue("reported")).toMatchObject([{ reports: [{ reason: "Again." }] }]);
  });
});
