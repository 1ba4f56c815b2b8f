import { beforeEach, expect, test } from "vitest";
import { codeOf } from "../../tests/fixtures/answers";
import { aPaidOrder } from "../../tests/fixtures/checkout";
import { prove } from "../../tests/fixtures/prove";
import { aFactor, appCode } from "../../tests/fixtures/second-factor";
import { aUser, mailsSent, PASSWORD } from "../../tests/fixtures/shop";
import { onBothDatabases, type World } from "../../tests/fixtures/world";
import { issueToken } from "~/features/accounts/tokens.server";
import type { Privilege } from "~/features/accounts/schema";
import { EVERY_ROLE } from "~/platform/http/api.server";
import { CALL_PROOFS } from "./call-proofs";
import { CALL_SCOPES } from "./call-scopes";

interface Call {
  operationId: string;
  method: string;
  path: string;
  roles: Privilege[];
  refusals: string[];
}

const MADE_UP = "0123456789abcdef01234567";

/** Every documented call, with made-up ids in its address. */
async function everyCall(world: World): Promise<Call[]> {
  const { paths } = (await world.call("GET", "/openapi.json")).body as {
    paths: Record<
      string,
      Record<
        string,
        { operationId: string; security?: Record<string, string[]>[]; "x-refusals": Record<string, string[]> }
      >
    >;
  };
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId, security = [], "x-refusals": refusals }]) => ({
      operationId,
      method: method.toUpperCase(),
      path: path.replace("/api/v1", "").replaceAll(/\{\w+\}/g, MADE_UP),
      roles: security.flatMap((way) => Object.keys(way)) as Privilege[],
      refusals: Object.values(refusals).flat(),
    })),
  );
}

const LONG = 601;

onBothDatabases("a fresh proof of who is there", (world) => {
  test("every call of signed-in people that writes says whether it asks for one", async () => {
    const calls = await everyCall(world);
    const isPublic = ({ roles, operationId }: Call) => roles.length === 0 || operationId === "logOut";
    const writing = calls.filter((call) => call.method !== "GET" && !isPublic(call));
    const knownIds = new Set(calls.map(({ operationId }) => operationId));
    expect(writing.map(({ operationId }) => operationId).filter((call) => !CALL_PROOFS.has(call))).toEqual([]);
    expect([...CALL_PROOFS.keys()].filter((call) => !knownIds.has(call))).toEqual([]);
    // An address that gives power over another account, or over ways to sign in, asks for a proof in some way.
    const power =
      /\/(second-factor|lift-second-factor|end-sessions|suspend|reinstate|proof|update-password|user\/email|secret|onboarding)$/;
    expect(writing.filter((call) => power.test(call.path) && CALL_PROOFS.get(call.operationId) === "never")).toEqual(
      [],
    );
    for (const { operationId, refusals } of calls) {
      const proof = CALL_PROOFS.get(operationId);
      const asks = proof === "always" || proof === "sometimes";
      expect([operationId, refusals.includes("proof_needed")]).toEqual([operationId, asks]);
      if (proof === "always") expect([operationId, CALL_SCOPES.get(operationId)]).toEqual([operationId, "never"]);
    }
  });

  test.each(EVERY_ROLE)(
    "a session of a %s that is 10 minutes old is asked by each, before its payload",
    async (role) => {
      const calls = (await everyCall(world)).filter(
        ({ operationId, roles }) => CALL_PROOFS.get(operationId) === "always" && roles.includes(role),
      );
      expect(calls.length).toBeGreaterThan(4);
      const { token } = await aUser(world, { privilege: role });
      const ask = async () => {
        const answers: [string, string | undefined][] = [];
        for (const { operationId, method, path } of calls)
          answers.push([operationId, codeOf(await world.call(method, path, { token }))]);
        return answers;
      };
      world.clock.forward(LONG);
      expect(await ask()).toEqual(calls.map(({ operationId }) => [operationId, "proof_needed"]));
      expect((await prove(world, token)).status).toBe(200);
      expect((await ask()).filter(([, code]) => code === "proof_needed")).toEqual([]);
    },
  );

  test("by a recovery code opens one call; a letter tells that it was used and how many are left", async () => {
    const { user, codes } = await aFactor(world);
    const revokeAnd = () => world.call("POST", "/user/second-factor/recovery-codes", { token: user.token });
    const token = (name: string) =>
      world.call("POST", "/user/tokens", { token: user.token, body: { name, scopes: ["orders:read"], days: 30 } });
    world.clock.forward(LONG);
    expect((await prove(world, user.token, { code: codes[0] })).status).toBe(200);
    // As if the answer was lost: the same code again is no second proof.
    expect((await prove(world, user.token, { code: codes[0] })).status).toBe(200);
    const mails = await mailsSent(world, user.email);
    expect(mails.map(({ subject }) => subject)).toEqual(["Your second factor is on", "A recovery code was used"]);
    expect(mails[1]!.text).toContain("9 of them are left");
    // A refused call does not use up the proof.
    expect((await world.call("POST", "/user/tokens", { token: user.token, body: {} })).status).toBe(422);
    expect((await token("One")).status).toBe(201);
    expect([codeOf(await token("Two")), codeOf(await revokeAnd())]).toEqual(["proof_needed", "proof_needed"]);
    expect([(await prove(world, user.token, { code: codes[0] })).status, codeOf(await token("Two"))]).toEqual([
      422,
      "proof_needed",
    ]);
    expect((await prove(world, user.token, { code: codes[1] })).status).toBe(200);
    const answers = await Promise.all([token("Two"), token("Three")]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 403]);
  });

  test("by a recovery code that is not used ends after 10 minutes, and sets an app up whole", async () => {
    const { user, secret, codes } = await aFactor(world);
    await world.call("DELETE", "/user/second-factor", {
      token: user.token,
      body: { password: PASSWORD, code: appCode(world, secret) },
    });
    expect(codeOf(await prove(world, user.token, { code: codes[3] }))).toBe("wrong_factor_code");
    const otherFactor = await aFactor(world, { email: "grace@example.com" });
    world.clock.forward(LONG);
    await prove(world, otherFactor.user.token, { code: otherFactor.codes[0] });
    world.clock.forward(LONG);
    const begin = (token: string) => world.call("POST", "/user/second-factor/authenticator", { token });
    expect(codeOf(await begin(otherFactor.user.token))).toBe("proof_needed");
    world.clock.forward(-2 * LONG);
    const began = await begin(user.token);
    expect(began.status).toBe(201);
    const authenticatorSecret = () => world.call("GET", "/user/second-factor/authenticator", { token: user.token });
    await world.services.db.updateTable("tokens").set({ provenAt: "" }).execute();
    expect((await authenticatorSecret()).body.data).toEqual(began.body.data);
    world.clock.forward(LONG);
    expect(codeOf(await authenticatorSecret())).toBe("proof_needed");
  });

  test("is asked for another address of a webhook, not for other events", async () => {
    const { token } = await aUser(world, { privilege: "merchant" });
    const [url, events] = ["https://shop.example.com/hook", ["order.placed"]];
    const createAnswer = await world.call("POST", "/merchant/webhooks", { token, body: { url, events } });
    const change = (body: object) =>
      world.call("PUT", `/merchant/webhooks/${createAnswer.body.data._id}`, {
        token,
        body: { url, events, enabled: true, ...body },
      });
    world.clock.forward(LONG);
    expect((await change({ enabled: false })).status).toBe(200);
    expect(codeOf(await change({ url: "https://other.example.com/hook" }))).toBe("proof_needed");
    await prove(world, token);
    expect((await change({ url: "https://other.example.com/hook" })).status).toBe(200);
  });
});

onBothDatabases(
  "a refund above the sum that is set",
  (world) => {
    beforeEach(() => {
      // The price of eight pieces.
      world.services.config.refundProofAboveCents = 2000;
    });

    async function anOrder(pieces: number) {
      const { orderId } = await aPaidOrder(world, { quantity: pieces });
      const { merchantId } = await world.services.db
        .selectFrom("orderParts")
        .select("merchantId")
        .where("orderId", "=", orderId)
        .executeTakeFirstOrThrow();
      const merchant = await issueToken(world.services.db, world.services, merchantId);
      return { orderId, merchant };
    }

    test("asks for a proof of operators and merchants; many small ones of a day are no way around it", async () => {
      const operator = await aUser(world, { privilege: "operator" });
      const [large, small] = [await anOrder(9), await anOrder(3)];
      world.clock.forward(LONG);
      const refund = (orderId: string) =>
        world.call("POST", `/operator/orders/${orderId}/refund`, { token: operator.token, body: { reason: "Late." } });
      expect(codeOf(await refund(large.orderId))).toBe("proof_needed");
      expect((await refund(small.orderId)).status).toBe(200);
      expect((await refund((await anOrder(3)).orderId)).status).toBe(200);
      const third = await anOrder(3);
      expect(codeOf(await refund(third.orderId))).toBe("proof_needed");
      await prove(world, operator.token);
      expect([(await refund(third.orderId)).status, (await refund(large.orderId)).status]).toEqual([200, 200]);
    });

    test("that came back asks for a proof when it is made anew, or noted as given back another way", async () => {
      const operator = await aUser(world, { privilege: "operator" });
      const { token } = operator;
      const { orderId } = await aPaidOrder(world, { quantity: 9, card: { number: "4000 0000 0000 5126" } });
      const post = (path: string, body?: object) =>
        world.call("POST", `/operator/orders/${orderId}${path}`, { token, ...(body && { body }) });
      await prove(world, token);
      expect((await post("/refund", { reason: "Late." })).status).toBe(200);
      const comeBack = async () => {
        await world.runner.drain();
        world.clock.forward(LONG);
        await world.runner.drain(["refunds.look"]);
      };
      await comeBack();
      const [{ _id }] = (await world.call("GET", `/operator/orders/${orderId}`, { token })).body.data.refunds;
      const retryRefund = () => post(`/refunds/${_id}/anew`);
      const refundOtherWay = () =>
        post(`/refunds/${_id}/other-way`, { how: "In cash.", day: world.clock.now().toISOString().slice(0, 10) });
      expect([codeOf(await retryRefund()), codeOf(await refundOtherWay())]).toEqual(["proof_needed", "proof_needed"]);
      await prove(world, token);
      expect((await retryRefund()).status).toBe(200);
      await comeBack();
      expect(codeOf(await refundOtherWay())).toBe("proof_needed");
      await prove(world, token);
      expect((await refundOtherWay()).status).toBe(200);
    });

    test("asks merchants who cancel a part or give a part of its price back, and closes both to personal tokens", async () => {
      const { orderId, merchant } = await anOrder(9);
      const createAnswer = await world.call("POST", "/user/tokens", {
        token: merchant,
        body: { name: "Till", scopes: ["orders:write"], days: 30 },
      });
      world.clock.forward(LONG);
      const cancel = (token: string) =>
        world.call("POST", `/product/order/merchant/${orderId}/cancel`, { token, body: { reason: "Sold out." } });
      const [{ _id: lineId }] = (await world.services.db
        .selectFrom("orderLines")
        .select("_id")
        .where("orderId", "=", orderId)
        .execute()) as [{ _id: string }];
      const give = (token: string, dollars: number) =>
        world.call("POST", `/product/order/merchant/${orderId}/refund`, {
          token,
          body: { lines: [{ lineId, amount: dollars }], refunded: 0, amount: dollars, reason: "Bruised." },
        });
      const program = `Bearer ${createAnswer.body.token}`;
      expect([codeOf(await cancel(merchant)), codeOf(await give(merchant, 20.01))]).toEqual([
        "proof_needed",
        "proof_needed",
      ]);
      expect([codeOf(await cancel(program)), codeOf(await give(program, 20.01))]).toEqual([
        "not_for_tokens",
        "not_for_tokens",
      ]);
      expect((await give(program, 5)).status).toBe(200);
      await prove(world, merchant);
      expect((await cancel(merchant)).status).toBe(200);
      expect((await cancel(merchant)).status).toBe(200);
    });
  },
  { limits: true },
);
