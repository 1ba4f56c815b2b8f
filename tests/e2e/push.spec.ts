import type { Page, Worker } from "@playwright/test";
import { aPushReceiver } from "../fixtures/push-receiver";
import { look } from "./look";
import { expect, scriptsReady, PASSWORD, signInAsNewBuyer, test } from "./shop";
import { boughtBy, call, onSale, signInAsNewMerchant, tokenOf } from "./stall";

test.use({ serviceWorkers: "allow" });

/*
 * A real push service cannot be reached from here. So `PushManager.subscribe` is replaced in the page, and returns a
 * subscription whose push service is the test's receiver. The test passes a received notice to the browser by the
 * DevTools protocol, as a push service would. A headless Chromium cannot show notices, so the worker records what it
 * shows and opens.
 */

type Subscription = { endpoint: string; keys: { p256dh: string; auth: string } };

/** Runs in the page before its scripts. The browser's subscription is kept in local storage. */
function standIn(subscription: Subscription): void {
  const KEY = "subscription of the test";
  const subscriptionOf = () => ({
    ...subscription,
    toJSON: () => subscription,
    unsubscribe: () => Promise.resolve(localStorage.removeItem(KEY) === undefined),
  });
  Object.assign(PushManager.prototype, {
    getSubscription: async () => (localStorage.getItem(KEY) ? subscriptionOf() : null),
    subscribe: async ({ userVisibleOnly, applicationServerKey }: PushSubscriptionOptionsInit) => {
      if (!userVisibleOnly || (applicationServerKey as Uint8Array).length !== 65) throw new Error("no key");
      localStorage.setItem(KEY, "1");
      return subscriptionOf();
    },
  });
}

const panel = (page: Page) => page.getByRole("region", { name: "In your browser" });
const ask = (page: Page) => page.getByRole("button", { name: "Tell me in this browser" });

test("a stall's browser is told of a new order and opens it; no other browser sees anything of it", async ({
  page,
  request,
  scripts,
}, info) => {
  test.slow();
  const receiver = await aPushReceiver();
  await page.context().grantPermissions(["notifications"]);
  await page.addInitScript(standIn, receiver.subscription);
  const stall = await signInAsNewMerchant(page, request);
  const product = await onSale(request, stall, `Plums ${Date.now()}`);
  await page.goto("/merchant/notices");
  await look(page, "/merchant/notices", info, "notices before");
  if (!scripts) {
    await expect(panel(page)).toHaveCount(0);
    await receiver.close();
    return;
  }
  await scriptsReady(page);
  await ask(page).click();
  await expect(page.getByText("This browser shows you notices from now on.")).toBeVisible();
  await expect(page.getByRole("button", { name: /End notices in / })).toBeVisible();
  await expect(ask(page)).toBeHidden();
  await look(page, "/merchant/notices", info, "notices");

  const { orderId } = await boughtBy(request, product, "Walker");
  await expect.poll(() => receiver.received.map(({ notice }) => notice.path)).toEqual([`/merchant/orders/${orderId}`]);
  const { notice } = receiver.received[0]!;
  const worker = await workerOf(page);
  const path = `/merchant/orders/${orderId}`;
  expect(await shownBy(page, worker, notice)).toEqual([
    { title: notice.title, body: "A new order has come in.", data: path },
  ]);
  expect(await openedBy(worker, path)).toEqual([path]);

  await page.goto("/merchant/notices");
  await page.getByRole("button", { name: "Stop notices: Orders" }).click();
  await expect(page.getByText("Your browsers show you such notices no more.")).toBeVisible();
  await page.getByRole("button", { name: /End notices in / }).click();
  await expect(page.getByText("That browser shows you no more notices.")).toBeVisible();
  await expect(ask(page)).toBeVisible();
  await receiver.close();
});

test("a buyer's browsers that were told elsewhere are listed and ended by forms alone", async ({
  page,
  request,
}, info) => {
  const { email } = await signInAsNewBuyer(page, request);
  const token = await tokenOf(request, email, PASSWORD);
  const { keys } = await aSubscription();
  await call(request, token, "POST", "/user/push-subscriptions", { endpoint: "https://push.example.com/1", keys });
  await page.goto("/customer/notices");
  await look(page, "/customer/notices", info, "notices of a buyer");
  await page.getByRole("button", { name: "Stop notices: Back in stock" }).click();
  await expect(page.getByText("Your browsers show you such notices no more.")).toBeVisible();
  await page.getByRole("button", { name: /End notices in / }).click();
  await expect(page.getByText("That browser shows you no more notices.")).toBeVisible();
  await expect(page.getByRole("button", { name: /End notices in / })).toHaveCount(0);
});

async function aSubscription(): Promise<Subscription> {
  const receiver = await aPushReceiver();
  await receiver.close();
  return receiver.subscription;
}

async function workerOf(page: Page): Promise<Worker> {
  const context = page.context();
  const [worker] = context.serviceWorkers();
  return worker ?? context.waitForEvent("serviceworker");
}

/** The functions of a service worker that are replaced here. */
interface Scope {
  registration: { showNotification(title: string, options: object): Promise<void> };
  clients: { openWindow(path: string): Promise<void> };
}
interface Shown {
  title: string;
  body: string;
  data: string;
}

/** The worker's scope, in which the shown notices are recorded. */
interface Recording {
  shownInTest?: Shown[];
}

/** Pushes a notice to the browser's worker. Returns everything that the worker shows for it. */
async function shownBy(page: Page, worker: Worker, notice: object): Promise<Shown[]> {
  await worker.evaluate(() => {
    const scope = self as unknown as Scope & Recording;
    scope.shownInTest = [];
    Object.assign(scope.registration, {
      showNotification: async (title: string, options: Omit<Shown, "title">) =>
        void scope.shownInTest?.push({ title, body: options.body, data: options.data }),
    });
  });
  const devTools = await page.context().newCDPSession(page);
  const registrationId = new Promise<string>((resolve) =>
    devTools.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      const registration = registrations.find(({ isDeleted }) => !isDeleted);
      if (registration) resolve(registration.registrationId);
    }),
  );
  await devTools.send("ServiceWorker.enable");
  await devTools.send("ServiceWorker.deliverPushMessage", {
    origin: new URL(page.url()).origin,
    registrationId: await registrationId,
    data: JSON.stringify(notice),
  });
  const shownNotices = () => worker.evaluate(() => (self as Recording).shownInTest ?? []);
  await expect.poll(async () => (await shownNotices()).length).toBe(1);
  await devTools.detach();
  return shownNotices();
}

/** Clicks a notice that the worker has shown. Returns the pages that it opens. */
function openedBy(worker: Worker, data: string): Promise<string[]> {
  return worker.evaluate((path) => {
    const openedUrls: string[] = [];
    const { clients } = self as unknown as Scope;
    Object.assign(clients, { openWindow: async (address: string) => void openedUrls.push(address) });
    const notification = { data: path, close: () => undefined };
    self.dispatchEvent(Object.assign(new Event("notificationclick"), { notification, waitUntil: () => undefined }));
    return openedUrls;
  }, data);
}
