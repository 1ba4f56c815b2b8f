import { tmpdir } from "node:os";
import { expect, test } from "vitest";
import { anOrderOfTwo } from "../../../tests/fixtures/books";
import { freePort } from "../../../tests/fixtures/free-port";
import { aUser } from "../../../tests/fixtures/shop";
import { aMailServer } from "../../../tests/fixtures/mail-server";
import { onBothDatabases } from "../../../tests/fixtures/world";
import { sendMail } from "~/platform/mail/send-mail.server";
import { wrongInBooks } from "../backup/books.server";
import { startFakeS3 } from "../../../tests/fakes/s3/fake-s3";
import { s3Store } from "~/platform/files/s3-store.server";
import { seal } from "~/platform/seal.server";
import { preparePushKeys } from "~/features/push/keys.server";
import { pushKeys } from "./push-keys.server";
import { sealedRows } from "./sealed-rows.server";
import { clocks, disk, fileStorage, mailServer, missingFiles, waitingJobs } from "./checks.server";

onBothDatabases("what the doctor looks at", (world) => {
  test("books in which something was bought, given back and cancelled agree", async () => {
    const { orchard, orderId } = await anOrderOfTwo(world);
    await anOrderOfTwo(world);
    expect(
      (
        await world.call("POST", `/product/order/merchant/${orderId}/cancel`, {
          token: orchard.token,
          body: { reason: "Gone" },
        })
      ).status,
    ).toBe(200);
    await world.runner.drain();
    expect(await wrongInBooks(world.services.db)).toEqual([]);
  });

  test.each([
    ["ledgerTotals", "the balance of a merchant is not what"],
    ["ledger", "a paid part is not in the ledger with its amount"],
    ["orders", "an order is not the sum of its parts"],
    ["orderParts", "a part of an order is not the sum of its lines"],
    ["productSales", "what a merchant has sold by product and by day does not agree"],
  ] as const)("one cent too many in %s is found, and named", async (table, words) => {
    await anOrderOfTwo(world);
    await world.services.db
      .updateTable(table as "orders")
      .set((eb) => ({ amountCents: eb("amountCents", "+", 1) }))
      .execute();
    expect((await wrongInBooks(world.services.db)).join()).toContain(words);
  });

  test("a sale that nobody has paid, and an order that does not know whether it was paid, are found", async () => {
    const { orderId } = await anOrderOfTwo(world);
    await world.services.db.updateTable("orderParts").set({ paidAt: null }).where("orderId", "=", orderId).execute();
    const wrong = (await wrongInBooks(world.services.db)).join();
    expect(wrong).toContain("the ledger has a sale that nobody has paid");
    expect(wrong).toContain("do not agree on whether it was paid");
    expect(wrong).toContain(orderId);
  });

  test("stock that is not that of the sizes, and fewer than none of one, are found", async () => {
    const { orderId } = await anOrderOfTwo(world);
    const { productId } = await world.services.db
      .selectFrom("orderLines")
      .select("productId")
      .where("orderId", "=", orderId)
      .executeTakeFirstOrThrow();
    await world.services.db.updateTable("variants").set({ quantity: -1 }).where("productId", "=", productId).execute();
    expect(await wrongInBooks(world.services.db)).toEqual([
      `there are fewer than none of a size (${productId})`,
      `the stock of a product is not that of its sizes (${productId})`,
    ]);
  });

  test("a clock that differs from the database's is told of, where that has one of its own", async () => {
    const problemsAfter = async (seconds: number) => {
      const clock = { now: () => new Date(Date.now() + seconds * 1000) };
      return (await clocks({ ...world.services, clock })).join();
    };
    expect(await problemsAfter(0)).toBe("");
    const [ahead, behind] = [await problemsAfter(3600), await problemsAfter(-3600)];
    if (world.services.dialect.name === "sqlite") return expect([ahead, behind]).toEqual(["", ""]);
    expect(ahead).toMatch(/is 3(600|599) seconds ahead of the database's/);
    expect(behind).toMatch(/is 360[01] seconds behind the database's/);
  });

  test("a picture that is shown and whose bytes are gone is named; one that nobody shows does not matter", async () => {
    const file = (_id: string, attached: 0 | 1) =>
      world.services.db
        .insertInto("files")
        .values({
          _id,
          ownerId: null,
          kind: "image",
          mime: "image/webp",
          bytes: 3,
          width: 160,
          height: 160,
          widths: "[160]",
          attached,
          createdAt: world.clock.now().toISOString(),
        })
        .execute();
    const [existingKey, missingKey, unused] = ["a".repeat(24), "b".repeat(24), "c".repeat(24)];
    await file(existingKey, 1);
    await world.services.files.put(`${existingKey}/160.webp`, new Uint8Array(3));
    expect(await missingFiles(world.services)).toEqual([]);
    await file(missingKey, 1);
    await file(unused, 0);
    const [sentence] = await missingFiles(world.services);
    expect(sentence).toContain(`1 pictures or videos are missing`);
    expect(sentence).toContain(missingKey);
  });

  test("rows that the secret does not open are counted; those of the secret before it are a note", async () => {
    const { db, config } = world.services;
    const look = (over: Partial<typeof config> = {}) => sealedRows({ db, config: { ...config, ...over } });
    expect(await look()).toEqual({ wrong: [], notes: [] });
    const { _id: userId } = await aUser(world);
    const now = world.clock.now().toISOString();
    await db
      .insertInto("authenticators")
      .values({
        userId,
        secret: seal(config, "text", userId),
        lastStep: 0,
        lastUse: "",
        confirmedAt: now,
        createdAt: now,
      })
      .execute();
    expect(await look()).toEqual({ wrong: [], notes: [] });
    const otherSecret = { secret: "9f2c41d07be85a36c1e0477d2b98fa63" };
    expect((await look(otherSecret)).wrong).toEqual([
      expect.stringContaining("not the secret under which 1 second factors were sealed"),
    ]);
    expect(await look({ ...otherSecret, previousSecret: config.secret })).toEqual({
      wrong: [],
      notes: [expect.stringContaining("1 second factors are still sealed under APP_SECRET_PREVIOUS")],
    });
  });

  test("keys of notices in browsers that are missing, or that no secret opens, are told", async () => {
    const { db, config } = world.services;
    const look = (over: Partial<typeof config> = {}) => pushKeys({ db, config: { ...config, ...over } });
    expect(await look()).toEqual({ wrong: [], notes: [expect.stringContaining("makes them when it starts")] });
    await preparePushKeys(world.services);
    expect(await look()).toEqual({ wrong: [], notes: [] });
    const otherSecret = { secret: "9f2c41d07be85a36c1e0477d2b98fa63" };
    expect((await look(otherSecret)).wrong).toEqual([expect.stringContaining("APP_SECRET does not open the keys")]);
    expect(await look({ ...otherSecret, previousSecret: config.secret })).toEqual({
      wrong: [],
      notes: [expect.stringContaining("still sealed under APP_SECRET_PREVIOUS")],
    });
  });

  test("jobs that failed for good, and those that nobody works on, are told by their kind", async () => {
    await sendMail.enqueue(world.services.db, world.services, { to: "a@b.c", subject: "", text: "", html: "" });
    expect(await waitingJobs(world.services)).toEqual([]);
    world.clock.forward(601);
    expect((await waitingJobs(world.services)).join()).toContain("1 of the kind mail wait");
    await world.services.db.updateTable("jobs").set({ diedAt: world.clock.now().toISOString() }).execute();
    expect((await waitingJobs(world.services)).join()).toContain("1 of the kind mail failed for good");
  });
});

test("a mail server that answers is well, one that does not is a sentence, and none is none", async () => {
  const port = await freePort();
  const smtpUrl = `smtp://127.0.0.1:${port}`;
  expect((await mailServer({ smtpUrl })).join()).toContain("The mail server does not let us in");
  const server = await aMailServer(port);
  expect(await mailServer({ smtpUrl })).toEqual([]);
  await server.stop();
  expect(await mailServer({ smtpUrl: null })).toEqual([]);
});

test("a bucket that takes files is well; one that is away, or refuses us, is a sentence with what to do", async () => {
  const fake = await startFakeS3();
  const check = async () => {
    const files = s3Store(fake.config);
    return (await fileStorage({ files }).finally(files.close)).join();
  };
  expect(await check()).toBe("");
  fake.trouble = 403;
  expect(await check()).toContain("See that FILES_S3_ACCESS_KEY_ID and FILES_S3_SECRET_ACCESS_KEY are right");
  fake.trouble = "away";
  expect(await check()).toContain("See that this machine may reach the bucket shop at http://127.0.0.1");
  await fake.close();
});

test("a disk with room is well", async () => {
  expect(await disk({ dataDir: tmpdir() }, 0)).toEqual([]);
  expect((await disk({ dataDir: tmpdir() }, Infinity)).join()).toMatch(/^Only \d+ MB are free where .+ is/);
});
