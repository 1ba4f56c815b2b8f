import type { Browser, BrowserContext, Locator, Page } from "@playwright/test";
import { WAIT_MS } from "../../scripts/gate/patience.mjs";
import { SENTENCES } from "../../app/ui/line/sentences";
import { badLine, type BadLine } from "../fixtures/bad-line";
import type { Arrived, Driver } from "./driver";
import type { Lane, Person } from "./people";
import type { OwnShop } from "./shop-of-its-own";

/** Why a cell does not hold. */
export type Failing = "lost" | "doubled" | "silent";

export class NotHeld extends Error {
  constructor(
    readonly how: Failing,
    message: string,
  ) {
    super(message);
  }
}

/** The browser's own error pages, which people see where no script runs. */
const BROWSERS_OWN = /^chrome-error:/;
/** Fields that browsers do not restore by themselves and that the shop does not keep. */
export const SECRET = /password|^(code|otp|number|expiry|cvc)$/i;

/** Waits until the check is true; false after `ms` milliseconds. It matters whether it becomes true, not when. */
async function soon(check: () => Promise<boolean> | boolean, ms = WAIT_MS): Promise<boolean> {
  const until = Date.now() + ms;
  for (;;) {
    if (await Promise.resolve(check()).catch(() => false)) return true;
    if (Date.now() > until) return false;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** One person on one page with one form, behind their own line. */
export class Cell {
  page!: Page;
  line!: BadLine;
  here!: Arrived;
  #context!: BrowserContext;
  #before = 0;
  /** The address of the form's page in the browser. */
  #shown = "";

  constructor(
    readonly browser: Browser,
    readonly shop: OwnShop,
    readonly lane: Lane,
    readonly driver: Driver,
    readonly scripts: boolean,
    /** The address that a form requests if it changes nothing; otherwise null. */
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

  /** Opens the form's page in a new tab. */
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

  /** Unfolds the form if it is folded. */
  async #unfold(): Promise<void> {
    const closedSummary = this.button.locator("xpath=ancestor::details[not(@open)]/summary");
    if ((await closedSummary.count()) > 0) await closedSummary.first().click();
  }

  /** Restores the draft that the device has kept of the form. */
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

  /** Reaches for a control, so that the scripts load that show responses in place, and waits for them. */
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
      // Gone or disabled before the second press, as an impatient person would find it.
      if (!/detached|not visible|Timeout|intercepts/.test(String(failure))) throw failure;
    });
  }

  /** Checks that the form contains the typed values. */
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

  /** Checks that the page says why no response comes. */
  async told(cause: "line" | "busy"): Promise<void> {
    const sentences = [SENTENCES.form[cause], SENTENCES.page[cause]];
    const isThere = async () => {
      const text = await this.page.locator("body").innerText({ timeout: 1000 });
      return sentences.some((sentence) => text.includes(sentence));
    };
    if (!(await soon(isThere)))
      throw new NotHeld("silent", `The page does not say "${sentences[0]}": ${await this.#glimpse()}`);
  }

  /** Without scripts, the browser or the proxy on the line says so. */
  async toldByBrowser(): Promise<void> {
    const isThere = async () =>
      BROWSERS_OWN.test(this.page.url()) || (await this.page.locator("body").innerText()).includes("come back later");
    if (!(await soon(isThere))) throw new NotHeld("silent", `The browser shows ${this.page.url()}`);
  }

  async reads(words: RegExp, ms = WAIT_MS): Promise<boolean> {
    return soon(async () => words.test(await this.#words()), ms);
  }

  /**
   * Returns the page's address, its texts, and the labels of its icon buttons. A notice disappears after three seconds,
   * in which a busy machine may still load the page. So hidden notices count as read.
   */
  async #words(): Promise<string> {
    const text = await this.page.locator("body").innerText({ timeout: 1000 });
    const notices = await this.page.locator("[role=status], [role=alert]").allTextContents();
    const labels = await this.page
      .locator("main button[aria-label]")
      .evaluateAll((buttons) => buttons.map((button) => button.getAttribute("aria-label")));
    return [this.page.url().replace(this.line.url, ""), text, ...notices, ...labels].join("\n");
  }

  /** Goes back. Returns false and stays if the earlier page is not the form's. */
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

  /** Whether the page already says that it was done, without another press. */
  async saysDone(): Promise<boolean> {
    if (this.here.done === undefined || this.times === 0) return false;
    let isSaid = false;
    await soon(async () => {
      isSaid = this.driver.says.test(await this.#words());
      return isSaid || this.button.isVisible();
    });
    return isSaid;
  }

  /** Checks that it is done once and that the page says so. */
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
    // A page for all roles first asks for the role.
    const choice = this.page.locator(`main a[href^="${login}"]`).first();
    if (/\/login(\?|$)/.test(this.page.url())) await choice.click();
    await this.page.getByLabel("Email", { exact: true }).fill(email);
    await this.page.getByLabel("Password", { exact: true }).fill(password);
    await this.page.getByRole("button", { name: "Sign In" }).click();
  }

  /** Whether the device has kept a draft of the typed values. */
  async hasDraft(): Promise<boolean> {
    if (!this.scripts || !this.here.typed) return false;
    const path = new URL(this.page.url()).pathname;
    return soon(
      () =>
        this.page.evaluate((name) => Object.keys(localStorage).some((key) => key.startsWith(name)), `draft:${path}#`),
      1500,
    );
  }

  /** Opens the page in a new tab, wherever that leads now. */
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
