import { expect, test } from "vitest";
import { beforeNextTransaction } from "../../tests/fixtures/meanwhile";
import { aUser, mailsSent, PASSWORD } from "../../tests/fixtures/shop";
import { everythingStored, onBothDatabases, type Answered } from "../../tests/fixtures/world";
import { PERSONAL } from "~/features/accounts/personal-token-schema";
import type { AuditEntry } from "~/features/audit/schema";
import { PER_TOKEN } from "./personal-token.server";
import { aToken, createToken, refusedWith } from "../../tests/fixtures/personal-tokens";

onBothDatabases("a personal token", (world) => {
  test("is told once, mailed about, kept as a hash, listed with its last use, and revoked", async () => {
    const { token: session, email } = await aUser(world);
    const answer = await createToken(world, session, ["orders:read", "profile:read"]);
    const token = answer.body.token as string;
    expect(token).toMatch(new RegExp(`^${PERSONAL}[0-9a-f]{64}$`));
    await world.runner.drain();
    expect(world.mails.map(({ to, subject }) => [to, subject])).toEqual([[email, "A token for programs was made"]]);
    expect(world.mails[0]?.text).toContain("Orders (read), Profile (read)");
    expect(await everythingStored(world)).not.toContain(token.slice(PERSONAL.length));
    expect(JSON.stringify(world.mails)).not.toContain(token);

    const tokensListed = async () => (await world.call("GET", "/user/tokens", { token: session })).body.data;
    expect(await tokensListed()).toEqual([answer.body.data]);
    expect(answer.body.data).toMatchObject({ lastUsedAt: null, scopes: ["orders:read", "profile:read"] });
    world.clock.forward(60);
    expect((await world.call("GET", "/user", { token: `Bearer ${token}` })).body.data.email).toBe(email);
    expect((await tokensListed())[0].lastUsedAt).toBe(world.clock.now().toISOString());

    const id = answer.body.data._id as string;
    const { token: stranger } = await aUser(world);
    expect(refusedWith(await world.call("DELETE", `/user/tokens/${id}`, { token: stranger }))).toEqual([
      404,
      "unknown_token",
    ]);
    expect((await world.call("DELETE", `/user/tokens/${id}`, { token: session })).status).toBe(200);
    expect(await tokensListed()).toEqual([]);
    expect(refusedWith(await world.call("GET", "/user", { token: `Bearer ${token}` }))).toEqual([401, "dead_token"]);
    expect((await world.call("DELETE", `/user/tokens/${id}`, { token: session })).status).toBe(404);
  });

  test("is made once, however often its form is sent, and not again once it was revoked", async () => {
    const { token: session } = await aUser(world);
    const [first, repeatAnswer, otherAnswer] = [
      await createToken(world, session, ["orders:read"], "the-key-of-a-form"),
      await createToken(world, session, ["orders:read"], "the-key-of-a-form"),
      await createToken(world, session, ["orders:read"], "the-key-of-another"),
    ];
    expect(repeatAnswer.body).toEqual(first.body);
    expect(otherAnswer.body.token).not.toBe(first.body.token);
    await world.runner.drain();
    expect(world.mails).toHaveLength(2);
    await world.call("DELETE", `/user/tokens/${first.body.data._id}`, { token: session });
    expect(refusedWith(await createToken(world, session, ["orders:read"], "the-key-of-a-form"))).toEqual([
      409,
      "revoked_token",
    ]);
    // The same key from another account is another key.
    const { token: stranger } = await aUser(world);
    expect((await createToken(world, stranger, ["orders:read"], "the-key-of-a-form")).body.token).not.toBe(
      first.body.token,
    );
  });

  test("takes a proof of who is there, an area that the account has, and room among 20", async () => {
    const { token: session } = await aUser(world);
    expect(refusedWith(await createToken(world, session, ["products:read"]))).toEqual([422, "scope_of_another_role"]);
    expect(refusedWith(await createToken(world, session, []))).toEqual([422, "too_small"]);
    for (let n = 0; n < 20; n += 1) expect((await createToken(world, session, ["orders:read"])).status).toBe(201);
    expect(refusedWith(await createToken(world, session, ["orders:read"]))).toEqual([409, "too_many_tokens"]);
    world.clock.forward(11 * 60);
    expect(refusedWith(await createToken(world, session, ["orders:read"]))).toEqual([403, "proof_needed"]);
    await world.call("POST", "/user/proof", { token: session, body: { password: PASSWORD } });
    expect(refusedWith(await createToken(world, session, ["orders:read"]))).toEqual([409, "too_many_tokens"]);
  });

  test("outlives the end of sessions, and ends with its days, a new password, and at an operator's hand", async () => {
    const operator = await aUser(world, { privilege: "operator" });
    const ways: Record<string, (buyer: { _id: string; token: string }) => Promise<unknown>> = {
      days: async () => world.clock.forward(31 * 86_400),
      password: ({ token }) =>
        world.call("PUT", "/user/update-password", {
          token,
          body: { oldPassword: PASSWORD, newPassword: "plum-orchard-77", confirmNewPassword: "plum-orchard-77" },
        }),
      operator: ({ _id }) => world.call("POST", `/operator/users/${_id}/end-sessions`, { token: operator.token }),
      account: ({ token }) => world.call("DELETE", "/user", { token, body: { password: PASSWORD } }),
    };
    for (const [way, end] of Object.entries(ways).toReversed()) {
      const buyer = await aUser(world);
      const personal = await aToken(world, buyer.token, ["profile:read"]);
      await world.call("DELETE", "/user/sessions", { token: buyer.token });
      expect([way, (await world.call("GET", "/user", { token: personal })).status]).toEqual([way, 200]);
      await end(buyer);
      expect([way, ...refusedWith(await world.call("GET", "/user", { token: personal }))]).toEqual([
        way,
        401,
        "dead_token",
      ]);
    }
  });

  test.each<[string, [number, string], (user: { email: string; token: string }) => Promise<() => Promise<Answered>>]>([
    [
      "the password is set by the mailed link",
      [401, "dead_token"],
      async ({ email }) => {
        await world.call("PUT", "/user/reset-password", { body: { email } });
        const text = (await mailsSent(world, email)).at(-1)?.text ?? "";
        const link = /newPassword\?link=([0-9a-f]{64})/.exec(text)?.[1];
        const body = { link, password: "plum-orchard-77" };
        return () => world.call("POST", "/user/reset-password/link", { body });
      },
    ],
    [
      "the same session changes the password",
      [403, "proof_needed"],
      async ({ token }) => {
        const body = { oldPassword: PASSWORD, newPassword: "plum-orchard-77", confirmNewPassword: "plum-orchard-77" };
        return () => world.call("PUT", "/user/update-password", { token, body });
      },
    ],
    [
      "the session is signed out",
      [401, "dead_token"],
      async ({ token }) =>
        () =>
          world.call("POST", "/user/logout", { token }),
    ],
  ])("is not made when %s meanwhile", async (_, refusal, end) => {
    const user = await aUser(world);
    beforeNextTransaction(world, await end(user));
    expect(refusedWith(await createToken(world, user.token, ["profile:read"]))).toEqual(refusal);
    expect(await world.services.db.selectFrom("personalTokens").select("_id").execute()).toEqual([]);
  });

  test("of an operator opens nothing while a second factor is missing, and none is made", async () => {
    const { config } = world.services;
    const { token: session } = await aUser(world, { privilege: "operator" });
    const personal = await aToken(world, session, ["office:read"]);
    const overview = () => world.call("GET", "/operator/overview", { token: personal });
    expect((await overview()).status).toBe(200);
    try {
      config.operatorsNeedSecondFactor = true;
      expect(refusedWith(await overview())).toEqual([403, "second_factor_missing"]);
      expect(refusedWith(await createToken(world, session, ["office:read"]))).toEqual([403, "second_factor_missing"]);
    } finally {
      config.operatorsNeedSecondFactor = false;
    }
  });

  test("of an operator stands in the audit log when it is made and when it is revoked; others' do not", async () => {
    const operator = await aUser(world, { privilege: "operator" });
    const buyer = await aUser(world);
    await createToken(world, buyer.token, ["orders:read"]);
    const { body } = await createToken(world, operator.token, ["office:read"]);
    world.clock.forward(1);
    await world.call("DELETE", `/user/tokens/${body.data._id}`, { token: operator.token });
    const log = await world.call("GET", "/operator/audit", { token: operator.token });
    expect(log.body.data.docs.map(({ action, subject }: AuditEntry) => [action, subject])).toEqual([
      ["operator.token_revoked", "A program"],
      ["operator.token_made", "A program"],
    ]);
  });
});

onBothDatabases(
  "how often a personal token may call",
  (world) => {
    test("each answer says what is left; then it is refused until the time is over, and no other token with it", async () => {
      const { token: session } = await aUser(world);
      const first = await createToken(world, session, ["profile:read"]);
      const otherToken = await aToken(world, session, ["profile:read"]);
      const ask = (token: string) => world.call("GET", "/user", { token });
      const fresh = await ask(`Bearer ${first.body.token}`);
      expect(fresh.headers.get("RateLimit-Policy")).toBe('"token";q=300;w=60');
      expect(fresh.headers.get("RateLimit")).toMatch(/^"token";r=299;t=(59|60)$/);
      await world.services.rateLimiter.consume(PER_TOKEN, first.body.data._id, 299);
      const refusal = await ask(`Bearer ${first.body.token}`);
      expect(refusedWith(refusal)).toEqual([429, "too_many_tries"]);
      expect(Number(refusal.headers.get("Retry-After"))).toBeGreaterThan(50);
      expect(refusal.headers.get("RateLimit")).toMatch(/^"token";r=0;t=\d\d$/);
      expect([(await ask(otherToken)).status, (await ask(session)).status]).toEqual([200, 200]);
    });
  },
  { limits: true },
);
