import { expect, test } from "vitest";
import { codeOf } from "../../tests/fixtures/answers";
import { documentedCalls, type DocumentedCall } from "../../tests/fixtures/documented-calls";
import { PROOF_TOO_OLD, prove } from "../../tests/fixtures/prove";
import { aFactor, appCode } from "../../tests/fixtures/second-factor";
import { aUser, mailsSent, PASSWORD } from "../../tests/fixtures/shop";
import { onBothDatabases } from "../../tests/fixtures/world";
import { EVERY_ROLE } from "~/platform/http/api.server";
import { CALL_PROOFS } from "./call-proofs";
import { CALL_SCOPES } from "./call-scopes";

onBothDatabases("a fresh proof of who is there", (world) => {
  test("every call of signed-in people that writes says whether it asks for one", async () => {
    const calls = await documentedCalls(world);
    const isPublic = ({ ways, operationId }: DocumentedCall) => ways.flat().length === 0 || operationId === "logOut";
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
      const calls = (await documentedCalls(world)).filter(
        ({ operationId, ways }) => CALL_PROOFS.get(operationId) === "always" && ways.flat().includes(role),
      );
      expect(calls.length).toBeGreaterThan(4);
      const { token } = await aUser(world, { privilege: role });
      const ask = async () => {
        const answers: [string, string | undefined][] = [];
        for (const { operationId, method, path } of calls)
          answers.push([operationId, codeOf(await world.call(method, path, { token }))]);
        return answers;
      };
      world.clock.forward(PROOF_TOO_OLD);
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
    world.clock.forward(PROOF_TOO_OLD);
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
    world.clock.forward(PROOF_TOO_OLD);
    await prove(world, otherFactor.user.token, { code: otherFactor.codes[0] });
    world.clock.forward(PROOF_TOO_OLD);
    const begin = (token: string) => world.call("POST", "/user/second-factor/authenticator", { token });
    expect(codeOf(await begin(otherFactor.user.token))).toBe("proof_needed");
    world.clock.forward(-2 * PROOF_TOO_OLD);
    const began = await begin(user.token);
    expect(began.status).toBe(201);
    const authenticatorSecret = () => world.call("GET", "/user/second-factor/authenticator", { token: user.token });
    await world.services.db.updateTable("tokens").set({ provenAt: "" }).execute();
    expect((await authenticatorSecret()).body.data).toEqual(began.body.data);
    world.clock.forward(PROOF_TOO_OLD);
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
    world.clock.forward(PROOF_TOO_OLD);
    expect((await change({ enabled: false })).status).toBe(200);
    expect(codeOf(await change({ url: "https://other.example.com/hook" }))).toBe("proof_needed");
    await prove(world, token);
    expect((await change({ url: "https://other.example.com/hook" })).status).toBe(200);
  });
});
