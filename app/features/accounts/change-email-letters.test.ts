import { expect, test, vi } from "vitest";
import { bought } from "../../../tests/fixtures/books";
import { askToChange, changeAddress, DAY, linkIn, NEW_ADDRESS, openLink } from "../../../tests/fixtures/email-changes";
import { aProduct, aUser, mailsSent } from "../../../tests/fixtures/shop";
import { onBothDatabases } from "../../../tests/fixtures/world";
import { PermanentFailure } from "~/platform/jobs/permanent-failure";
import { sendMail } from "~/platform/mail/send-mail.server";

onBothDatabases("another address for an account", (world) => {
  test("gets the letters about orders that were placed with the old one", async () => {
    const [buyer, merchant] = [await aUser(world), await aUser(world, { privilege: "merchant" })];
    const product = await aProduct(world, { merchantId: merchant._id });
    const order = () => bought(world, buyer.token, [[product._id, 1]]);
    const [one, secondOrder, last] = [await order(), await order(), await order()];
    await askToChange(world, buyer.token);
    await openLink(world, "confirm", await linkIn(world, NEW_ADDRESS, "confirm"));
    const before = (await mailsSent(world, buyer.email)).length;
    const of = (path: string, body: object) =>
      world.call("POST", `/product/order/merchant/${path}`, { token: merchant.token, body });
    await of(`${one}/ship`, {});
    await of("ship", { shipments: [{ order: secondOrder }] });
    await of(`${last}/cancel`, { reason: "Frost" });
    expect(await mailsSent(world, buyer.email)).toHaveLength(before);
    const subjects = (await mailsSent(world, NEW_ADDRESS)).map(({ subject }) => subject.replace(/#\d+/, "#"));
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
    await askToChange(world, user.token);
    const link = await linkIn(world, NEW_ADDRESS, "confirm");
    await refusedForGood(user.email, "Order #1 is paid");
    await refusedForGood(otherUser.email, "Somebody else's");
    await letter(user.email, "Waiting");
    await openLink(world, "confirm", link);
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
    await askToChange(world, user.token, "ada.nwe@example.com");
    await mailsSent(world);
    await refusedForGood("ada.nwe@example.com", "Is this your new address for Fieldstall?");
    for (const email of [NEW_ADDRESS, "further@example.com"]) {
      await askToChange(world, user.token, email);
      await openLink(world, "confirm", await linkIn(world, email, "confirm"));
    }
    expect(await lettersKept()).not.toContain("Is this your new address for Fieldstall?");
    const undo = await linkIn(world, user.email, "undo");
    await refusedForGood(NEW_ADDRESS, "Your address was changed");
    await openLink(world, "undo", undo);
    expect(await lettersKept()).toEqual(["Your address is yours again"]);
  });

  test("leaves no letter behind that died at one of both since, once nobody can take it back", async () => {
    const user = await changeAddress(world);
    await mailsSent(world);
    await refusedForGood(user.email, "Your address was changed");
    await refusedForGood(NEW_ADDRESS, "Order #1 is paid");
    world.clock.forward(7 * DAY - 1);
    await world.runner.drain(["sweep"]);
    expect(await lettersKept()).toEqual(["Order #1 is paid", "Your address was changed"]);
    world.clock.forward(2 * DAY + 2);
    await world.runner.drain(["sweep"]);
    expect(await lettersKept()).toEqual(["Order #1 is paid"]);
  });
});
