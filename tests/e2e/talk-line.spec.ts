import { writeFile } from "node:fs/promises";
import type { APIRequestContext, Page } from "@playwright/test";
import sharp from "sharp";
import { UNTIL_MENDED, type BadLine } from "../fixtures/bad-line";
import { PlainBrowser } from "../fixtures/plain-browser";
import { test } from "./broken-line";
import { expect, logIn, newEmail, PASSWORD, scriptsReady } from "./shop";
import { aStall, call, onSale, tokenOf } from "./stall";
import { codeFor } from "./outbox";

test.use({ serviceWorkers: "allow" });

/* A conversation whose line is cut at each press, by both sides. No message may be lost or duplicated. */

const NO_LINE = "No connection. What you entered is kept on this phone, and will be sent when the line is back.";
/** The bytes of a 300 KB picture that are sent before its line is cut. */
const HALF_WAY = 100_000;

type Side = "buyer" | "merchant";
/** When a press is cut: before the request arrives, before the response arrives, or in the middle of the request. */
type Cut = "before" | "answer lost" | "half way";

/** One press of a side. */
interface Press {
  side: Side;
  cut: Cut;
  /** The page with the button. Without it, the conversation's own page. */
  page?: string;
  /** Field names and their values. */
  typed?: Record<string, string>;
  /** The button, as a CSS selector. */
  button: string;
  says: RegExp;
}

interface Talk {
  id: string;
  emails: Record<Side, string>;
  tokens: Record<Side, string>;
  picture: string;
}

/** Makes a buyer's question about a product, which the stall has answered, and a picture of 300 KB. */
async function aTalk(request: APIRequestContext, picture: string): Promise<Talk> {
  const stall = await aStall(request);
  const product = await onSale(request, stall, `Quinces ${Date.now()}`);
  const email = newEmail();
  const person = { firstName: "Wanda", lastName: "Walker", privilege: "buyer" };
  await call(request, "", "POST", "/user", { email, password: PASSWORD, ...person });
  await call(request, "", "POST", "/user/otp", { email, otp: await codeFor(email) });
  const buyer = await tokenOf(request, email, PASSWORD);
  const question = { kind: "product", id: product, text: "Are they ripe?" };
  const { data } = await call<{ data: { _id: string } }>(request, buyer, "POST", "/conversations", question);
  await call(request, stall.token, "POST", `/conversations/${data._id}/messages`, { text: "From Saturday on." });
  const noise = sharp({
    create: {
      width: 320,
      height: 320,
      channels: 3,
      background: "#888",
      noise: { type: "gaussian", mean: 128, sigma: 60 },
    },
  });
  await writeFile(picture, await noise.png({ compressionLevel: 0 }).toBuffer());
  return {
    id: data._id,
    emails: { buyer: email, merchant: stall.email },
    tokens: { buyer, merchant: stall.token },
    picture,
  };
}

const CUTS: Cut[] = ["before", "answer lost", "half way"];
const textOf = (side: Side, cut: Cut, withPicture: boolean) => `${side} ${cut}${withPicture ? " with a picture" : ""}.`;

/** Returns every press of a conversation, in an order in which each is possible. */
function pressesOf({ picture }: Talk): Press[] {
  const sides: Side[] = ["buyer", "merchant"];
  const messages = sides.flatMap((side) =>
    CUTS.flatMap((cut) =>
      [false, true]
        // A post without a picture is too short to cut in the middle.
        .filter((withPicture) => withPicture || cut !== "half way")
        .map((withPicture) => ({
          side,
          cut,
          typed: { text: textOf(side, cut, withPicture), ...(withPicture && { photos: picture }) },
          button: 'button[value="send"]',
          says: /Your message is sent/,
        })),
    ),
  );
  const presses = CUTS.slice(0, 2).map((cut): Press => ({
    side: "merchant",
    cut,
    page: "/merchant/conversations/saved_answers",
    typed: { name: cut, text: `Saved: ${cut}.` },
    button: 'form:has([name=answer][value=new]) button[value="save"]',
    says: /The answer is saved/,
  }));
  const stops = sides.flatMap((side, place): Press[] => [
    {
      side,
      cut: CUTS[place]!,
      typed: { reason: "They are rude." },
      button: 'button[value="report"]',
      says: /Our team reads this/,
    },
    { side, cut: CUTS[place]!, button: 'button[value="block"]', says: /You have blocked the other side/ },
    { side, cut: CUTS[1 - place]!, button: 'button[value="unblock"]', says: /The block is lifted/ },
  ]);
  return [...messages, ...presses, ...stops];
}

const pageOf = ({ id }: Talk, { side, page }: Press) =>
  page ?? `/${side === "buyer" ? "customer" : "merchant"}/conversations/${id}`;

function cutLine(line: BadLine, cut: Cut): void {
  if (cut === "before") line.cut();
  else if (cut === "answer lost") line.spoil("POST", { kind: "answer lost" }, UNTIL_MENDED);
  else line.spoil("POST", { kind: "cut off", bytes: HALF_WAY }, UNTIL_MENDED);
}

/** Expects each message once with its picture, one report by each side, no block, and each answer saved once. */
async function expectOnce(request: APIRequestContext, { id, tokens }: Talk): Promise<void> {
  interface Conversation {
    data: { messages: { text: string; pictures: unknown[] }[]; refusal: string | null; isReported: boolean };
  }
  for (const side of ["buyer", "merchant"] as const) {
    const { data } = await call<Conversation>(request, tokens[side], "GET", `/conversations/${id}`);
    expect([data.refusal, data.isReported]).toEqual([null, true]);
    const expectedCounts = (["buyer", "merchant"] as const).flatMap((writer) =>
      CUTS.flatMap((cut) => [
        ...(cut === "half way" ? [] : [[textOf(writer, cut, false), 0] as const]),
        [textOf(writer, cut, true), 1] as const,
      ]),
    );
    expect(data.messages.map(({ text, pictures }) => [text, pictures.length])).toEqual([
      ["Are they ripe?", 0],
      ["From Saturday on.", 0],
      ...expectedCounts,
    ]);
  }
  const { data: savedPresses } = await call<{ data: { name: string }[] }>(
    request,
    tokens.merchant,
    "GET",
    "/merchant/saved-answers",
  );
  expect(savedPresses.map(({ name }) => name).toSorted()).toEqual(["answer lost", "before"]);
}

test.describe("where no script runs", () => {
  test.skip(({ javaScriptEnabled }) => javaScriptEnabled === false, "It is sent by HTTP, once in a run.");

  test("the same form sent again is done once, wherever its line was cut", async ({ request, line }, info) => {
    test.slow();
    const talk = await aTalk(request, info.outputPath("quinces.png"));
    const browsers = { buyer: new PlainBrowser(line.url), merchant: new PlainBrowser(line.url) };
    await browsers.buyer.post("/login/customer", { email: talk.emails.buyer, password: PASSWORD });
    await browsers.merchant.post("/login/merchant", { email: talk.emails.merchant, password: PASSWORD });
    for (const press of pressesOf(talk)) {
      const browser = browsers[press.side];
      await browser.open(pageOf(talk, press));
      const button = browser.find(`main ${press.button}`);
      browser.fill(browser.formOf(button), press.typed ?? {});
      const submission = browser.submission(button);
      cutLine(line, press.cut);
      await expect(browser.send(submission), `${press.button} ${press.cut}`).rejects.toThrow();
      line.mend();
      await browser.send(submission);
      expect(browser.words).toMatch(press.says);
      // The answer is loaded again.
      await browser.send(submission);
    }
    await expectOnce(request, talk);
  });
});

test.describe("where scripts run", () => {
  test.skip(({ javaScriptEnabled }) => javaScriptEnabled === false, "The browser itself says that the line is down.");

  test("each press is kept while its line is gone, and goes out once when it is back", async ({
    page,
    browser,
    request,
    line,
  }, info) => {
    test.slow();
    const talk = await aTalk(request, info.outputPath("quinces.png"));
    const pages: Record<Side, Page> = {
      buyer: page,
      merchant: await (await browser.newContext({ baseURL: line.url })).newPage(),
    };
    await logIn(pages.buyer, talk.emails.buyer, PASSWORD, "/login/customer");
    await logIn(pages.merchant, talk.emails.merchant, PASSWORD, "/login/merchant");
    for (const press of pressesOf(talk)) await pressInBrowser(pages[press.side], line, talk, press);
    await expectOnce(request, talk);
  });
});

async function pressInBrowser(page: Page, line: BadLine, talk: Talk, press: Press): Promise<void> {
  await page.goto(pageOf(talk, press));
  await scriptsReady(page);
  const button = page.locator(`main ${press.button}:not([aria-hidden])`);
  if (/report|"block/.test(press.button)) await page.getByText("Block or report").click();
  const form = button.locator("xpath=ancestor::form");
  for (const [name, value] of Object.entries(press.typed ?? {})) {
    const field = form.locator(`[name="${name}"]`);
    if (name === "photos") await field.setInputFiles(value);
    else await field.fill(value);
  }
  cutLine(line, press.cut);
  await button.click();
  await expect(page.getByText(NO_LINE), `${press.button} ${press.cut}`).toBeVisible();
  line.mend();
  await expect(page.getByText(press.says).first()).toBeVisible();
}
