import { expect, test } from "vitest";
import { aProduct, aUser } from "../../../tests/fixtures/shop";
import { onBothDatabases, type World } from "../../../tests/fixtures/world";
import { tellBack } from "./tell-back.server";
import { tellStalls } from "./tell-stalls.server";

const DAY = 86_400;
/** The token of a link to a page, from the newest mail. */
function wordIn(world: World, page: "watch" | "notices", to?: string): string {
  const mail = world.mails.findLast((one) => to === undefined || one.to === to);
  return new RegExp(`/${page}/([\\w.-]+)`).exec(mail?.text ?? "")?.[1] ?? "";
}
const toldBack = async (world: World) => {
  await tellBack.handle(world.services);
  await world.runner.drain();
};
const toldOfStalls = async (world: World) => {
  await tellStalls.handle(world.services);
  await world.runner.drain();
};
const subjectsTo = (world: World, to: string) => world.mails.filter((mail) => mail.to === to).map((m) => m.subject);

const setProduct = (world: World, id: string, columns: object) =>
  world.services.db.updateTable("products").set(columns).where("_id", "=", id).execute();

onBothDatabases("being told", (world) => {
  test("that something is back, once, and not while the stall is closed or it is out of season", async () => {
    const [buyer, product] = [await aUser(world), await aProduct(world, { title: "Quinces", quantity: 0 })];
    const watch = { kind: "back", id: product._id };
    expect((await world.call("POST", "/user/watches", { token: buyer.token, body: watch })).status).toBe(201);
    expect((await world.call("POST", "/user/watches", { token: buyer.token, body: watch })).status).toBe(201);
    await toldBack(world);
    await setProduct(world, product._id, { quantity: 5, seasonFrom: "2026-06-01", seasonUntil: "2026-07-01" });
    await toldBack(world);
    await setProduct(world, product._id, { seasonFrom: null, seasonUntil: null });
    const holiday = (from: string | null, until: string | null) =>
      world.services.db
        .updateTable("stores")
        .set({ holidayFrom: from, holidayUntil: until })
        .where("userId", "=", product.merchantId)
        .execute();
    await holiday("2026-03-01", "2026-03-09");
    await toldBack(world);
    expect(subjectsTo(world, buyer.email)).toEqual([]);
    await holiday(null, null);
    await toldBack(world);
    await toldBack(world);
    expect(subjectsTo(world, buyer.email)).toEqual(["Quinces is back"]);
    const { data } = (await world.call("GET", "/user/notices", { token: buyer.token })).body;
    expect(data.watches).toEqual([]);
  });

  test("without an account by a confirmed address alone, and ended by the one press that each mail carries", async () => {
    const [product, second] = [await aProduct(world, { quantity: 0 }), await aProduct(world, { quantity: 0 })];
    const email = "visitor@example.com";
    for (const { _id } of [product, second]) {
      await world.call("POST", "/watches", { body: { kind: "back", id: _id, email } });
      await world.runner.drain();
      const word = wordIn(world, "watch", email);
      expect((await world.call("GET", `/watch-link/${word}`)).body.data.id).toBe(_id);
      expect(await world.services.db.selectFrom("watches").selectAll().where("targetId", "=", _id).execute()).toEqual(
        [],
      );
      expect((await world.call("POST", `/watch-link/${word}`)).status).toBe(200);
    }
    await setProduct(world, product._id, { quantity: 2 });
    await toldBack(world);
    const mail = world.mails.findLast(({ to }) => to === email);
    expect(mail?.subject).toMatch(/ is back$/);
    expect(mail?.unsubscribe).toMatch(/\/notices\//);
    const stop = wordIn(world, "notices", email);
    const link = await world.call("GET", `/notice-link/${stop}`);
    expect(link.body.data).toMatchObject({ kind: "back", isOn: true, account: null });
    expect(link.body.data.watches).toHaveLength(1);
    expect((await world.call("POST", `/notice-link/${stop}/stop`, { body: {} })).status).toBe(200);
    await setProduct(world, second._id, { quantity: 2 });
    await toldBack(world);
    expect(subjectsTo(world, email).filter((subject) => subject.endsWith("is back"))).toHaveLength(1);
  });

  test("a link that was changed, is of another kind or is older than a week opens nothing", async () => {
    const product = await aProduct(world, { quantity: 0 });
    const email = "late@example.com";
    await world.call("POST", "/watches", { body: { kind: "back", id: product._id, email } });
    await world.runner.drain();
    const word = wordIn(world, "watch", email);
    for (const path of [`/watch-link/x${word}`, `/notice-link/${word}`])
      expect((await world.call("GET", path)).body.error[0].code).toBe("unknown_notice_link");
    world.clock.forward(8 * DAY);
    expect((await world.call("POST", `/watch-link/${word}`)).status).toBe(404);
    expect(await world.services.db.selectFrom("watches").selectAll().execute()).toEqual([]);
  });

  test("of a followed stall in one mail a day, with what is in it, of several stalls together", async () => {
    const buyer = await aUser(world);
    const [orchard, dairy] = [await aProduct(world), await aProduct(world)];
    for (const { merchantId } of [orchard, dairy])
      await world.call("POST", "/user/watches", { token: buyer.token, body: { kind: "stall", id: merchantId } });
    await toldOfStalls(world);
    expect(subjectsTo(world, buyer.email)).toEqual([]);
    world.clock.forward(60);
    const published = { publishedAt: world.clock.now().toISOString() };
    await aProduct(world, { title: "Plums", merchantId: orchard.merchantId, ...published });
    await aProduct(world, { title: "Butter", merchantId: dairy.merchantId, ...published });
    await toldOfStalls(world);
    await toldOfStalls(world);
    const mails = world.mails.filter(({ to }) => to === buyer.email);
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toMatch(/Plums[\s\S]*Butter|Butter[\s\S]*Plums/);
    world.clock.forward(3600);
    const later = { publishedAt: world.clock.now().toISOString() };
    await aProduct(world, { title: "Pears", merchantId: orchard.merchantId, ...later });
    await toldOfStalls(world);
    expect(subjectsTo(world, buyer.email)).toHaveLength(1);
    world.clock.forward(DAY);
    await toldOfStalls(world);
    const second = world.mails.findLast(({ to }) => to === buyer.email)?.text ?? "";
    expect(subjectsTo(world, buyer.email)).toHaveLength(2);
    expect(second).toContain("Pears");
    expect(second).not.toContain("Plums");
  });

  test("of no kind that was switched off, by the page or by one press, until it is switched on", async () => {
    const [buyer, product] = [await aUser(world), await aProduct(world, { quantity: 0 })];
    const { token } = buyer;
    await world.call("POST", "/user/watches", { token, body: { kind: "back", id: product._id } });
    await setProduct(world, product._id, { quantity: 2 });
    expect((await world.call("PUT", "/user/notices/back", { token, body: { mail: false } })).status).toBe(200);
    await toldBack(world);
    expect(subjectsTo(world, buyer.email)).toEqual([]);
    await world.call("PUT", "/user/notices/back", { token, body: { mail: true } });
    await toldBack(world);
    expect(subjectsTo(world, buyer.email)).toHaveLength(1);
    const stop = wordIn(world, "notices", buyer.email);
    expect((await world.call("GET", `/notice-link/${stop}`)).body.data).toEqual({
      kind: "back",
      isOn: true,
      account: "buyer",
      watches: [],
    });
    await world.call("POST", `/notice-link/${stop}/stop`, { body: {} });
    const { mail } = (await world.call("GET", "/user/notices", { token })).body.data;
    expect(mail).toEqual({ messages: true, reviews: true, back: false, stalls: true });
  });

  test("what others are told is theirs alone, and what is not in the shop is not watched", async () => {
    const [owner, stranger, product] = [await aUser(world), await aUser(world), await aProduct(world, { quantity: 0 })];
    await world.call("POST", "/user/watches", { token: owner.token, body: { kind: "back", id: product._id } });
    const [watch] = (await world.call("GET", "/user/notices", { token: owner.token })).body.data.watches;
    const refusal = await world.call("DELETE", `/user/watches/${watch._id}`, { token: stranger.token });
    expect([refusal.status, refusal.body.error[0].code]).toEqual([404, "unknown_watch"]);
    await setProduct(world, product._id, { isPublic: 0 });
    const body = { kind: "back", id: product._id };
    const hidden = await world.call("POST", "/user/watches", { token: stranger.token, body });
    expect([hidden.status, hidden.body.error[0].code]).toEqual([404, "nothing_to_watch"]);
    expect((await world.call("DELETE", `/user/watches/${watch._id}`, { token: owner.token })).status).toBe(200);
  });
});
