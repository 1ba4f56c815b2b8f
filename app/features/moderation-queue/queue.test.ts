import { expect, test } from "vitest";
import { aDeliveredOrder, reviewLine } from "../../../tests/fixtures/reviews";
import { aProduct, aUser, mailsSent, PASSWORD } from "../../../tests/fixtures/shop";
import { onBothDatabases } from "../../../tests/fixtures/world";
import { issueToken } from "~/features/accounts/tokens.server";

onBothDatabases("the operators' queue of reports", (world) => {
  const operator = () => aUser(world, { privilege: "operator", firstName: "Olive", lastName: "Hartman" });
  const list = async (token: string, query = "") =>
    (await world.call("GET", `/operator/reports${query}`, { token })).body.data;
  const open = async (token: string, caseId: string) =>
    (await world.call("GET", `/operator/reports/${caseId}`, { token })).body.data;
  const decide = (token: string, caseId: string, body: Record<string, unknown>) =>
    world.call("POST", `/operator/reports/${caseId}/decision`, { token, body });
  const linkIn = (text: string) => /\/decisions\/([\w.-]+)/.exec(text)?.[1] ?? "";

  /** A question and answer on a product's page, with their stall and buyer. */
  async function aQuestion() {
    const product = await aProduct(world, { title: "Rye bread" });
    const stall = await issueToken(world.services.db, world.services, product.merchantId);
    const buyer = await aUser(world, { firstName: "Amara", lastName: "Wells" });
    const begunConversation = await world.call("POST", "/conversations", {
      token: buyer.token,
      body: { kind: "product", id: product._id, text: "Is it sliced?" },
    });
    const conversation = begunConversation.body.data._id as string;
    await world.call("POST", `/conversations/${conversation}/messages`, { token: stall, body: { text: "Ask Joe." } });
    const { messages } = (await world.call("GET", `/conversations/${conversation}`, { token: stall })).body.data;
    const _id = messages[1]._id as string;
    const path = `/merchant/conversations/${conversation}/questions/${_id}`;
    await world.call("PUT", path, { token: stall });
    const visibleTexts = async () =>
      (await world.call("GET", `/product/general/${product._id}/questions`)).body.data.docs.length as number;
    return { _id, product, stall, buyer, path, shown: visibleTexts, conversation };
  }
  const emailOf = async (userId: string) =>
    (await world.services.db.selectFrom("users").select("email").where("_id", "=", userId).executeTakeFirstOrThrow())
      .email ?? "";

  test("a reported question vanishes with a decision, its merchant objects once, and it comes back", async () => {
    const { _id, product, stall, path, shown } = await aQuestion();
    const { token } = await operator();
    const report = (reason: string) => world.call("POST", `/product-questions/${_id}/reports`, { body: { reason } });
    expect((await report(" ")).status).toBe(422);
    expect((await report("It names a person.")).status).toBe(201);
    const queue = await list(token, "?kind=question");
    expect(queue).toMatchObject({
      docs: [{ kind: "question", title: "Rye bread", state: "reported", openReports: 1, isTakenDown: false }],
      total: 1,
      waiting: { question: { reported: 1, objected: 0 }, review: { reported: 0, objected: 0 } },
    });
    const caseId = queue.docs[0]._id as string;
    expect(await open(token, caseId)).toMatchObject({
      question: { question: "Is it sliced?", answer: "Ask Joe." },
      reports: [{ reason: "It names a person." }],
    });
    expect((await decide(token, caseId, { decision: "take_down", revision: 0 })).status).toBe(422);
    const takeDown = { decision: "take_down", revision: 0, reason: "Joe asks you not to." };
    expect((await decide(token, caseId, takeDown)).status).toBe(200);
    expect(await shown()).toBe(0);
    expect((await world.call("GET", `/product/general/${product._id}`)).body.data.hasQuestions).toBeUndefined();
    const attempts = [
      await world.call("PUT", path, { token: stall }),
      await world.call("DELETE", path, { token: stall }),
    ];
    expect(attempts.map(({ body }) => body.error[0].code)).toEqual(["question_hidden", "question_hidden"]);

    const mails = await mailsSent(world, await emailOf(product.merchantId));
    const mail = mails.find(({ text }) => text.includes("Joe asks you not to."));
    const word = linkIn(mail?.text ?? "");
    const decisions = await world.call("GET", "/user/decisions", { token: stall });
    expect(decisions.body.data).toMatchObject([{ reason: "Joe asks you not to.", canObject: true, outcome: null }]);
    const link = `/decision-link/${word}`;
    expect((await world.call("GET", link)).body.data).toMatchObject({ title: "Rye bread", canObject: true });
    world.clock.forward(60);
    const object = (text: string) => world.call("POST", `${link}/objection`, { body: { text } });
    const objections = await Promise.all([object("Joe works here."), object("Joe works here.")]);
    expect(objections.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect((await object("Once more.")).body.error[0].code).toBe("objected_already");

    const [waiting] = (await list(token, "?state=objected")).docs;
    expect(waiting).toMatchObject({ _id: caseId, state: "objected", isTakenDown: true, revision: 2 });
    expect((await open(token, caseId)).objections).toMatchObject([
      { reason: "Joe asks you not to.", text: "Joe works here." },
    ]);
    expect((await decide(token, caseId, { decision: "put_back", revision: 1 })).body.error[0].code).toBe(
      "report_decided",
    );
    expect((await decide(token, caseId, { decision: "put_back", revision: 2 })).status).toBe(200);
    expect(await shown()).toBe(1);
    expect((await world.call("GET", link)).body.data).toMatchObject({ canObject: false, outcome: "reversed" });
    expect((await world.call("DELETE", path, { token: stall })).status).toBe(200);
    const log = await world.services.db.selectFrom("auditLog").select("action").orderBy("_id").execute();
    expect(log.map(({ action }) => action)).toEqual(["question.hidden", "question.put_back"]);
  });

  test("the second decision is final: the person is told, and cannot object again", async () => {
    const order = await aDeliveredOrder(world);
    await reviewLine(world, order, { stars: 1, text: "Rotten thieves." });
    const { _id } = await world.services.db.selectFrom("reviews").select("_id").executeTakeFirstOrThrow();
    const { token } = await operator();
    await world.call("POST", `/reviews/${_id}/reports`, { body: { reason: "Rude." } });
    const caseId = (await list(token)).docs[0]._id as string;
    await decide(token, caseId, { decision: "take_down", revision: 0, reason: "It insults." });
    const [first] = await mailsSent(world, order.buyer.email);
    const link = `/decision-link/${linkIn(first?.text ?? "")}`;
    await world.call("POST", `${link}/objection`, { body: { text: "They were rotten." } });
    expect((await world.call("GET", "/operator/overview", { token })).body.data.reports).toBe(1);
    const uphold = () => decide(token, caseId, { decision: "uphold", revision: 2, reason: "Thieves is an insult." });
    const answers = await Promise.all([uphold(), uphold()]);
    expect(answers.map(({ status, body }) => [status, body.error?.[0].code]).sort()).toEqual([
      [200, undefined],
      [409, "report_decided"],
    ]);
    const mails = await mailsSent(world, order.buyer.email);
    expect(mails.map(({ text }) => text.includes("Thieves is an insult."))).toEqual([false, true]);
    expect((await world.call("GET", link)).body.data).toMatchObject({
      canObject: false,
      outcome: "upheld",
      answer: "Thieves is an insult.",
    });
    expect((await world.call("POST", `${link}/objection`, { body: { text: "Again." } })).status).toBe(409);
    expect((await list(token, "?state=decided")).docs).toMatchObject([{ _id: caseId, isTakenDown: true }]);
  });

  test("of two operators who decide at once one wins, and the other is told", async () => {
    const { _id, title } = await aProduct(world, { title: "Honey" });
    const { token } = await operator();
    await world.call("POST", `/product/general/${_id}/reports`, { body: { reason: "It is sugar." } });
    const caseId = (await list(token, "?kind=product")).docs[0]._id as string;
    expect((await open(token, caseId)).product).toMatchObject({ title, status: "on-sale" });
    const answers = await Promise.all([
      decide(token, caseId, { decision: "keep", revision: 0 }),
      decide(token, caseId, { decision: "take_down", revision: 0, reason: "Sugar." }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const { takenOffAt } = await world.services.db
      .selectFrom("products")
      .select("takenOffAt")
      .where("_id", "=", _id)
      .executeTakeFirstOrThrow();
    expect(takenOffAt === null).toBe(answers[0]?.status === 200);
    const log = await world.services.db.selectFrom("auditLog").select("action").execute();
    expect(log).toHaveLength(1);
  });

  test("a conversation's messages are read from its case, which the audit log says, and not once it was kept", async () => {
    const { conversation, stall } = await aQuestion();
    const { token } = await operator();
    await world.call("POST", `/conversations/${conversation}/reports`, { token: stall, body: { reason: "Spam." } });
    const caseId = (await list(token, "?kind=conversation")).docs[0]._id as string;
    const read = await open(token, caseId);
    expect(read.conversation.messages.map(({ text }: { text: string }) => text)).toEqual(["Is it sliced?", "Ask Joe."]);
    expect(read.reports).toMatchObject([{ reason: "Spam." }]);
    world.clock.forward(1);
    expect((await decide(token, caseId, { decision: "keep", revision: 0 })).status).toBe(200);
    expect((await open(token, caseId)).conversation).toBeUndefined();
    const log = await world.services.db.selectFrom("auditLog").select("action").orderBy("_id").execute();
    expect(log.map(({ action }) => action)).toEqual(["conversation.read", "conversation.kept"]);
  });

  test("a question that its merchant takes off leaves the queue", async () => {
    const { _id, path, stall } = await aQuestion();
    const { token } = await operator();
    await world.call("POST", `/product-questions/${_id}/reports`, { body: { reason: "Rude." } });
    await world.call("DELETE", path, { token: stall });
    expect((await list(token)).total).toBe(0);
    expect((await world.call("POST", `/product-questions/${_id}/reports`, { body: { reason: "Rude." } })).status).toBe(
      404,
    );
  });

  test("who deletes the account takes the objection along", async () => {
    const order = await aDeliveredOrder(world);
    await reviewLine(world, order, { stars: 1, text: "Bad." });
    const { _id } = await world.services.db.selectFrom("reviews").select("_id").executeTakeFirstOrThrow();
    const { token } = await operator();
    await world.call("POST", `/operator/customer-reviews/${_id}/hide`, { token, body: { reason: "Rude." } });
    const decisions = (await world.call("GET", "/user/decisions", { token: order.buyer.token })).body.data;
    await world.call("POST", `/decision-link/${decisions[0].link}/objection`, { body: { text: "My words." } });
    const exported = await world.call("GET", "/user/export", { token: order.buyer.token });
    expect(exported.body.data.decisions).toMatchObject([{ reason: "Rude.", objection: "My words." }]);
    const deletion = await world.call("DELETE", "/user", {
      token: order.buyer.token,
      body: { password: PASSWORD },
    });
    expect(deletion.status).toBe(200);
    expect((await world.call("GET", `/decision-link/${decisions[0].link}`)).status).toBe(404);
    expect(await list(token, "?state=objected")).toMatchObject({ total: 0, waiting: { review: { objected: 0 } } });
    const rows = await world.services.db.selectFrom("moderationDecisions").select(["personId", "objection"]).execute();
    expect(rows).toEqual([{ personId: null, objection: "" }]);
  });
});
