import type { Browser, BrowserContext, Locator, Page } from "@playwright/test";
import { WAIT_MS } from "../../scripts/gate/patience.mjs";
import { SENTENCES } from "../../app/ui/line/sentences";
import { badLine, type BadLine } from "../fixtures/bad-line";
import type { Arrived, Driver } from "./driver";
import type { Lane, Person } from "./people";
import type { OwnShop } from "./shop-of-its-own";

/** Why a cell is not held. */
export type Failing = "lost" | "doubled" | "silent";

export class NotHeld extends Error {
  constructor(
    readonly how: Failing,
    message: string,
  ) {
    super(message);
  }
}

/** Pages of the browser itself, which people see where no script runs. */
const BROWSERS_OWN = /^chrome-error:/;
/** Browsers give none of these back by themselves, and the shop keeps none. */
export const SECRET = /password|^(code|otp|number|expiry|cvc)$/i;

/** True as soon as it is so. What decides is whether it comes, not when. */
async function soon(check: () => Promise<boolean> | boolean, ms = WAIT_MS): Promise<boolean> {
  const until = Date.now() + ms;
  for (;;) {
    if (await Promise.resolve(check()).catch(() => false)) return true;
    if (Date.now() > until) return false;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** One person on one page with one form, behind a line of their own. */
export class Cell {
  page!: Page;
  line!: BadLine;
  here!: Arrived;
  #context!: BrowserContext;
  #before = 0;
  /** The form's page, as the browser calls it. */
  #shown = "";

  constructor(
    readonly browser: Browser,
    readonly shop: OwnShop,
    readonly lane: Lane,
    readonly driver: Driver,
    readonly scripts: boolean,
    /** The address that a form asks for which changes nothing; else null. */
    readonly asks: string | null,
  ) {}

  get person(): Person | undefined {
    return this.here.as ?? (this.driver.who === "visitor" ? undefined : this.lane[this.driver.who]);
  }

  async open(word: string): Promise<void> {
    this.line = await badLine(this.shop.port);
    this.#context = await this.browser.newContext({ javaScriptEnabled: this.scripts, baseURL: this.line.url });
    this.#context.setDefaultTimeout(WAIT_MS);
    this.here = await this.driver.arrive({
      shop: this.shop,
      lane: this.lane,
      word,
      post: (path, form) => this.#post(path, form),
    });
    if (this.person) await this.#signIn(this.person);
    await this.visit();
    this.#before = this.here.done?.() ?? 0;
  }

  async close(): Promise<void> {
    await this.#context?.close();
    await this.line?.close();
  }

  async #signIn({ login, email, password }: Person): Promise<void> {
    await this.#post(login, { email, password });
  }

  async #post(path: string, form: Record<string, string>): Promise<void> {
    const headers = { Origin: this.line.url };
    const answer = await this.#context.request.post(this.line.url + path, { form, headers, maxRedirects: 0 });
    if (![302, 303].includes(answer.status())) throw new Error(`${path} answers ${answer.status()}`);
  }

  async endSession(): Promise<void> {
    await this.#post("/logout", {});
  }

  /** The page on which the form stands, in a tab of its own. */
  async visit(): Promise<void> {
    this.page = await this.#context.newPage();
    const answer = await this.page.goto(this.here.path);
    if (!answer || (answer.status() >= 400 && answer.status() !== 404))
      throw new Error(`${this.here.path} answers ${answer?.status() ?? "nothing"}.`);
    this.#shown = this.page.url();
  }

  get button(): Locator {
    return this.page.locator(this.here.press ?? this.driver.press).first();
  }

  get form(): Locator {
    return this.button.locator("xpath=ancestor::form");
  }

  /** Some forms are folded away until somebody wants them. */
  async #unfold(): Promise<void> {
    const closedSummary = this.button.locator("xpath=ancestor::details[not(@open)]/summary");
    if ((await closedSummary.count()) > 0) await closedSummary.first().click();
  }

  /** Takes up what the device has kept of the form. */
  async restore(): Promise<void> {
    await this.#unfold();
    await this.page.getByRole("button", { name: "Restore" }).first().click();
  }

  async fill(isIncluded: (name: string) => boolean = () => true): Promise<void> {
    await this.#unfold();
    if (this.scripts) await this.#scripts();
    for (const [name, value] of Object.entries(this.here.typed ?? {})) {
      if (!isIncluded(name)) continue;
      const boxes = this.form.locator(`[aria-label^="Digit 1 of"]`);
      if (SECRET.test(name) && (await boxes.count()) > 0) {
        await boxes.first().click();
        await this.page.keyboard.type(String(value));
        continue;
      }
      const field = this.#field(name, value);
      const kind = await field.evaluate((element) =>
        `${element.tagName} ${element.getAttribute("type")}`.toLowerCase(),
      );
      if (kind === "select null") await field.selectOption(String(value));
      else if (/(checkbox|radio)$/.test(kind)) await field.check({ force: true });
      else if (kind.endsWith("file")) await field.setInputFiles(String(value));
      else await field.fill(String(value));
    }
  }

  #field(name: string, value: string | true): Locator {
    const fieldSelector = (rest: string) => `[name="${name}"]${rest}`;
    const choice = fieldSelector(
      value === true ? "[type=checkbox]" : `:is([type=checkbox], [type=radio])[value="${value}"]`,
    );
    return this.form
      .locator(`${fieldSelector(":not([type=hidden], [type=checkbox], [type=radio])")}, ${choice}`)
      .first();
  }

  /** Somebody reaches for a control, and the scripts come that show answers in place. */
  async #scripts(): Promise<void> {
    await this.button.focus().catch(() => undefined);
    await this.page
      .locator("main :is(input, button, a)")
      .first()
      .hover({ force: true })
      .catch(() => undefined);
    await this.page.waitForFunction(() => document.documentElement.dataset["inPlace"] !== undefined);
  }

  async press(): Promise<void> {
    await this.#unfold();
    await this.button.click({ noWaitAfter: true });
  }

  async pressTwice(): Promise<void> {
    await this.button.dblclick({ noWaitAfter: true, timeout: WAIT_MS }).catch((failure: unknown) => {
      // Gone or disabled before the second press: an impatient person presses where nothing is any more.
      if (!/detached|not visible|Timeout|intercepts/.test(String(failure))) throw failure;
    });
  }

  /** The typed values stand in the form. */
  async keeps(when: string, secrets = true): Promise<void> {
    for (const [name, value] of Object.entries(this.here.typed ?? {})) {
      if (SECRET.test(name) && !secrets) continue;
      const field = this.#field(name, value);
      if ((await this.form.locator(`[aria-label^="Digit 1 of"]`).count()) > 0 && SECRET.test(name)) continue;
      const holds = async () => {
        const kind = (await field.getAttribute("type", { timeout: 500 })) ?? "";
        if (/radio|checkbox/.test(kind)) return field.isChecked();
        const fieldValue = await field.inputValue({ timeout: 500 });
        return kind === "file" ? fieldValue !== "" : fieldValue === value;
      };
      if (!(await soon(holds))) throw new NotHeld("lost", `${when}: ${name} is not "${value}" any more`);
    }
  }

  /** The page says why nothing comes. */
  async told(cause: "line" | "busy"): Promise<void> {
    const sentences = [SENTENCES.form[cause], SENTENCES.page[cause]];
    const isThere = async () => {
      const text = await this.page.locator("body").innerText({ timeout: 1000 });
      return sentences.some((sentence) => text.includes(sentence));
    };
    if (!(await soon(isThere)))
      throw new NotHeld("silent", `The page does not say "${sentences[0]}": ${await this.#glimpse()}`);
  }

  /** Without scripts it is the browser that says so, or the words of whoever is in the way. */
  async toldByBrowser(): Promise<void> {
    const isThere = async () =>
      BROWSERS_OWN.test(this.page.url()) || (await this.page.locator("body").innerText()).includes("come back later");
    if (!(await soon(isThere))) throw new NotHeld("silent", `The browser shows ${this.page.url()}`);
  }

  async reads(words: RegExp, ms = WAIT_MS): Promise<boolean> {
    return soon(async () => words.test(await this.#words()), ms);
  }

  /**
   * The page's address, its words, and those of its buttons that show an icon alone. A notice hides itself after three
   * seconds, which a busy machine may take to load the page: it counts as read.
   */
  async #words(): Promise<string> {
    const text = await this.page.locator("body").innerText({ timeout: 1000 });
    const notices = await this.page.locator("[role=status], [role=alert]").allTextContents();
    const labels = await this.page
      .locator("main button[aria-label]")
      .evaluateAll((buttons) => buttons.map((button) => button.getAttribute("aria-label")));
    return [this.page.url().replace(this.line.url, ""), text, ...notices, ...labels].join("\n");
  }

  /** Goes back; false where the browser has nothing to go back to, and everything stays. */
  async backToForm(): Promise<boolean> {
    const browser = await this.#context.newCDPSession(this.page);
    const { currentIndex, entries } = await browser.send("Page.getNavigationHistory");
    if (entries[currentIndex - 1]?.url !== this.#shown) return false;
    await this.page.goBack();
    return true;
  }

  get times(): number {
    return this.here.done ? this.here.done() - this.#before : 1;
  }

  /** Whether the page says already, with nothing pressed, that it was done. */
  async saysDone(): Promise<boolean> {
    if (this.here.done === undefined || this.times === 0) return false;
    let isSaid = false;
    await soon(async () => {
      isSaid = this.driver.says.test(await this.#words());
      return isSaid || this.button.isVisible();
    });
    return isSaid;
  }

  /** It is done, once, and the page says so. */
  async finishes(ms = WAIT_MS): Promise<void> {
    const isSaid = await this.reads(this.driver.says, ms);
    await this.isDoneOnce();
    if (!isSaid) throw new NotHeld("silent", `The page does not say ${this.driver.says}: ${await this.#glimpse()}`);
  }

  async isDoneOnce(): Promise<void> {
    await soon(() => this.times >= 1);
    // A second one might still be under way.
    await new Promise((resolve) => setTimeout(resolve, 300));
    if (this.times > 1) throw new NotHeld("doubled", `It was done ${this.times} times`);
    if (this.times < 1) throw new NotHeld("lost", `It was never done: ${await this.#glimpse()}`);
  }

  async isTaken(): Promise<void> {
    if (!(await soon(() => this.times >= 1))) throw new NotHeld("lost", "The server did not take it");
  }

  async #glimpse(): Promise<string> {
    const text = await this.page
      .locator("main")
      .innerText({ timeout: 1000 })
      .catch(() => "");
    return `${this.page.url()} ${text.slice(0, 160).replace(/\s+/g, " ")}`;
  }

  /** The same person signs in on the page that asks for it. */
  async signInAgain(): Promise<void> {
    const { email, password, login } = this.person!;
    // Pages of everybody's ask first what somebody signs in as.
    const choice = this.page.locator(`main a[href^="${login}"]`).first();
    if (/\/login(\?|$)/.test(this.page.url())) await choice.click();
    await this.page.getByLabel("Email", { exact: true }).fill(email);
    await this.page.getByLabel("Password", { exact: true }).fill(password);
    await this.page.getByRole("button", { name: "Sign In" }).click();
  }

  /** Whether the device has kept a draft of what was typed. */
  async hasDraft(): Promise<boolean> {
    if (!this.scripts || !this.here.typed) return false;
    const path = new URL(this.page.url()).pathname;
    return soon(
      () =>
        this.page.evaluate((name) => Object.keys(localStorage).some((key) => key.startsWith(name)), `draft:${path}#`),
      1500,
    );
  }

  /** Asks for the page once more in a new tab, wherever that leads by now. */
  async comeBack(): Promise<void> {
    this.page = await this.#context.newPage();
    const answer = await this.page.goto(this.here.path);
    if (!answer || answer.status() >= 500)
      throw new NotHeld("silent", `${this.here.path} answers ${answer?.status() ?? "nothing"} afterwards`);
  }

  async closeTab(): Promise<void> {
    await this.page.close({ runBeforeUnload: false });
  }
}
