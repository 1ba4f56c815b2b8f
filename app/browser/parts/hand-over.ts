import { centsTyped, changeInWords, QUICK, quickSums, quickWords, typedSum } from "~/ui/hand-over/cash";
import { CODE_LENGTH, comparable, lookUp } from "~/ui/hand-over/codes";
import { HAND_OVER, PART, ROW, STEP, type PageSettings, type RowOrder, type TickAnswer } from "~/ui/hand-over/contract";
import { keepTick, ticksOf, type Tick } from "~/ui/hand-over/ticks";
import { PATIENCE, pausesBetweenTries } from "~/ui/line/line";
import { KEEPS_ITSELF } from "../from-script";
import { canScan, scanCode } from "../scan-code";

const PAID_TWICE = "The sum given here is not in the books: give it back if both were paid.";

/** An order of the page with its row. */
interface Row {
  order: RowOrder;
  element: HTMLElement;
}

/**
 * Lets a stall hand over orders without a connection. Looks codes up in the list of the page, keeps ticks on the
 * device, and sends each tick once the connection is back. Without this script the page's forms do the same on the
 * server.
 */
export function attach(root: HTMLElement): void {
  const settings = JSON.parse(root.getAttribute(HAND_OVER)!) as PageSettings;
  const part = <E extends HTMLElement>(name: string) => root.querySelector<E>(`[${PART}=${name}]`)!;
  const [find, code] = [part<HTMLFormElement>("find"), part<HTMLInputElement>("code")];
  const [problem, place] = [part("problem"), part("place")];
  const rows = [...root.querySelectorAll<HTMLElement>(`[${ROW}]`)].map((element): Row => ({
    element,
    order: JSON.parse(element.getAttribute(ROW)!) as RowOrder,
  }));
  root.setAttribute(KEEPS_ITSELF, "");
  // The page itself answers this form. Nothing is sent to the server.
  find.method = "dialog";
  code.autocomplete = "off";

  const say = (sentence: string) => {
    problem.textContent = sentence;
    problem.hidden = sentence === "";
  };
  const close = () => place.replaceChildren();
  const open = (order: RowOrder) => {
    say("");
    place.replaceChildren(cardOf(part<HTMLTemplateElement>("card"), order, (fields) => void tick(order, fields)));
    place.querySelector<HTMLElement>("h2")?.focus();
  };
  const look = (text: string) => {
    const answer = lookUp(text, orders(), settings);
    close();
    if ("problem" in answer) say(answer.problem);
    else open(answer.order);
  };
  const orders = () => rows.map(({ order }) => order);

  find.addEventListener("submit", () => look(code.value));
  code.addEventListener("input", () => {
    say("");
    if (comparable(code.value).length === CODE_LENGTH) look(code.value);
  });
  // Looks up a code that was typed before this script was loaded.
  if (code.value !== code.defaultValue && comparable(code.value).length === CODE_LENGTH) look(code.value);
  for (const { element, order } of rows) {
    const link = element.querySelector("a");
    if (!link) continue;
    // The page has the whole list, so no request is needed.
    link.href = `#${element.id}`;
    link.addEventListener("click", (event) => {
      event.preventDefault();
      look(order.code);
    });
  }

  async function tick(order: RowOrder, fields: Tick["fields"]): Promise<void> {
    const at = new Date().toISOString();
    const ticked: Tick = {
      key: crypto.getRandomValues(new Uint32Array(4)).join("-"),
      owner: settings.owner,
      day: settings.day,
      order: order.id,
      fields: [...fields, ["at", at]],
      at,
      state: "kept",
      message: "",
      settledAt: "",
    };
    draw(ticked);
    close();
    showChange(fields, order);
    code.value = "";
    code.focus();
    const isKept = await keepTick(ticked);
    if (!isKept) say("This device keeps nothing for later: leave the page open until it is sent.");
    await send();
  }

  /** Shows the change for the order that was handed over, because its buyer still waits for it. */
  function showChange(fields: Tick["fields"], { isToPay, dueCents, name }: RowOrder): void {
    if (!isToPay) return;
    const [, sum = ""] = fields.find(([field]) => field === "given") ?? [];
    const sentence = part<HTMLTemplateElement>("change-to-give").content.firstElementChild!.cloneNode() as HTMLElement;
    place.append(sentence);
    sentence.textContent = `${changeInWords(dueCents, sum)}, for ${name}`;
  }

  /** Shows the state of a tick in its row. */
  function draw({ order: id, state, message }: Tick): void {
    const row = rows.find(({ order }) => order.id === id);
    if (row) {
      row.order.closed = message || `Handed over here${state === "kept" ? ", kept until the line is back" : ""}.`;
      row.element.setAttribute(STEP, state);
      row.element.querySelector(`[${PART}=said]`)!.textContent = state === "refused" ? message : state;
    }
    const isDone = ({ element }: Row) => /^(done|kept|sent)$/.test(element.getAttribute(STEP) ?? "");
    part("count").textContent = `${rows.filter(isDone).length} of ${rows.length}`;
  }

  let isSending = false;
  /** Whether the last try had no answer. */
  let isLineGone = false;

  /** Shows how many ticks wait, if there is no connection. */
  async function tellWaiting(): Promise<void> {
    if (!isLineGone) return;
    const waitingTicks = (await ticksOf(settings.owner)).filter(({ state }) => state === "kept");
    tellLine(`No connection. List of ${settings.readAt}. ${waitingTicks.length} kept, sent when it is back.`);
  }

  /** Sends the kept ticks one after the other until none is left, and waits while there is no connection. */
  async function send(): Promise<void> {
    if (isSending) return tellWaiting();
    isSending = true;
    const pause = pausesBetweenTries();
    try {
      for (;;) {
        const ticks = await ticksOf(settings.owner);
        const waitingTicks = ticks.filter(({ state }) => state === "kept");
        const next = waitingTicks[0];
        if (!next) return tellLine("");
        const answer = await post(settings, next);
        if (answer === "signed out")
          return tellLine(`Log in again to send what is kept: ${waitingTicks.length}.`, true);
        if (answer === null) {
          isLineGone = true;
          await tellWaiting();
          await pause();
          continue;
        }
        isLineGone = false;
        const { code: refusal, message: reason, at: settledAt } = answer;
        // Another phone sent its tick first. The goods are handed over all the same.
        const state = refusal === "" || refusal === "handed_over_already" ? "sent" : "refused";
        const isPaidTwice = refusal === "handed_over_already" && next.fields.some(([field]) => field === "given");
        const message = isPaidTwice ? `${reason} ${PAID_TWICE}` : reason;
        const settled: Tick = { ...next, state, message, settledAt };
        await keepTick(settled);
        draw(settled);
        if (message) say(`${nameOf(settled)}: ${message}`);
      }
    } finally {
      isSending = false;
    }
  }

  const nameOf = ({ order: id, day }: Tick) => rows.find(({ order }) => order.id === id)?.order.name ?? day;

  function tellLine(sentence: string, leadsToLogin = false): void {
    const strip = part("line");
    strip.hidden = sentence === "";
    strip.querySelector("span")!.textContent = sentence;
    strip.querySelector("a")!.hidden = !leadsToLogin;
  }

  async function begin(): Promise<void> {
    // A list read after the server answered a tick is newer than the tick, which may have been undone since.
    for (const ticked of await ticksOf(settings.owner))
      if (ticked.day === settings.day && (ticked.state === "kept" || ticked.settledAt > settings.readAtTime))
        draw(ticked);
    if (!navigator.onLine) tellLine(`No connection. List of ${settings.readAt}.`);
    await send();
  }

  addEventListener("offline", () => tellLine(`No connection. List of ${settings.readAt}.`));
  addEventListener("online", () => void send());
  const scan = part<HTMLButtonElement>("scan");
  scan.hidden = !canScan();
  scan.addEventListener("click", () => void scanCode(place).then((scanned) => scanned && look(scanned)));
  void begin();
}

/** The card of an order. Its form passes its fields to `onPress` and is not posted. */
function cardOf(
  template: HTMLTemplateElement,
  order: RowOrder,
  onPress: (fields: Tick["fields"]) => void,
): HTMLElement {
  const card = template.content.firstElementChild!.cloneNode(true) as HTMLElement;
  const part = (name: string) => card.querySelector<HTMLElement>(`[${PART}=${name}]`)!;
  part("name").textContent = order.name;
  part("lines").replaceChildren(
    ...order.lines.map(({ pieces, title }) => {
      const line = document.createElement("li");
      const [count, words] = [document.createElement("b"), document.createElement("span")];
      [count.textContent, words.textContent] = [String(pieces), title];
      line.append(count, words);
      return line;
    }),
  );
  part("notes").textContent = order.notes;
  part("notes").hidden = order.notes === "";
  part("payment").textContent = order.payment;
  part("pay").hidden = !order.isToPay;
  card.querySelector<HTMLInputElement>("input[name=given]")!.disabled = !order.isToPay;
  // The address ends with "?code=". Links of a template are not resolved yet, so their URL parts cannot be set.
  const missing = part("missing");
  missing.setAttribute("href", `${missing.getAttribute("href")}${order.code}`);
  const form = card.querySelector("form")!;
  form.querySelector<HTMLInputElement>("input[name=code]")!.value = order.code;
  form.method = "dialog";
  if (order.isToPay) countChange(form, part("change") as HTMLOutputElement, order.dueCents);
  form.addEventListener("submit", () => {
    const fields = [...new FormData(form)].flatMap(([name, value]): Tick["fields"] =>
      typeof value === "string" && !name.startsWith("_") && name !== QUICK ? [[name, value]] : [],
    );
    onPress(fields);
  });
  return card;
}

/** Shows the change while a sum is typed, and adds buttons that fill in a sum. A sum that is too small is not sent. */
function countChange(form: HTMLFormElement, change: HTMLOutputElement, dueCents: number): void {
  const field = form.querySelector<HTMLInputElement>("input[name=given]")!;
  const show = () => {
    change.value = changeInWords(dueCents, field.value);
    change.hidden = change.value === "";
    const cents = centsTyped(field.value);
    field.setCustomValidity(cents !== null && cents >= dueCents ? "" : change.value);
  };
  field.addEventListener("input", show);
  const model = form.querySelector<HTMLElement>(`button[name=${QUICK}]`)!.parentElement!;
  model.replaceWith(
    ...quickSums(dueCents).map((cents) => {
      const item = model.cloneNode(true) as HTMLElement;
      const button = item.querySelector("button")!;
      const [words, small] = quickWords(cents, dueCents);
      button.type = "button";
      button.firstChild!.textContent = words;
      button.querySelector("small")!.textContent = small;
      button.addEventListener("click", () => {
        field.value = typedSum(cents);
        show();
      });
      return item;
    }),
  );
}

/** Posts a tick and returns the server's answer. Returns null if there is none yet and the tick is to be sent again. */
async function post(
  { action, owner }: PageSettings,
  { day, key, fields }: Tick,
): Promise<TickAnswer | "signed out" | null> {
  const patience = new AbortController();
  const timer = setTimeout(() => patience.abort(), PATIENCE * 1000);
  const body = new URLSearchParams([...fields, ["_key", key], ["_account", owner]]);
  try {
    const answer = await fetch(action.replace("{day}", day), { method: "POST", body, signal: patience.signal });
    if (answer.status === 401) return "signed out";
    if (answer.status >= 500 || answer.status === 425 || answer.status === 429) return null;
    return (await answer.json()) as TickAnswer;
  } catch {
    return null;
  } finally {
    clearTimeout(timer);
  }
}
