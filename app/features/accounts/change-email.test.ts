import { expect, test } from "vitest";
import {
  addressOf,
  askToChange,
  changeAddress,
  DAY,
  linkIn,
  signInStatus,
  NEW_ADDRESS,
  openLink,
} from "../../../tests/fixtures/email-changes";
import { aUser, mailsSent, PASSWORD } from "../../../tests/fixtures/shop";
import { onBothDatabases } from "../../../tests/fixtures/world";

const OTHER = "walnut-harvest-31";

onBothDatabases("another address for an account", (world) => {
  test("counts once the link that was sent to it is pressed; both addresses are told at each step", async () => {
    const user = await aUser(world);
    expect((await askToChange(world, user.token)).status).toBe(200);
    expect([await addressOf(world, user.token), await signInStatus(world, NEW_ADDRESS)]).toEqual([user.email, 401]);
    const link = await linkIn(world, NEW_ADDRESS, "confirm");
    expect((await openLink(world, "confirm", link)).body.message).toBe(`Your address is ${NEW_ADDRESS} from now on.`);
    expect([
      await addressOf(world, user.token),
      await signInStatus(world, NEW_ADDRESS),
      await signInStatus(world, user.email),
    ]).toEqual([NEW_ADDRESS, 200, 401]);
    const subjectsTo = async (to: string) => (await mailsSent(world, to)).map(({ subject }) => subject).toSorted();
    expect(await subjectsTo(user.email)).toEqual(["Somebody asked to change your address", "Your address was changed"]);
    expect(await subjectsTo(NEW_ADDRESS)).toEqual([
      "Is this your new address for Fieldstall?",
      "Your address was changed",
    ]);
    expect((await openLink(world, "confirm", link)).body.error[0].code).toBe("dead_link");
  });

  test("takes the password, another address than before, and a link of this day that is the newest", async () => {
    const { token } = await aUser(world, { email: "ada@example.com" });
    expect((await askToChange(world, token, NEW_ADDRESS, "not-this-one-1")).body.error[0].code).toBe("wrong_password");
    expect((await askToChange(world, token, " ADA@example.com")).body.error[0].code).toBe("same_address");
    await askToChange(world, token);
    const first = await linkIn(world, NEW_ADDRESS, "confirm");
    await askToChange(world, token);
    expect((await openLink(world, "confirm", first)).status).toBe(422);
    world.clock.forward(DAY + 1);
    expect((await openLink(world, "confirm", await linkIn(world, NEW_ADDRESS, "confirm"))).status).toBe(422);
    expect(await addressOf(world, token)).toBe("ada@example.com");
  });

  test("that has an account is answered the same, and only its owner is told", async () => {
    const [user, owner] = [await aUser(world), await aUser(world)];
    const [takenResponse, free] = [
      await askToChange(world, user.token, owner.email),
      await askToChange(world, user.token, NEW_ADDRESS),
    ];
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
    await askToChange(world, user.token);
    await aUser(world, { email: NEW_ADDRESS });
    const refusal = await openLink(world, "confirm", await linkIn(world, NEW_ADDRESS, "confirm"));
    expect([refusal.status, refusal.body.error[0].code]).toEqual([409, "address_taken"]);
    expect(await addressOf(world, user.token)).toBe(user.email);
  });

  test("is told to its owner, and goes with the account", async () => {
    const user = await changeAddress(world);
    const { body } = await world.call("GET", "/user/export", { token: user.token });
    expect(body.data.emailChanges).toEqual([
      { oldEmail: user.email, newEmail: NEW_ADDRESS, doneAt: world.clock.now().toISOString() },
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
    await askToChange(world, user.token);
    const link = await linkIn(world, NEW_ADDRESS, "confirm");
    expect((await renew(user)).status).toBe(200);
    expect((await openLink(world, "confirm", link)).body.error?.[0].code).toBe("dead_link");
    expect((await world.call("POST", "/user/login", { body: { email: user.email, password: OTHER } })).status).toBe(
      200,
    );
  });

  test("that has the newsletter already goes on with its own", async () => {
    const user = await aUser(world);
    const from = { confirmedAt: null, unsubscribedAt: null, createdAt: world.clock.now().toISOString() };
    for (const [email, unsubscribedAt] of [
      [user.email, null],
      [NEW_ADDRESS, from.createdAt],
    ] as const)
      await world.services.db
        .insertInto("subscribers")
        .values({ ...from, email, unsubscribedAt })
        .execute();
    await askToChange(world, user.token);
    await openLink(world, "confirm", await linkIn(world, NEW_ADDRESS, "confirm"));
    const subscribers = await world.services.db.selectFrom("subscribers").select(["email", "unsubscribedAt"]).execute();
    expect(subscribers).toEqual([{ email: NEW_ADDRESS, unsubscribedAt: from.createdAt }]);
  });

  test("opens nothing with a link for a new password that went to the old one", async () => {
    const user = await aUser(world);
    await askToChange(world, user.token);
    await world.call("PUT", "/user/reset-password", { body: { email: user.email } });
    const mail = (await mailsSent(world, user.email)).find(({ text }) => text.includes("newPassword?link="));
    const link = /newPassword\?link=([0-9a-f]{64})/.exec(mail?.text ?? "")?.[1];
    await openLink(world, "confirm", await linkIn(world, NEW_ADDRESS, "confirm"));
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
        answers.push((await askToChange(world, user.token, `somebody${n}@example.com`)).status);
        world.clock.forward(901);
        await world.services.rateLimiter.reset({ name: "password-account", points: 5, seconds: 900 }, user._id);
      }
      expect(answers).toEqual([200, 200, 200, 200, 200, 429]);
    });
  },
  { limits: true },
);
