import { expect, test } from "vitest";
import { aDeliveredOrder } from "../../../tests/fixtures/reviews";
import { aProduct, aUser } from "../../../tests/fixtures/shop";
import { counted, onBothDatabases } from "../../../tests/fixtures/world";
import { issueToken } from "~/features/accounts/tokens.server";

onBothDatabases("questions that stand with a product", (world) => {
  async function aTalk() {
    const product = await aProduct(world, { title: "Rye bread" });
    const stall = await issueToken(world.services.db, world.services, product.merchantId);
    const buyer = await aUser(world, { firstName: "Amara", lastName: "Wells" });
    const { body } = await world.call("POST", "/conversations", {
      token: buyer.token,
      body: { kind: "product", id: product._id, text: "Is it sliced?" },
    });
    const id = body.data._id as string;
    const write = (token: string, text: string) =>
      world.call("POST", `/conversations/${id}/messages`, { token, body: { text } });
    await write(stall, "We slice it.");
    const idsOf = async () =>
      (await world.call("GET", `/conversations/${id}`, { token: stall })).body.data.messages as {
        _id: string;
        isShown: boolean;
      }[];
    const [question, answer] = (await idsOf()).map(({ _id }) => _id);
    const turn = (method: "PUT" | "DELETE", message = answer, token = stall) =>
      world.call(method, `/merchant/conversations/${id}/questions/${message}`, { token });
    const list = async () => (await world.call("GET", `/product/general/${product._id}/questions`)).body.data;
    const productNow = async () => (await world.call("GET", `/product/general/${product._id}`)).body.data;
    return { product, stall, buyer, id, write, idsOf, question, turn, list, productNow };
  }

  test("are a buyer's message and the stall's answer to it, without the name, until they are taken off", async () => {
    const { product, buyer, id, idsOf, turn, list, productNow } = await aTalk();
    expect([(await list()).docs, (await productNow()).hasQuestions]).toEqual([[], undefined]);
    expect((await turn("PUT")).status).toBe(200);
    expect((await turn("PUT")).status).toBe(200);
    const { docs } = await list();
    expect(docs).toMatchObject([{ question: "Is it sliced?", answer: "We slice it." }]);
    for (const secret of ["Amara", buyer._id, id]) expect(JSON.stringify(docs)).not.toContain(secret);
    expect((await productNow()).hasQuestions).toBe(true);
    expect((await idsOf()).map(({ isShown }) => isShown)).toEqual([false, true]);
    await world.services.db.updateTable("products").set({ isPublic: 0 }).where("_id", "=", product._id).execute();
    expect((await world.call("GET", `/product/general/${product._id}/questions`)).status).toBe(404);
    await world.services.db.updateTable("products").set({ isPublic: 1 }).where("_id", "=", product._id).execute();
    expect((await turn("DELETE")).status).toBe(200);
    expect((await turn("DELETE")).body.error[0].code).toBe("unknown_question");
    expect([(await list()).docs, (await productNow()).hasQuestions]).toEqual([[], undefined]);
  });

  test("cannot be a question alone, an answer to nothing, about an order, or another stall's", async () => {
    const { product, stall, buyer, id, write, question, idsOf, turn, list } = await aTalk();
    expect((await turn("PUT", question)).body.error[0].code).toBe("not_an_answer");
    await write(stall, "And butter it.");
    expect((await turn("PUT", (await idsOf())[2]?._id)).body.error[0].code).toBe("not_an_answer");
    expect((await turn("PUT", "0".repeat(24))).body.error[0].code).toBe("not_an_answer");
    const stranger = await aUser(world, { privilege: "merchant" });
    expect((await turn("PUT", undefined, stranger.token)).body.error[0].code).toBe("unknown_conversation");
    expect((await turn("PUT", undefined, buyer.token)).status).toBe(403);
    const { partId } = await aDeliveredOrder(world, { buyerId: buyer._id, productId: product._id });
    const about = await world.call("POST", "/conversations", {
      token: buyer.token,
      body: { kind: "order", id: partId, text: "Where is it?" },
    });
    const at = `/conversations/${about.body.data._id}`;
    await world.call("POST", `${at}/messages`, { token: stall, body: { text: "Behind your door." } });
    const { messages } = (await world.call("GET", at, { token: stall })).body.data;
    const shownQuestion = await world.call("PUT", `/merchant${at}/questions/${messages[1]._id}`, { token: stall });
    expect(shownQuestion.body.error[0].code).toBe("not_an_answer");
    expect([(await list()).docs, id === about.body.data._id]).toEqual([[], false]);
  });

  test("go with a conversation that an operator closes, and cost the product's page no statement", async () => {
    const { product, stall, id, turn, list, productNow } = await aTalk();
    const read = () => counted(() => world.call("GET", `/product/general/${product._id}`));
    const { statements } = await read();
    await turn("PUT");
    expect((await read()).statements).toBe(statements);
    await world.call("POST", `/conversations/${id}/reports`, { token: stall, body: { reason: "Rude." } });
    const { token } = await aUser(world, { privilege: "operator" });
    await world.call("POST", `/operator/conversations/${id}/close`, { token, body: { reason: "Rude." } });
    expect([(await list()).docs, (await productNow()).hasQuestions]).toEqual([[], undefined]);
    expect((await turn("PUT")).body.error[0].code).toBe("conversation_closed");
  });
});
