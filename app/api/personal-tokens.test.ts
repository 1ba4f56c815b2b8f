import { expect, test } from "vitest";
import { beforeNextTransaction } from "../../tests/fixtures/meanwhile";
import { aUser, mailsSent, PASSWORD } from "../../tests/fixtures/shop";
import { everythingStored, onBothDatabases, type Answered, type World } from "../../tests/fixtures/world";
import { AREAS, AREAS_OF, PERSONAL, type Area, type Scope } from "~/features/accounts/personal-token-schema";
import type { Privilege } from "~/features/accounts/schema";
import type { AuditEntry } from "~/features/audit/schema";
import { EVERY_ROLE } from "~/platform/http/api.server";
import { CALL_SCOPES } from "./call-scopes";
import { PER_TOKEN } from "./personal-token.server";

interface Call {
  name: string;
  operationId: string;
  method: string;
  path: string;
  roles: string[];
}

/** Every documented call, with made-up ids in its address. */
async function everyCall(world: World): Promise<Call[]> {
  const { paths } = (await world.call("GET", "/openapi.json")).body as {
    paths: Record<string, Record<string, { operationId: string; security?: Record<string, string[]>[] }>>;
  };
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId, security = [] }]) => ({
      name: `${method.toUpperCase()} ${path}`,
      operationId,
      method: method.toUpperCase(),
      path: path.replace("/api/v1", "").replaceAll(/\{\w+\}/g, "0123456789abcdef01234567"),
      roles: security.flatMap((way) => Object.keys(way)),
    })),
  );
}

const areaOf = (scope: string) => scope.split(":")[0] as Area;
const everything = (role: Privilege) =>
  AREAS_OF[role].map((area): Scope => (AREAS[area].write ? `${area}:write` : `${area}:read`) as Scope);

async function createToken(world: World, token: string, scopes: Scope[], key?: string) {
  const body = { name: "A program", scopes, days: 30 };
  const headers: Record<string, string> = key ? { "Idempotency-Key": key } : {};
  return world.call("POST", "/user/tokens", { token, body, headers });
}

/** A personal token of a signed-in person. */
const aToken = async (world: World, session: string, scopes: Scope[]) =>
  `Bearer ${(await createToken(world, session, scopes)).body.token}`;

const refusedWith = (answer: Pick<Answered, "status" | "body">) => [answer.status, answer.body.error?.[0].code];

onBothDatabases("what a personal token opens", (world) => {
  test("every call has a scope, of an area of its role, to read or to write as its method says", async () => {
    const calls = await everyCall(world);
    expect([...CALL_SCOPES.keys()].toSorted()).toEqual(calls.map(({ operationId }) => operationId).toSorted());
    for (const { name, operationId, method, roles } of calls) {
      const scope = CALL_SCOPES.get(operationId) ?? "";
      if (scope === "never") continue;
      expect([name, scope === "anyone"]).toEqual([name, roles.length === 0]);
      if (scope === "anyone") continue;
      expect([name, scope.split(":")[1]]).toEqual([name, method === "GET" ? "read" : "write"]);
      for (const role of roles)
        expect([name, AREAS_OF[role as Privilege].includes(areaOf(scope))]).toEqual([name, true]);
    }
  });

  test("no token reaches a way in, what holds one shut, tokens, or where money goes", async () => {
    const closed =
      /\/(user\/(login|logout|otp|resend-otp|reset-password|update-password|first-password|first-operator|second-factor|proof|sessions|tokens|email|kept-form|invitation|sign-up-draft|export)|product\/payment\/merchant\/account|operator\/users\/[^/]+\/(end-sessions|lift-second-factor))/;
    const calls = await everyCall(world);
    const never = calls.filter(({ operationId }) => CALL_SCOPES.get(operationId) === "never");
    const open = calls.filter((call) => !never.includes(call));
    expect(open.filter(({ name }) => closed.test(name)).map(({ name }) => name)).toEqual([]);
    const { token } = await aUser(world, { privilege: "operator" });
    const personal = await aToken(world, token, everything("operator"));
    for (const { name, method, path } of never)
      expect([name, ...refusedWith(await world.call(method, path, { token: personal }))]).toEqual([
        name,
        403,
        "not_for_tokens",
      ]);
    // So is an address that is not in the document.
    const headers = { "Tus-Resumable": "1.0.0" };
    expect((await world.call("HEAD", "/file/resumable/abc", { token: personal, headers })).status).toBe(403);
  });

  test("every call asks for its scope, also where one request makes several", async () => {
    const { token } = await aUser(world);
    const personal = await aToken(world, token, ["profile:read"]);
    const memo = new Map<string, Promise<unknown>>();
    const ask = (path: string) =>
      world.api.request(`/api/v1${path}`, { headers: { Authorization: personal } }, { memo });
    expect((await ask("/user")).status).toBe(200);
    expect([(await ask("/product/order")).status, (await ask("/user/tokens")).status]).toEqual([403, 403]);
  });

  test.each(EVERY_ROLE)("a token of a %s opens the calls of its scopes, and none beside them", async (privilege) => {
    const { token } = await aUser(world, { privilege });
    const byArea = new Map<Area, Record<"read" | "write" | "others", string>>();
    for (const area of AREAS_OF[privilege])
      byArea.set(area, {
        read: await aToken(world, token, [`${area}:read` as Scope]),
        write: await aToken(world, token, [AREAS[area].write ? `${area}:write` : `${area}:read`] as Scope[]),
        others: await aToken(
          world,
          token,
          everything(privilege).filter((scope) => areaOf(scope) !== area),
        ),
      });
    const ownCalls = (await everyCall(world)).filter(({ roles }) => roles.includes(privilege));
    let triedCount = 0;
    for (const { name, operationId, method, path } of ownCalls) {
      const scope = CALL_SCOPES.get(operationId) ?? "";
      const [area, may] = scope.split(":") as [Area, "read" | "write"];
      const tokens = byArea.get(area);
      if (!tokens) continue;
      triedCount += 1;
      const ask = async (personal: string) => refusedWith(await world.call(method, path, { token: personal }));
      expect([name, ...(await ask(tokens.others))]).toEqual([name, 403, "scope_missing"]);
      if (may === "write") expect([name, ...(await ask(tokens.read))]).toEqual([name, 403, "scope_missing"]);
      expect([name, ...(await ask(tokens.write))]).not.toEqual([name, expect.toBeOneOf([401, 403]), expect.anything()]);
      if (may === "read")
        expect([name, ...(await ask(tokens.read))]).not.toEqual([
          name,
          expect.toBeOneOf([401, 403]),
          expect.anything(),
        ]);
    }
    expect(triedCount).toBeGreaterThan(15);
  });
});

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
