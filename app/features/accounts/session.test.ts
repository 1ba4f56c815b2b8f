import { expect, test, vi } from "vitest";
import { aUser, PASSWORD } from "../../../tests/fixtures/shop";
import { onBothDatabases, type World } from "../../../tests/fixtures/world";

const logIn = (world: World, email: unknown, password: unknown = PASSWORD, address = "203.0.113.7") =>
  world.call("POST", "/user/login", { body: { email, password }, address });

onBothDatabases("being signed in", (world) => {
  test("a wrong password and an unknown address are told the same", async () => {
    const user = await aUser(world);
    const [wrong, unknown] = [
      await logIn(world, user.email, "not-this-one-1"),
      await logIn(world, "nobody@example.com"),
    ];
    expect([wrong.status, wrong.body.error]).toEqual([
      401,
      [{ message: "Email or password is wrong.", code: "wrong_credentials" }],
    ]);
    expect([unknown.status, unknown.body.error]).toEqual([wrong.status, wrong.body.error]);
  });

  test("who has not verified the address is told so, but only with the right password", async () => {
    const user = await aUser(world, { verifiedAt: null });
    expect((await logIn(world, user.email)).body.error[0]).toMatchObject({ code: "email_not_verified" });
    expect((await logIn(world, user.email)).status).toBe(403);
    expect((await logIn(world, user.email, "not-this-one-1")).status).toBe(401);
  });

  test("the token counts as it is and with Bearer in front", async () => {
    const user = await aUser(world);
    const { token } = (await logIn(world, user.email)).body;
    for (const authorization of [token, `Bearer ${token}`, `bearer ${token}`]) {
      const answer = await world.call("GET", "/user", { token: authorization });
      expect([answer.status, answer.body.data._id]).toEqual([200, user._id]);
    }
    expect((await world.call("GET", "/user", { token: `${token.slice(0, 9)}Bearer ${token.slice(9)}` })).status).toBe(
      401,
    );
  });

  test("no token, a made-up one and an expired one are told apart from the living", async () => {
    const user = await aUser(world);
    expect((await world.call("GET", "/user")).body.error[0]).toEqual({
      code: "not_signed_in",
      message: "Please sign in.",
    });
    expect((await world.call("GET", "/user", { token: "f".repeat(64) })).body.error[0].code).toBe("dead_token");
    world.clock.forward(31 * 86_400);
    const lateAnswer = await world.call("GET", "/user", { token: user.token });
    expect([lateAnswer.status, lateAnswer.body.error[0].code]).toEqual([401, "dead_token"]);
  });

  test("logging out ends this session and no other", async () => {
    const user = await aUser(world);
    const { token } = (await logIn(world, user.email)).body;
    expect((await world.call("POST", "/user/logout", { token })).status).toBe(200);
    expect((await world.call("GET", "/user", { token })).status).toBe(401);
    expect((await world.call("GET", "/user", { token: user.token })).status).toBe(200);
    expect((await world.call("POST", "/user/logout")).status).toBe(200);
  });

  test("the database holds hashes of tokens, never a token", async () => {
    const user = await aUser(world);
    const rows = await world.services.db.selectFrom("tokens").selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(user.token);
  });

  test("a closed account cannot be logged in to", async () => {
    const user = await aUser(world);
    await world.call("DELETE", "/user", { token: user.token, body: { password: PASSWORD } });
    expect((await logIn(world, user.email)).status).toBe(401);
  });

  test.each([
    [{}, "email"],
    [{ email: "a@example.com" }, "password"],
    [{ email: 5, password: "x" }, "email"],
    [{ email: "a@example.com", password: ["x"] }, "password"],
  ])("a login of %j is refused at %s", async (body, field) => {
    const refusal = await world.call("POST", "/user/login", { body });
    expect([refusal.status, refusal.body.error[0].field]).toEqual([422, field]);
    expect(refusal.body.error[0].message).toMatch(/ is required$/);
  });

  test.each(["' or 1=1 --", "%", "", "ünïcödé@example.com"])("an address such as %j is simply wrong", async (email) => {
    const refusal = await logIn(world, email);
    expect([refusal.status, refusal.body.error[0].message]).toEqual([401, "Email or password is wrong."]);
  });
});

onBothDatabases(
  "guessing passwords",
  (world) => {
    test("five wrong passwords lock an account for a quarter of an hour, for who typed them; its owner elsewhere still gets in", async () => {
      vi.useFakeTimers({ toFake: ["Date"] });
      try {
        const user = await aUser(world);
        for (let n = 0; n < 5; n += 1)
          expect((await logIn(world, user.email, "not-this-one-1", "198.51.100.1")).status).toBe(401);
        const locked = await logIn(world, user.email, PASSWORD, "198.51.100.1");
        expect(locked.status).toBe(429);
        expect(Number(locked.headers.get("Retry-After"))).toBeGreaterThan(890);
        expect(locked.body.error).toEqual([
          { code: "too_many_tries", message: "Too many tries. Please try again in 15 minutes." },
        ]);
        expect((await logIn(world, user.email, PASSWORD, "198.51.100.2")).status).toBe(200);
        vi.setSystemTime(Date.now() + 901_000);
        expect((await logIn(world, user.email, PASSWORD, "198.51.100.1")).status).toBe(200);
      } finally {
        vi.useRealTimers();
      }
    });

    test("guessing from many addresses at once locks the account for all", async () => {
      vi.useFakeTimers({ toFake: ["Date"] });
      try {
        const user = await aUser(world);
        for (let n = 0; n < 50; n += 1) await logIn(world, user.email, "not-this-one-1", `192.0.2.${n}`);
        expect((await logIn(world, user.email, PASSWORD, "192.0.2.200")).status).toBe(429);
      } finally {
        vi.useRealTimers();
      }
    });

    test("an address that is nobody's is locked just the same", async () => {
      const statuses = [];
      for (let n = 0; n < 6; n += 1)
        statuses.push((await logIn(world, "ghost@example.com", "not-this-one-1", "198.51.100.3")).status);
      expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
    });

    test("a right password forgives the wrong ones before it", async () => {
      const user = await aUser(world);
      for (let round = 0; round < 3; round += 1) {
        for (let n = 0; n < 4; n += 1) await logIn(world, user.email, "not-this-one-1", `198.51.100.${10 + round}`);
        expect((await logIn(world, user.email, PASSWORD, `198.51.100.${10 + round}`)).status).toBe(200);
      }
    });

    test("one computer cannot try many accounts", async () => {
      const statuses = [];
      for (let n = 0; n < 41; n += 1)
        statuses.push((await logIn(world, `try-${n}@example.com`, "not-this-one-1", "198.51.100.4")).status);
      expect(statuses.slice(0, 40).every((status) => status === 401)).toBe(true);
      expect(statuses[40]).toBe(429);
      expect((await logIn(world, "try-99@example.com", "not-this-one-1", "198.51.100.5")).status).toBe(401);
    });
  },
  { limits: true },
);

const SOMETHING = "0123456789abcdef01234567";
const BUYERS_ONLY: [method: string, path: string, body?: object][] = [
  ["GET", "/user/lists"],
  ["POST", "/user/lists", { carts: [], wishlist: [] }],
  ["PUT", `/user/cart/${SOMETHING}`, { quantity: 1 }],
  ["DELETE", `/user/cart/${SOMETHING}`],
  ["DELETE", "/user/cart"],
  ["PUT", `/user/wishlist/${SOMETHING}`],
  ["DELETE", `/user/wishlist/${SOMETHING}`],
  ["GET", "/product/order"],
  ["GET", `/product/order/${SOMETHING}`],
  ["POST", `/product/order/${SOMETHING}/again`],
  ["POST", "/product/payment/initialize", { carts: [{ product: SOMETHING, quantity: 1 }] }],
  ["GET", "/product/payment/current"],
  ["POST", "/product/payment/finalize", { stripeId: "pi_test_nothing" }],
];
const ANY_USER: [method: string, path: string, body?: object][] = [
  ["GET", "/user"],
  ["GET", "/user/export"],
  ["PUT", "/user/billing", {}],
  ["DELETE", "/user", { password: "x" }],
  [
    "PUT",
    "/user/update-password",
    { oldPassword: "x", newPassword: "plum-orchard-77", confirmNewPassword: "plum-orchard-77" },
  ],
];

onBothDatabases("roles", (world) => {
  test.each([...BUYERS_ONLY, ...ANY_USER])("%s %s asks a visitor to sign in", async (method, path, body) => {
    const refusal = await world.call(method, path, { body });
    expect([refusal.status, refusal.body.error]).toEqual([
      401,
      [{ code: "not_signed_in", message: "Please sign in." }],
    ]);
  });

  test("what is for buyers is closed to merchants and operators", async () => {
    for (const privilege of ["merchant", "operator"] as const) {
      const { token } = await aUser(world, { privilege });
      for (const [method, path, body] of BUYERS_ONLY) {
        const refusal = await world.call(method, path, { token, body });
        expect([method, path, refusal.status, refusal.body.error]).toEqual([
          method,
          path,
          403,
          [{ code: "not_allowed", message: "You do not have the permission to perform this operation" }],
        ]);
      }
    }
  });

  test("a visitor's picture and profile are refused before they are read", async () => {
    const form = new FormData();
    form.set("firstName", "Mallory");
    expect((await world.call("PUT", "/user", { form })).status).toBe(401);
  });
});
