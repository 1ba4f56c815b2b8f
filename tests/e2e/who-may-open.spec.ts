import type { APIRequestContext, PlaywrightWorkerArgs } from "@playwright/test";
import type { RouteConfigEntry } from "@remix-run/route-config";
import routes from "../../app/routes";
import { codeFor } from "./outbox";
import { DEMO_PASSWORD, expect, newEmail, PASSWORD, test } from "./shop";

/* Uses the table of addresses, so that a new screen is tested automatically. This needs no scripts. */

const MADE_UP = "0123456789abcdef01234567";

/** Returns every address of the site that shows or serves something. */
function addresses(entries: RouteConfigEntry[], above = ""): string[] {
  return entries.flatMap((entry) => {
    const path = [above, entry.path].filter(Boolean).join("/");
    return entry.children ? addresses(entry.children, path) : [`/${path}`];
  });
}

const ALL = addresses(routes);
const of = (area: string) => ALL.filter((path) => path === `/${area}` || path.startsWith(`/${area}/`));
const AREAS = { customer: "buyer", merchant: "merchant", operator: "operator" } as const;
const LOGIN = { customer: "/login/customer", merchant: "/login/merchant", operator: "/login" };
const filledIn = (path: string, id = MADE_UP) => path.replaceAll(/:\w+/g, id);

const form = { "Content-Type": "application/x-www-form-urlencoded" };
const requestOptions = { maxRedirects: 0, failOnStatusCode: false } as const;

/** Signs in by the form, with a separate session. */
async function signedIn(
  playwright: PlaywrightWorkerArgs["playwright"],
  baseURL: string,
  role: "buyer" | "merchant" | "operator",
  email = `${role}@example.com`,
  password = DEMO_PASSWORD,
) {
  const browser = await playwright.request.newContext({ baseURL, extraHTTPHeaders: { Origin: baseURL } });
  const answer = await browser.post(role === "merchant" ? "/login/merchant" : "/login/customer", {
    form: { email, password },
    maxRedirects: 0,
  });
  expect([role, answer.status()]).toEqual([role, 303]);
  return browser;
}

async function mustLeadToLogin(browser: APIRequestContext, area: keyof typeof AREAS): Promise<void> {
  for (const path of of(area)) {
    for (const answer of [
      await browser.get(filledIn(path), requestOptions),
      await browser.post(filledIn(path), { ...requestOptions, headers: form, data: "intent=x" }),
    ]) {
      // An address that only serves a file accepts no form.
      if (answer.status() === 405) continue;
      // A script gets a 401 instead of a redirect to the login page.
      if (path.endsWith(".json") && answer.status() === 401) continue;
      expect([
        path,
        answer.status(),
        answer.headers()["location"]?.split("?")[0],
        (await answer.body()).length,
      ]).toEqual([path, 303, LOGIN[area], 0]);
    }
  }
}

test.beforeEach(({ scripts }) => {
  test.skip(scripts, "asked without a browser");
});

for (const area of ["customer", "merchant", "operator"] as const) {
  test(`every screen under /${area} leads everybody but its own people to the login`, async ({
    playwright,
    baseURL,
  }) => {
    expect(of(area).length).toBeGreaterThan(5);
    const visitor = await playwright.request.newContext({ baseURL: baseURL!, extraHTTPHeaders: { Origin: baseURL! } });
    await mustLeadToLogin(visitor, area);
    for (const role of (["buyer", "merchant", "operator"] as const).filter((one) => one !== AREAS[area]))
      await mustLeadToLogin(await signedIn(playwright, baseURL!, role), area);
  });
}

test("every id of another merchant is unknown to every screen of a merchant: 404, and nothing of it is shown", async ({
  playwright,
  baseURL,
  request,
}) => {
  const { token } = (await (
    await request.post("/api/v1/user/login", { data: { email: "merchant@example.com", password: DEMO_PASSWORD } })
  ).json()) as { token: string };
  const answerData = async <Data>(path: string) =>
    ((await (await request.get(`/api/v1${path}`, { headers: { Authorization: token } })).json()) as { data: Data })
      .data;
  const first = async <Doc>(path: string, matches: (doc: Doc) => boolean = () => true) =>
    (await answerData<{ docs: Doc[] }>(path)).docs.find(matches)!;
  const product = await first<{ _id: string; title: string; image: { _id: string }[] }>(
    "/product/manage-product",
    ({ image }) => image.length > 0,
  );
  const { _id: orderId, user } = await first<{ _id: string; user: { email: string } }>("/product/order/merchant");
  const payment = await first<{ _id: string }>("/product/payment/merchant");
  const { title } = product;
  const ids = [product._id, orderId, payment._id, product.image[0]!._id];
  const standing = async () => [
    (await answerData<typeof product>(`/product/manage-product/${product._id}`)).title,
    (await answerData<{ statusText: string }>(`/product/order/merchant/${orderId}`)).statusText,
  ];
  const before = await standing();

  const email = newEmail();
  const { data } = (await (await request.get("/api/v1/category")).json()) as { data: { docs: { _id: string }[] } };
  const stall = {
    email,
    password: PASSWORD,
    confirmPassword: PASSWORD,
    firstName: "Other",
    lastName: "Merchant",
    username: "other",
    storeName: "Another stall",
    businessAddress: "1 Side Street",
    businessCategory: [data.docs[0]!._id],
    privilege: "merchant",
  };
  expect((await request.post("/api/v1/user", { data: stall })).status()).toBe(201);
  await request.post("/api/v1/user/otp", { data: { email, otp: await codeFor(email) } });
  const otherMerchant = await signedIn(playwright, baseURL!, "merchant", email, PASSWORD);

  const withIds = of("merchant").filter((path) => path.includes(":"));
  expect(withIds.length).toBeGreaterThan(6);
  for (const path of withIds) {
    for (const id of ids) {
      const getAnswer = await otherMerchant.get(filledIn(path, id), requestOptions);
      const text = await getAnswer.text();
      expect([path, id, getAnswer.status(), text.includes(title), text.includes(user.email)]).toEqual([
        path,
        id,
        404,
        false,
        false,
      ]);
      for (const intent of ["ship", "deliver", "cancel", ""]) {
        const postAnswer = await otherMerchant.post(filledIn(path, id), {
          ...requestOptions,
          headers: form,
          data: `intent=${intent}&reason=Because&carrier=Nobody`,
        });
        // A failed deletion leads back to the list, which says so.
        expect([
          path,
          intent,
          postAnswer.status() >= 400 || postAnswer.headers()["location"] === "/merchant/products",
        ]).toEqual([path, intent, true]);
        expect([path, (await postAnswer.text()).includes(title)]).toEqual([path, false]);
      }
    }
  }
  // The other merchant's own lists, figures and files do not contain it.
  for (const path of of("merchant").filter((one) => !one.includes(":"))) {
    const text = await (await otherMerchant.get(path, requestOptions)).text();
    expect([path, ids.filter((id) => text.includes(id)), text.includes(user.email)]).toEqual([path, [], false]);
  }
  expect(await standing()).toEqual(before);
});
