import { expect, test, vi } from "vitest";
import { bought } from "../../../tests/fixtures/books";
import { aProduct, aUser, mailsSent, PASSWORD } from "../../../tests/fixtures/shop";
import { onBothDatabases, type World } from "../../../tests/fixtures/world";
import { inviteOperator } from "./invitation.server";
import { PermanentFailure } from "~/platform/jobs/permanent-failure";
import { sendMail } from "~/platform/mail/send-mail.server";

const DAY = 86_400;
const NEW = "ada.new@example.com";
const OTHER = "walnut-harvest-31";

const ask = (world: World, token: string, email = NEW, password = PASSWORD) =>
  world.call("POST", "/user/email", { token, body: { email, password } });
const press = (world: World, route: "confirm" | "undo", link: string) =>
  world.call("POST", `/user/email/${route}`, { body: { link } });
const logIn = async (world: World, email: string) =>
  (await world.call("POST", "/user/login", { body: { email, password: PASSWORD } })).status;
const addressOf = async (world: World, token: string) =>
  (await world.call("GET", "/user", { token })).body.data?.email as string | undefined;

/** The token in the newest link of this kind that was mailed to an address. */
async function linkIn(world: World, to: string, route: "confirm" | "undo"): Promise<string> {
  const mails = (await mailsSent(world, to)).flatMap(
    ({ text }) => new RegExp(`email/${route}\\?link=([0-9a-f]{64})`).exec(text)?.[1] ?? [],
  );
  return mails.at(-1) ?? "";
}

async function changeAddress(world: World) {
  const user = await aUser(world);
  await ask(world, user.token);
  await press(world, "confirm", await linkIn(world, NEW, "confirm"));
  return user;
}

onBothDatabases("another address for an account", (world) => {
  test("counts once the link that was sent to it is pressed; both addresses are told at each step", async () => {
    const user = await aUser(world);
    expect((await ask(world, user.token)).status).toBe(200);
    expect([await addressOf(world, user.token), await logIn(world, NEW)]).toEqual([user.email, 401]);
    const link = await linkIn(world, NEW, "confirm");
    expect((await press(world, "confirm", link)).body.message).toBe(`Your address is ${NEW} from now on.`);
    expect([await addressOf(world, user.token), await logIn(world, NEW), await logIn(world, user.email)]).toEqual([
      NEW,
      200,
      401,
    ]);
    const subjectsTo = async (to: string) => (await mailsSent(world, to)).map(({ subject }) => subject).toSorted();
    expect(await subjectsTo(user.email)).toEqual(["Somebody asked to change your address", "Your address was changed"]);
    expect(await subjectsTo(NEW)).toEqual(["Is this your new address for Fieldstall?", "Your address was changed"]);
    expect((await press(world, "confirm", link)).body.error[0].code).toBe("dead_link");
  });

  test("takes the password, another address than before, and a link of this day that is the newest", async () => {
    const { token } = await aUser(world, { email: "ada@example.com" });
    expect((await ask(world, token, NEW, "not-this-one-1")).body.error[0].code).toBe("wrong_password");
    expect((await ask(world, token, " ADA@example.com")).body.error[0].code).toBe("same_address");
    await ask(world, token);
    const first = await linkIn(world, NEW, "confirm");
    await ask(world, token);
    expect((await press(world, "confirm", first)).status).toBe(422);
    world.clock.forward(DAY + 1);
    expect((await press(world, "confirm", await linkIn(world, NEW, "confirm"))).status).toBe(422);
    expect(await addressOf(world, token)).toBe("ada@example.com");
  });

  test("that has an account is answered the same, and only its owner is told", async () => {
    const [user, owner] = [await aUser(world), await aUser(world)];
    const [takenResponse, free] = [await ask(world, user.token, owner.email), await ask(world, user.token, NEW)];
    expect([takenResponse.status, takenResponse.body.message]).toEqual([
      free.status,
      `We have sent a link to ${owner.email}.`,
    ]);
    expect((await mailsSent(world, owner.email)).map(({ subject }) => subject)).toEqual([
      "You already have a Fieldstall account",
    ]);
    expect(await linkIn(world, owner.email, "confirm")).toBe("");
  });

  test("that somebody signed up with meanwhile is refused, and nothing is changed", async () => {
    const user = await aUser(world);
    await ask(world, user.token);
    await aUser(world, { email: NEW });
    const refusal = await press(world, "confirm", await linkIn(world, NEW, "confirm"));
    expect([refusal.status, refusal.body.error[0].code]).toEqual([409, "address_taken"]);
    expect(await addressOf(world, user.token)).toBe(user.email);
  });

  test("is taken back from the old one within seven days, whatever it was changed to since; sessions and password end", async () => {
    const user = await changeAddress(world);
    const undo = await linkIn(world, user.email, "undo");
    world.clock.forward(601);
    await ask(world, user.token, "further@example.com");
    await press(world, "confirm", await linkIn(world, "further@example.com", "confirm"));
    world.clock.forward(6 * DAY);
    expect((await press(world, "undo", undo)).status).toBe(200);
    expect((await world.call("GET", "/user", { token: user.token })).status).toBe(401);
    expect([
      await logIn(world, user.email),
      await logIn(world, "further@example.com"),
      await logIn(world, NEW),
    ]).toEqual([401, 401, 401]);
    await world.call("PUT", "/user/reset-password", { body: { email: user.email } });
    const reset = (await mailsSent(world, user.email)).flatMap(
      ({ text }) => /newPassword\?link=([0-9a-f]{64})/.exec(text)?.[1] ?? [],
    );
    await world.call("POST", "/user/reset-password/link", { body: { link: reset.at(-1), password: PASSWORD } });
    expect(await logIn(world, user.email)).toBe(200);
    expect((await press(world, "undo", undo)).status).toBe(422);
  });

  test("is taken back by its first owner also after the second address took it back from a third", async () => {
    const user = await changeAddress(world);
    const undo = await linkIn(world, user.email, "undo");
    world.clock.forward(601);
    await ask(world, user.token, "further@example.com");
    await press(world, "confirm", await linkIn(world, "further@example.com", "confirm"));
    expect((await press(world, "undo", await linkIn(world, NEW, "undo"))).status).toBe(200);
    expect((await press(world, "undo", undo)).body.message).toContain(user.email);
  });

  test("is taken back from whoever signed up with it meanwhile and never proved it, and from nobody else", async () => {
    const user = await changeAddress(world);
    const signUp = { email: user.email, password: OTHER, firstName: "Mal", lastName: "Ory", privilege: "buyer" };
    expect((await world.call("POST", "/user", { body: signUp })).status).toBe(201);
    const undo = await linkIn(world, user.email, "undo");
    await world.services.db
      .updateTable("users")
      .set({ verifiedAt: world.clock.now().toISOString() })
      .where("email", "=", user.email)
      .execute();
    expect((await press(world, "undo", undo)).body.error[0].code).toBe("address_taken");
    await world.services.db.updateTable("users").set({ verifiedAt: null }).where("email", "=", user.email).execute();
    expect((await press(world, "undo", undo)).status).toBe(200);
    const remainingUsers = await world.services.db
      .selectFrom("users")
      .select("_id")
      .where("email", "=", user.email)
      .execute();
    expect(remainingUsers).toEqual([{ _id: user._id }]);
  });

  test("is not taken back from who became an operator meanwhile", async () => {
    const user = await changeAddress(world);
    await inviteOperator(world.services, NEW);
    expect((await press(world, "undo", await linkIn(world, user.email, "undo"))).body.error[0].code).toBe("dead_link");
  });

  test("cannot be taken back after seven days, nor by the link to the new address", async () => {
    const user = await changeAddress(world);
    expect((await press(world, "undo", await linkIn(world, NEW, "confirm"))).status).toBe(422);
    world.clock.forward(7 * DAY + 1);
    expect((await press(world, "undo", await linkIn(world, user.email, "undo"))).status).toBe(422);
    world.clock.forward(2 * DAY);
    await world.runner.drain(["sweep"]);
    expect(await world.services.db.selectFrom("emailChanges").selectAll().execute()).toEqual([]);
    expect(await addressOf(world, user.token)).toBe(NEW);
  });

  test("is told to its owner, and goes with the account", async () => {
    const user = await changeAddress(world);
    const { body } = await world.call("GET", "/user/export", { token: user.token });
    expect(body.data.emailChanges).toEqual([
      { oldEmail: user.email, newEmail: NEW, doneAt: world.clock.now().toISOString() },
    ]);
    await world.call("DELETE", "/user", { token: user.token, body: { password: PASSWORD } });
    expect(await world.services.db.selectFrom("emailChanges").selectAll().execute()).toEqual([]);
  });

  test.each<[string, (user: { email: string; token: string }) => Promise<{ status: number }>]>([
    [
      "reset by the mailed link",
      async ({ email }) => {
        await world.call("PUT", "/user/reset-password", { body: { email } });
        const link = (await mailsSent(world, email)).flatMap(
          ({ text }) => /newPassword\?link=([0-9a-f]{64})/.exec(text)?.[1] ?? [],
        );
        return world.call("POST", "/user/reset-password/link", { body: { link: link.at(-1), password: OTHER } });
      },
    ],
    [
      "changed",
      ({ token }) =>
        world.call("PUT", "/user/update-password", {
          token,
          body: { oldPassword: PASSWORD, newPassword: OTHER, confirmNewPassword: OTHER },
        }),
    ],
  ])("that was asked for before the password was %s counts no more: it may have been a thief", async (_, renew) => {
    const user = await aUser(world);
    await ask(world, user.token);
    const link = await linkIn(world, NEW, "confirm");
    expect((await renew(user)).status).toBe(200);
    expect((await press(world, "confirm", link)).body.error?.[0].code).toBe("dead_link");
    expect((await world.call("POST", "/user/login", { body: { email: user.email, password: OTHER } })).status).toBe(
      200,
    );
  });

  test("that was confirmed can still be taken back after a new password", async () => {
    const user = await changeAddress(world);
    const undo = await linkIn(world, user.email, "undo");
    await world.call("PUT", "/user/update-password", {
      token: user.token,
      body: { oldPassword: PASSWORD, newPassword: OTHER, confirmNewPassword: OTHER },
    });
    expect((await press(world, "undo", undo)).status).toBe(200);
  });

  test("that has the newsletter already goes on with its own", async () => {
    const user = await aUser(world);
    const from = { confirmedAt: null, unsubscribedAt: null, createdAt: world.clock.now().toISOString() };
    for (const [email, unsubscribedAt] of [
      [user.email, null],
      [NEW, from.createdAt],
    ] as const)
      await world.services.db
        .insertInto("subscribers")
        .values({ ...from, email, unsubscribedAt })
        .execute();
    await ask(world, user.token);
    await press(world, "confirm", await linkIn(world, NEW, "confirm"));
    const subscribers = await world.services.db.selectFrom("subscribers").select(["email", "unsubscribedAt"]).execute();
    expect(subscribers).toEqual([{ email: NEW, unsubscribedAt: from.createdAt }]);
  });

  test("gets the letters about orders that were placed with the old one", async () => {
    const [buyer, merchant] = [await aUser(world), await aUser(world, { privilege: "merchant" })];
    const product = await aProduct(world, { merchantId: merchant._id });
    const order = () => bought(world, buyer.token, [[product._id, 1]]);
    const [one, secondOrder, last] = [await order(), await order(), await order()];
    await ask(world, buyer.token);
    await press(world, "confirm", await linkIn(world, NEW, "confirm"));
    const before = (await mailsSent(world, buyer.email)).length;
    const of = (path: string, body: object) =>
      world.call("POST", `/product/order/merchant/${path}`, { token: merchant.token, body });
    await of(`${one}/ship`, {});
    await of("ship", { shipments: [{ order: secondOrder }] });
    await of(`${last}/cancel`, { reason: "Frost" });
    expect(await mailsSent(world, buyer.email)).toHaveLength(before);
    const subjects = (await mailsSent(world, NEW)).map(({ subject }) => subject.replace(/#\d+/, "#"));
    // The two mails of the cancellation are jobs of the same moment, so either may come first.
    expect(subjects.slice(-4).toSorted()).toEqual([
      "Order #: a part of it was cancelled",
      "Order #: your goods are on their way",
      "Order #: your goods are on their way",
      "Your money for order # is on its way back",
    ]);
  });

  const letter = (to: string, subject: string) =>
    sendMail.enqueue(world.services.db, world.services, { to, subject, text: "", html: "" });
  async function refusedForGood(to: string, subject: string) {
    await letter(to, subject);
    const sending = vi
      .spyOn(world.services.mail, "send")
      .mockRejectedValueOnce(new PermanentFailure("no such mailbox"));
    await world.runner.drain();
    sending.mockRestore();
  }
  const lettersKept = async () =>
    (await world.services.db.selectFrom("jobs").select("payload").where("kind", "=", "mail").execute())
      .flatMap(({ payload }) => (JSON.parse(payload) as { subject?: string }).subject ?? [])
      .toSorted();

  test("leaves no letter behind that the old one never took; what still waits goes out there", async () => {
    const [user, otherUser] = [await aUser(world), await aUser(world)];
    await ask(world, user.token);
    const link = await linkIn(world, NEW, "confirm");
    await refusedForGood(user.email, "Order #1 is paid");
    await refusedForGood(otherUser.email, "Somebody else's");
    await letter(user.email, "Waiting");
    await press(world, "confirm", link);
    expect(await lettersKept()).toEqual([
      "Somebody else's",
      "Waiting",
      "Your address was changed",
      "Your address was changed",
    ]);
    const subjects = (await mailsSent(world, user.email)).map(({ subject }) => subject);
    expect(subjects.slice(-2).toSorted()).toEqual(["Waiting", "Your address was changed"]);
  });

  test("leaves no letter behind at one that was mistyped, or that it had for a while before it was taken back", async () => {
    const user = await aUser(world);
    await ask(world, user.token, "ada.nwe@example.com");
    await mailsSent(world);
    await refusedForGood("ada.nwe@example.com", "Is this your new address for Fieldstall?");
    for (const email of [NEW, "further@example.com"]) {
      await ask(world, user.token, email);
      await press(world, "confirm", await linkIn(world, email, "confirm"));
    }
    expect(await lettersKept()).not.toContain("Is this your new address for Fieldstall?");
    const undo = await linkIn(world, user.email, "undo");
    await refusedForGood(NEW, "Your address was changed");
    await press(world, "undo", undo);
    expect(await lettersKept()).toEqual(["Your address is yours again"]);
  });

  test("leaves no letter behind that died at one of both since, once nobody can take it back", async () => {
    const user = await changeAddress(world);
    await mailsSent(world);
    await refusedForGood(user.email, "Your address was changed");
    await refusedForGood(NEW, "Order #1 is paid");
    world.clock.forward(7 * DAY - 1);
    await world.runner.drain(["sweep"]);
    expect(await lettersKept()).toEqual(["Order #1 is paid", "Your address was changed"]);
    world.clock.forward(2 * DAY + 2);
    await world.runner.drain(["sweep"]);
    expect(await lettersKept()).toEqual(["Order #1 is paid"]);
  });

  test("opens nothing with a link for a new password that went to the old one", async () => {
    const user = await aUser(world);
    await ask(world, user.token);
    await world.call("PUT", "/user/reset-password", { body: { email: user.email } });
    const mail = (await mailsSent(world, user.email)).find(({ text }) => text.includes("newPassword?link="));
    const link = /newPassword\?link=([0-9a-f]{64})/.exec(mail?.text ?? "")?.[1];
    await press(world, "confirm", await linkIn(world, NEW, "confirm"));
    const refusal = await world.call("POST", "/user/reset-password/link", { body: { link, password: PASSWORD } });
    expect(refusal.status).toBe(422);
  });
});

onBothDatabases(
  "asking for another address over and over",
  (world) => {
    test("ends after five letters a day", async () => {
      const user = await aUser(world);
      const answers = [];
      for (let n = 0; n < 6; n += 1) {
        answers.push((await ask(world, user.token, `somebody${n}@example.com`)).status);
        world.clock.forward(901);
        await world.services.rateLimiter.reset({ name: "password-account", points: 5, seconds: 900 }, user._id);
      }
      expect(answers).toEqual([200, 200, 200, 200, 200, 429]);
    });
  },
  { limits: true },
);
