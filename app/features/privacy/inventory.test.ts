import { readFileSync } from "node:fs";
import sharp from "sharp";
import { expect, test } from "vitest";
import { aPaidOrder } from "../../../tests/fixtures/checkout";
import { aDeliveredOrder, reviewLine } from "../../../tests/fixtures/reviews";
import { ADDRESS, aUser, PASSWORD } from "../../../tests/fixtures/shop";
import { onBothDatabases, TABLES, type World } from "../../../tests/fixtures/world";
import { issueToken } from "~/features/accounts/tokens.server";
import { sweepOrphans } from "~/features/media/stored-files.server";
import { PERSONAL_DATA, personalDataInWords, type Held } from "./inventory";

const HELD = PERSONAL_DATA as Record<string, Record<string, Held>>;
const EMAIL = "trace@example.com";
const LATER = "2027-01-01T00:00:00.000Z";
let shade = 0;
const NOW = "2026-03-02T12:00:00.000Z";

/** Every column that is erased with the account, as `table.column`. */
const erased = Object.entries(HELD).flatMap(([table, columns]) =>
  Object.entries(columns).flatMap(([column, held]) =>
    typeof held === "object" && held.erased === "at once" ? [`${table}.${column}`] : [],
  ),
);

/** Text columns in which a trace of the person is found, as `table.column`. */
async function traces({ services: { db } }: World): Promise<string[]> {
  const found = new Set<string>();
  for (const table of TABLES)
    for (const row of await db.selectFrom(table).selectAll().execute())
      for (const [column, value] of Object.entries(row))
        if (/trace/i.test(String(value))) found.add(`${table}.${column}`);
  return [...found];
}

/** The id of a picture that somebody has sent for a review or a message. */
async function aStoredPicture(world: World, { token }: { token: string }): Promise<string> {
  shade += 5;
  const photo = sharp({ create: { width: 20, height: 20, channels: 3, background: { r: shade, g: 0, b: 0 } } }).png();
  const form = new FormData();
  form.append("intendedFile[]", new File([new Uint8Array(await photo.toBuffer())], "figs.png", { type: "image/png" }));
  return (await world.call("POST", "/user/pictures", { token, form })).body.data[0]._id;
}

/** A conversation about a product. The buyer has sent a picture and reported the stall's answer. */
async function aReportedTalk(
  world: World,
  { token }: { token: string },
  { _id, merchantId }: { _id: string; merchantId: string },
): Promise<void> {
  const pictures = [await aStoredPicture(world, { token })];
  const question = { kind: "product", id: _id, text: "Are they ripe?", pictures };
  const { body } = await world.call("POST", "/conversations", { token, body: question });
  const conversation = `/conversations/${body.data._id}`;
  const stall = await issueToken(world.services.db, world.services, merchantId);
  await world.call("POST", `${conversation}/messages`, { token: stall, body: { text: "No." } });
  await world.call("POST", `${conversation}/reports`, { token, body: { reason: "They are rude." } });
}

/** A buyer with data in every column. */
async function somebodyEverywhere(world: World) {
  const { db } = world.services;
  const { buyer, product, order } = await aPaidOrder(world);
  const [userId, trace] = [buyer._id, "trace"];
  await world.runner.drain();
  await db.deleteFrom("jobs").where("everySeconds", "is", null).execute();
  const billing = JSON.stringify({ ...ADDRESS, firstName: "Trace" });
  const person = { email: EMAIL, firstName: "Trace", lastName: "Trace", telephone: "trace", extras: billing };
  await db.updateTable("users").set(person).where("_id", "=", userId).execute();
  await db
    .updateTable("orders")
    .set({
      buyer: JSON.stringify(person),
      buyerText: "trace",
      billing,
      shipping: billing,
      notes: trace,
      isCompleted: 1,
    })
    .where("_id", "=", order._id)
    .execute();
  await db.updateTable("tokens").set({ device: trace }).where("userId", "=", userId).execute();
  const token = { name: trace, scopes: trace, createdAt: trace, lastUsedAt: trace, expiresAt: LATER, revokedAt: null };
  await db
    .insertInto("personalTokens")
    .values({ _id: "e".repeat(24), userId, hash: trace, ...token })
    .execute();
  const link = { userId, expiresAt: LATER };
  await db
    .insertInto("accountLinks")
    .values({ ...link, purpose: "reset", hash: "trace" })
    .execute();
  await db
    .insertInto("passwordLinks")
    .values({ ...link, hash: "trace" })
    .execute();
  await db.insertInto("signUpClaims").values({ userId, requester: trace }).execute();
  await db
    .insertInto("authenticators")
    .values({ userId, secret: trace, lastStep: 0, lastUse: trace, confirmedAt: NOW, createdAt: NOW })
    .execute();
  const change = { oldEmail: EMAIL, newEmail: EMAIL, confirmHash: trace, undoHash: trace, doneAt: trace };
  const copies = { factorBefore: trace, webhooksBefore: trace };
  await db
    .insertInto("emailChanges")
    .values({ _id: "0".repeat(24), userId, ...change, ...copies, expiresAt: LATER })
    .execute();
  const passkey = { name: trace, credentialId: trace, publicKey: trace, counter: 1, transports: trace };
  await db
    .insertInto("passkeys")
    .values({ _id: "d".repeat(24), userId, ...passkey, createdAt: NOW, lastUsedAt: NOW })
    .execute();
  await db
    .insertInto("factorChallenges")
    .values({ hash: trace, userId, scope: trace, answer: trace, expiresAt: LATER })
    .execute();
  await db.insertInto("recoveryCodes").values({ userId, hash: trace, usedBy: "", createdAt: NOW }).execute();
  await db.insertInto("knownBrowsers").values({ userId, browser: trace, firstSeenAt: NOW, lastSeenAt: NOW }).execute();
  const typed = { page: `/${trace}`, entries: JSON.stringify([["notes", trace]]) };
  await db
    .insertInto("keptForms")
    .values({ ...typed, hash: "trace", userId, browser: trace, openedBy: trace, expiresAt: LATER })
    .execute();
  const code = { purpose: "reset" as const, sentAt: NOW, expiresAt: LATER, triesLeft: 5 };
  await db
    .insertInto("codes")
    .values({ ...code, email: EMAIL, requester: trace, hash: trace, pending: trace })
    .execute();
  const line = { userId, productId: product._id, addedAt: NOW };
  await db
    .insertInto("cartLines")
    .values({ ...line, variantId: product._id, quantity: 1 })
    .execute();
  await db.insertInto("wishlistLines").values(line).execute();
  const written = {
    fullname: trace,
    email: EMAIL,
    subject: trace,
    telephone: trace,
    description: trace,
    orderNumber: trace,
  };
  await db
    .insertInto("supportMessages")
    .values({ _id: "b".repeat(24), ...written, createdAt: NOW, waitingSince: NOW, answeredAt: NOW })
    .execute();
  await db
    .insertInto("supportReplies")
    .values({
      _id: "c".repeat(24),
      messageId: "b".repeat(24),
      side: "team",
      operatorId: null,
      text: trace,
      createdAt: NOW,
    })
    .execute();
  const { lineId } = await aDeliveredOrder(world, { buyerId: userId, productId: product._id });
  await reviewLine(
    world,
    { lineId, buyer },
    { stars: 3, text: "Good.", pictures: [await aStoredPicture(world, buyer)] },
  );
  await db.updateTable("reviews").set({ name: trace }).execute();
  const { _id: reviewId } = await db.selectFrom("reviews").select("_id").executeTakeFirstOrThrow();
  await db.insertInto("reviewVotes").values({ reviewId, userId, createdAt: trace }).execute();
  await aReportedTalk(world, buyer, product);
  const watch = { kind: "back" as const, targetId: trace, newsFrom: NOW, mailedAt: null, createdAt: trace };
  await db
    .insertInto("watches")
    .values([
      { _id: "7".repeat(24), ...watch, userId, email: null },
      { _id: "8".repeat(24), ...watch, userId: null, email: EMAIL },
    ])
    .execute();
  await db
    .insertInto("noticeChoices")
    .values({ userId, kind: "reviews", mail: 0, push: 0, changedAt: trace })
    .execute();
  const subscription = { endpoint: trace, p256dh: trace, auth: trace, device: trace, failingSince: null };
  await db
    .insertInto("pushSubscriptions")
    .values({ _id: "6".repeat(24), userId, sessionHash: null, ...subscription, createdAt: trace })
    .execute();
  await db
    .insertInto("addresses")
    .values({ _id: "9".repeat(24), userId, address: billing, isUsual: 1, createdAt: NOW })
    .execute();
  const decision = { reason: "Rude.", decidedAt: NOW, objection: trace, objectedAt: trace, answer: "" };
  const decided = { kind: "review" as const, targetId: reviewId, title: "Bread", state: "decided" as const };
  await db
    .insertInto("moderationCases")
    .values({
      _id: "4".repeat(24),
      ...decided,
      since: NOW,
      openReports: 0,
      isTakenDown: 1,
      revision: 1,
      createdAt: NOW,
      updatedAt: NOW,
    })
    .execute();
  await db
    .insertInto("moderationDecisions")
    .values({
      _id: "5".repeat(24),
      caseId: "4".repeat(24),
      personId: userId,
      ...decision,
      outcome: null,
      settledAt: null,
    })
    .execute();
  const block = { buyerId: userId, merchantId: product.merchantId, side: "buyer" as const, createdAt: trace };
  await db.insertInto("messageBlocks").values(block).execute();
  await db
    .insertInto("subscribers")
    .values({ email: EMAIL, createdAt: NOW, confirmedAt: NOW, unsubscribedAt: null })
    .execute();
  const job = { uniqueKey: null, runAt: LATER, everySeconds: null, createdAt: NOW, attempts: 0, leasedUntil: null };
  const payloads: [string, object][] = [
    ["mail", { to: EMAIL, subject: "", text: "", html: "" }],
    ["accounts.reset", { email: EMAIL, requester: "" }],
    ["accounts.resend", { email: EMAIL, requester: "" }],
    ["accounts.sign-in", { email: EMAIL, requester: "" }],
    ["accounts.sign-up", { registration: { wanted: { firstName: "", email: EMAIL } } }],
  ];
  for (const [n, [kind, payload]] of payloads.entries())
    await db
      .insertInto("jobs")
      .values({
        ...job,
        _id: `${n}`.repeat(24),
        kind,
        payload: JSON.stringify(payload),
        finishedAt: null,
        diedAt: null,
        lastError: "",
      })
      .execute();
  await db
    .insertInto("idempotencyKeys")
    .values({ scope: buyer._id, key: "k", fingerprint: "", status: 200, body: trace, result: trace, createdAt: NOW })
    .execute();
  const done = { actorId: "c".repeat(24), actorName: "Olive", createdAt: NOW };
  for (const [n, [action, subject, details]] of (
    [
      ["user.signed_out", EMAIL, "{}"],
      ["message.answered", trace, `{"message":"${"b".repeat(24)}"}`],
      ["user.factor_lifted", EMAIL, "{}"],
    ] as const
  ).entries())
    await db
      .insertInto("auditLog")
      .values({ ...done, _id: `${n}`.repeat(24), action, subject, details })
      .execute();
  return buyer;
}

/** Columns without text that the person chose. Other tests check that they are emptied or their rows deleted. */
const NO_TEXT =
  /^users\.passwordHash$|^tokens\.(hash|createdAt|lastUsedAt|expiresAt)$|^personalTokens\.expiresAt$|^passkeys\.(counter|createdAt|lastUsedAt)$|^(cart|wishlist)Lines\.|^support\w+\.createdAt$|^subscribers\.\w+At$|^idempotencyKeys\.scope$/;

onBothDatabases("personal data", (world) => {
  test("every column that the database has stands in the list, and no other", async () => {
    const tables = await world.services.db.introspection.getTables();
    const columns = Object.fromEntries(
      tables
        .filter(({ name }) => (TABLES as readonly string[]).includes(name))
        .map(({ name, columns: own }) => [name, own.map((column) => column.name).sort()]),
    );
    // SQLite does not list computed columns.
    const untold = world.services.dialect.name === "sqlite" ? ["payment", "paymentAt"] : [];
    const listed = (own: object) =>
      Object.keys(own)
        .filter((column) => !untold.includes(column))
        .sort();
    expect(columns).toEqual(Object.fromEntries(Object.entries(HELD).map(([table, own]) => [table, listed(own)])));
  });

  test("what is erased with the account is found in no column afterwards, and no row of it is left", async () => {
    const buyer = await somebodyEverywhere(world);
    expect((await traces(world)).sort()).toEqual(erased.filter((column) => !NO_TEXT.test(column)).sort());
    expect((await world.call("DELETE", "/user", { token: buyer.token, body: { password: PASSWORD } })).status).toBe(
      200,
    );
    expect(await traces(world)).toEqual([]);
    const { db } = world.services;
    for (const table of ["tokens", "personalTokens", "passkeys", "cartLines", "wishlistLines"] as const)
      expect(await db.selectFrom(table).selectAll().where("userId", "=", buyer._id).execute()).toEqual([]);
    const emptied = [
      "supportMessages",
      "supportReplies",
      "subscribers",
      "idempotencyKeys",
      "watches",
      "noticeChoices",
      "pushSubscriptions",
      "addresses",
      "messageBlocks",
      "reviewVotes",
      "reviewPictures",
      "messagePictures",
    ] as const;
    for (const table of emptied) expect(await db.selectFrom(table).selectAll().execute()).toEqual([]);
    const { passwordHash } = await db
      .selectFrom("users")
      .select("passwordHash")
      .where("_id", "=", buyer._id)
      .executeTakeFirstOrThrow();
    expect(passwordHash).toBe("");
    // Text that others have read stays, without the person.
    const reviews = await db.selectFrom("reviews").select(["buyerId", "name", "text"]).execute();
    expect(reviews).toEqual([{ buyerId: null, name: "", text: "Good." }]);
    expect(await db.selectFrom("conversations").select("buyerId").execute()).toEqual([{ buyerId: null }]);
    const messages = await db.selectFrom("messages").select("text").orderBy("position").execute();
    expect(messages).toEqual([{ text: "Are they ripe?" }, { text: "No." }]);
    expect(await db.selectFrom("messageReports").select("reason").execute()).toEqual([{ reason: "They are rude." }]);
    world.clock.forward(3 * 86_400);
    await sweepOrphans(world.services);
    expect(await db.selectFrom("files").select("_id").where("ownerId", "=", buyer._id).execute()).toEqual([]);
  });

  test("what a visitor was told of an address of the account goes with it, and nothing of another address", async () => {
    const buyer = await aUser(world, { email: "ada@example.com" });
    const signUp = (email: string, key: string) =>
      world.call("POST", "/user", {
        body: { email, password: PASSWORD, firstName: "Ada", lastName: "Byron", privilege: "buyer" },
        headers: { "Idempotency-Key": key },
      });
    await signUp(buyer.email, "sign-up-of-ada");
    await signUp("grace@example.com", "sign-up-of-grace");
    await world.call("POST", "/user/email", {
      token: buyer.token,
      body: { email: "ada_new@example.com", password: PASSWORD },
    });
    await signUp("ada_new@example.com", "sign-up-of-the-new-one");
    await signUp("adaXnew@example.com", "sign-up-of-a-namesake");
    await world.call("DELETE", "/user", { token: buyer.token, body: { password: PASSWORD } });
    const answers = await world.services.db.selectFrom("idempotencyKeys").select("key").orderBy("key").execute();
    expect(answers.map(({ key }) => key)).toEqual(["sign-up-of-a-namesake", "sign-up-of-grace"]);
  });

  test("what the list says is in the export is there", async () => {
    const buyer = await somebodyEverywhere(world);
    const { body } = await world.call("GET", "/user/export", { token: buyer.token });
    for (const held of Object.values(HELD).flatMap((columns) => Object.values(columns))) {
      if (typeof held !== "object" || held.exported === null || held.erased === "kept") continue;
      const found = held.exported
        .split(".")
        .reduce<any>((value, name) => (Array.isArray(value) ? value[0] : value)?.[name], body.data);
      // This buyer has no portrait.
      if (held.exported !== "user.image") expect([held.exported, found]).not.toEqual([held.exported, undefined]);
    }
    expect(JSON.stringify(body.data.messages)).toContain("trace");
    const picture = [expect.stringMatching(/^\/media\/[0-9a-f]{24}\//)];
    expect(body.data.reviews.written).toMatchObject([{ stars: 3, text: "Good.", pictures: picture }]);
    expect(body.data.conversations.withStalls).toMatchObject([
      {
        messages: [
          { side: "buyer", text: "Are they ripe?", pictures: picture },
          { side: "merchant", text: "No.", pictures: [] },
        ],
        reports: [{ reason: "They are rude." }],
      },
    ]);
  });
});

test("docs/personal-data.md is what the list says", () => {
  expect(readFileSync("docs/personal-data.md", "utf8").trim()).toBe(personalDataInWords().trim());
});
