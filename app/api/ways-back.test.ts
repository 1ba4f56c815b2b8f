import { readFileSync } from "node:fs";
import path from "node:path";
import { beforeEach, expect, test } from "vitest";
import { ORIGIN, TestAuthenticator } from "../../tests/fixtures/authenticator";
import { addPasskey, aFactor, appCode, secondStep, signInFrom } from "../../tests/fixtures/second-factor";
import { aUser, mailsSent, PASSWORD } from "../../tests/fixtures/shop";
import { onBothDatabases, type World } from "../../tests/fixtures/world";
import { inviteOperator } from "~/features/accounts/invitation.server";
import { rememberBrowser } from "~/features/accounts/requester.server";
import { issueToken } from "~/features/accounts/tokens.server";
import { liftFromCommandLine } from "~/features/second-factor/lift.server";

const NEW = "walnut-harvest-31";
const THEIRS = "thief@example.com";
const COLUMNS = ["sessions", "tokens", "password", "change", "factor", "webhooks", "browsers"] as const;

/** The table of docs/security.md: the effects of each way back, by its name. */
function documentedWays(): [string, string[]][] {
  const text = readFileSync(path.resolve("docs/security.md"), "utf8");
  const table =
    text
      .slice(text.indexOf("## Ways back"))
      .split("\n\n")
      .find((part) => part.startsWith("|")) ?? "";
  const [, , ...rows] = table.split("\n");
  return rows.map((row) => {
    const [name = "", ...cells] = row
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim());
    return [name, cells];
  });
}

/** A person with every means of access to an account, and a thief who knows the password and has added their own. */
async function aTheft(world: World, privilege: "merchant" | "buyer") {
  const { db } = world.services;
  const { user, secret, codes } = await aFactor(world, { privilege });
  await addPasskey(world, user.token, new TestAuthenticator(true), "Mine");
  const sells = privilege === "merchant";
  const listen = (token: string, url: string) =>
    world.call("POST", "/merchant/webhooks", { token, body: { url, events: ["order.placed"] } });
  const hook = sells ? (await listen(user.token, "https://mine.example.com/hook")).body.data._id : "";
  const program = (
    await world.call("POST", "/user/tokens", {
      token: user.token,
      body: { name: "Till", scopes: ["profile:read"], days: 30 },
    })
  ).body.token as string;
  await rememberBrowser(db, world.services, user._id, "a".repeat(64));

  const thief = await issueToken(db, world.services, user._id);
  await rememberBrowser(db, world.services, user._id, "b".repeat(64));
  await world.call("POST", "/user/email", { token: thief, body: { email: THEIRS, password: PASSWORD } });
  const [ownPasskey] = (await world.call("GET", "/user/second-factor", { token: thief })).body.data.passkeys;
  await addPasskey(world, thief, new TestAuthenticator(true), "Theirs");
  await world.call("DELETE", `/user/second-factor/passkeys/${ownPasskey._id}`, { token: thief });
  await world.call("POST", "/user/second-factor/recovery-codes", { token: thief });
  if (sells) {
    await listen(thief, "https://theirs.example.com/hook");
    await world.call("PUT", `/merchant/webhooks/${hook}`, {
      token: thief,
      body: { url: "https://theirs.example.com/mine", events: ["order.placed"], enabled: true },
    });
  }
  return { user, secret, codes, thief, program };
}
type Theft = Awaited<ReturnType<typeof aTheft>>;

const linkIn = async (world: World, to: string, linkKind: string) =>
  (await mailsSent(world, to))
    .flatMap(({ text }) => new RegExp(`${linkKind}[^ ]*link=([0-9a-f]{64})`).exec(text)?.[1] ?? [])
    .at(-1);

/** How a person takes each way back. */
const WAYS: Record<string, (world: World, theft: Theft) => Promise<unknown>> = {
  "undo of a change of address": async (world, { user }) => {
    const confirmed = await world.call("POST", "/user/email/confirm", {
      body: { link: await linkIn(world, THEIRS, "email/confirm") },
    });
    expect(confirmed.status).toBe(200);
    return world.call("POST", "/user/email/undo", { body: { link: await linkIn(world, user.email, "email/undo") } });
  },
  "new password by a mailed link": async (world, { user }) => {
    await world.call("PUT", "/user/reset-password", { body: { email: user.email } });
    const link = await linkIn(world, user.email, "reset_password/newPassword");
    return world.call("POST", "/user/reset-password/link", { body: { link, password: NEW } });
  },
  "new password by a mailed code": async (world, { user }) => {
    await world.call("PUT", "/user/reset-password", { body: { email: user.email } });
    const otp = /\b(\d{5})\b/.exec((await mailsSent(world, user.email)).at(-1)?.text ?? "")?.[1];
    return world.call("POST", "/user/reset-password", { body: { email: user.email, otp, password: NEW } });
  },
  "another password while signed in": (world, { user }) =>
    world.call("PUT", "/user/update-password", {
      token: user.token,
      body: { oldPassword: PASSWORD, newPassword: NEW, confirmNewPassword: NEW },
    }),
  "end of all other sessions": (world, { user }) => world.call("DELETE", "/user/sessions", { token: user.token }),
  "signing in with a recovery code": async (world, { user }) => {
    const codes = (await world.call("POST", "/user/second-factor/recovery-codes", { token: user.token })).body.codes;
    const { challenge } = (await signInFrom(world, user.email)).body;
    return secondStep(world, challenge, codes[0]);
  },
  "switching the own factor off": (world, { user, secret }) =>
    world.call("DELETE", "/user/second-factor", {
      token: user.token,
      body: { password: PASSWORD, code: appCode(world, secret) },
    }),
  "factor lifted by an operator": async (world, { user }) => {
    const { token } = await aUser(world, { privilege: "operator" });
    return world.call("POST", `/operator/users/${user._id}/lift-second-factor`, {
      token,
      body: { reason: "Lost the phone." },
    });
  },
  "factor lifted on the command line": async (world, { user }) => {
    await liftFromCommandLine(world.services, user.email, "Lost the phone.");
    return { status: 200 };
  },
  "sessions ended by an operator": async (world, { user }) => {
    const { token } = await aUser(world, { privilege: "operator" });
    return world.call("POST", `/operator/users/${user._id}/end-sessions`, { token });
  },
  "invitation of a buyer as operator": async (world, { user }) => {
    await inviteOperator(world.services, user.email);
    return { status: 200 };
  },
};

async function aftermath(world: World, { user, thief, program }: Theft, sells: boolean): Promise<string[]> {
  const { db } = world.services;
  const isLive = async (token: string) => (await world.call("GET", "/user", { token })).status === 200;
  const [isOwnLive, isThiefLive] = [await isLive(user.token), await isLive(thief)];
  const passkeys = await db.selectFrom("passkeys").select("name").where("userId", "=", user._id).execute();
  const apps = await db.selectFrom("authenticators").select("userId").where("userId", "=", user._id).execute();
  const urls = await db.selectFrom("webhookEndpoints").select("url").where("merchantId", "=", user._id).execute();
  const changes = await db.selectFrom("emailChanges").select("_id").where("userId", "=", user._id).execute();
  const browsers = await db.selectFrom("knownBrowsers").select("browser").where("userId", "=", user._id).execute();
  const email = user.email;
  const opens = async (password: string) => (await signInFrom(world, email, { password, browser: "c" })).status === 200;
  const names = passkeys.map(({ name }) => name).join();
  return [
    isOwnLive && isThiefLive ? "stay" : isThiefLive || !isOwnLive ? "end" : "others end",
    (await isLive(`Bearer ${program}`)) ? "stay" : "end",
    (await opens(PASSWORD)) ? "stays" : (await opens(NEW)) ? "new" : "void",
    changes.length > 0 ? "stays" : "ends",
    names === "Mine" && apps.length === 1 ? "restored" : names === "Theirs" ? "stays" : "ends",
    !sells ? "–" : urls.map(({ url }) => url).join() === "https://mine.example.com/hook" ? "restored" : "stay",
    browsers.some(({ browser }) => browser === "b".repeat(64)) ? "stay" : "end",
  ];
}

test("docs/security.md names every way back", () => {
  expect(documentedWays().map(([name]) => name)).toEqual(Object.keys(WAYS));
  for (const [, cells] of documentedWays()) expect(cells).toHaveLength(COLUMNS.length);
});

onBothDatabases("a way back into an account", (world) => {
  beforeEach(() => {
    world.services.config.publicUrl = ORIGIN;
  });

  test.each(documentedWays())("%s does what the document says", async (name, cells) => {
    const sells = name !== "invitation of a buyer as operator";
    const theft = await aTheft(world, sells ? "merchant" : "buyer");
    const answer = (await WAYS[name]?.(world, theft)) as { status: number };
    expect(answer.status).toBe(200);
    expect(await aftermath(world, theft, sells)).toEqual(cells);
  });

  test("recovery codes that were used since the change stay used, also renewed or switched off", async () => {
    const { user, codes, secret } = await aFactor(world);
    await world.call("POST", "/user/email", { token: user.token, body: { email: THEIRS, password: PASSWORD } });
    const enter = async (email: string, code: string, password = PASSWORD) =>
      (await secondStep(world, (await signInFrom(world, email, { password })).body.challenge, code)).status;
    expect(await enter(user.email, codes[0]!)).toBe(200);
    await world.call("POST", "/user/email/confirm", { body: { link: await linkIn(world, THEIRS, "email/confirm") } });
    const renewed = (await world.call("POST", "/user/second-factor/recovery-codes", { token: user.token })).body.codes;
    await world.call("DELETE", "/user/second-factor", {
      token: user.token,
      body: { password: PASSWORD, code: appCode(world, secret) },
    });
    const undo = await world.call("POST", "/user/email/undo", {
      body: { link: await linkIn(world, user.email, "email/undo") },
    });
    expect(undo.status).toBe(200);
    await world.call("PUT", "/user/reset-password", { body: { email: user.email } });
    const link = await linkIn(world, user.email, "reset_password/newPassword");
    await world.call("POST", "/user/reset-password/link", { body: { link, password: NEW } });
    expect([
      await enter(user.email, codes[0]!, NEW),
      await enter(user.email, renewed[0]!, NEW),
      await enter(user.email, codes[1]!, NEW),
    ]).toEqual([422, 422, 200]);
  });

  test("a passkey that the thief's undo would give back belongs to nobody else by then", async () => {
    const { user } = await aTheft(world, "merchant");
    const { factorBefore } = await world.services.db
      .selectFrom("emailChanges")
      .select("factorBefore")
      .where("userId", "=", user._id)
      .executeTakeFirstOrThrow();
    const [{ credentialId }] = (JSON.parse(factorBefore) as { passkeys: [{ credentialId: string }] }).passkeys;
    const stranger = await aUser(world, { email: "grace@example.com" });
    await addPasskey(world, stranger.token, new TestAuthenticator(true), "Grace's");
    await world.services.db.updateTable("passkeys").set({ credentialId }).where("userId", "=", stranger._id).execute();
    await WAYS["undo of a change of address"]!(world, { user } as Theft);
    const rows = await world.services.db.selectFrom("passkeys").select(["userId", "name"]).execute();
    expect(rows).toEqual([{ userId: stranger._id, name: "Grace's" }]);
  });
});
