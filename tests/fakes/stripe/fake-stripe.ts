import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text as bodyOf } from "node:stream/consumers";
import { Stripe } from "stripe";
import { accountRoutes } from "./accounts";
import { checkoutSessionRoutes } from "./checkout-sessions";
import { controlRoutes } from "./control";
import { disputeRoutes } from "./disputes";
import { bankPayoutRoutes } from "./bank-payouts";
import { Failure, invalid, unauthorized } from "./failures";
import { readForm } from "./form";
import { newMemory, type Answered } from "./idempotency";
import { onboardingPage } from "./onboarding-page";
import { checkParameters } from "./parameters";
import { payerPage } from "./payer-pages";
import { paymentIntentRoutes } from "./payment-intents";
import { refundRoutes } from "./refunds";
import { find, type Route } from "./routes";
import { newStore, type Store } from "./store";
import { transferRoutes } from "./transfers";
import { newTroubles, type Troubles } from "./troubles";
import { webhookEndpointRoutes } from "./webhook-endpoints";
import { keepSending, sendTo, type Manner, type Secrets } from "./webhooks";

/** Each further kind of record has its own file of routes. */
const API: Route[] = [
  ...paymentIntentRoutes,
  ...refundRoutes,
  ...checkoutSessionRoutes,
  ...disputeRoutes,
  ...accountRoutes,
  ...transferRoutes,
  ...bankPayoutRoutes,
  ...webhookEndpointRoutes,
];

export interface FakeStripe {
  /** For STRIPE_API_URL. */
  url: string;
  store: Store;
  troubles: Troubles;
  /** Every API request so far, as "METHOD /path". */
  requests: string[];
  /** Every API call that the fake supports, as "METHOD /path" with `:id`. */
  calls(): string[];
  forgetKeys(): void;
  close(): Promise<void>;
}

interface Received {
  method: string;
  pathname: string;
  search: string;
  body: string;
  /** Headers of the response that let a browser from another origin read it. */
  open: Record<string, string>;
}

interface Options {
  port?: number;
  now?: () => Date;
  secretKey?: string;
  /** Where events are sent automatically. Without it they are only stored. */
  webhook?: { url: string; secrets: Secrets; manner?: Partial<Manner> };
  /** The script that a payer's browser gets as Stripe's. */
  script?: string;
}

/** Starts a server that answers like Stripe's API, as far as this shop needs, with all state in memory. */
export async function startFakeStripe({
  port = 0,
  now = () => new Date(),
  secretKey = "sk_test_fake",
  webhook,
  script,
}: Options = {}): Promise<FakeStripe> {
  const [store, troubles, memory] = [newStore(now), newTroubles(), newMemory()];
  const requests: string[] = [];
  const controls = controlRoutes(troubles, memory.forget);

  function answerApi(request: IncomingMessage, path: string, query: string, body: string): Answered {
    const [method, key] = [request.method ?? "GET", (request.headers.authorization ?? "").replace(/^Bearer /, "")];
    const isShop = key === secretKey;
    const isBrowser = key.startsWith("pk_test_");
    const match = find([...API, ...controls], method, path);
    const isControl = path.startsWith("/control/");
    if (!isControl) requests.push(`${method} ${path}`);
    if (!match)
      throw new Failure(404, {
        type: "invalid_request_error",
        message: `Unrecognized request URL (${method}: ${path}).`,
      });
    const [, pattern, answer, caller] = match.route;
    if (!isControl && !isShop && !(isBrowser && caller === "browser")) throw unauthorized();
    const params = readForm(method === "GET" ? query : body);
    // An invalid request is refused before it is processed, so its idempotency key stays unused.
    if (isShop) {
      checkVersion(request.headers["stripe-version"]);
      checkParameters(`${method} ${pattern}`, params);
    }
    const work = (): Answered => {
      try {
        return {
          status: 200,
          body: JSON.stringify(
            answer({
              store,
              params,
              id: match.id,
              account: String(request.headers["stripe-account"] ?? ""),
              isShop,
            }),
          ),
        };
      } catch (error) {
        return refusedWith(error);
      }
    };
    return method === "POST"
      ? memory.once(String(request.headers["idempotency-key"] ?? ""), `${method} ${path}\n${body}`, work)
      : work();
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, search } = new URL(request.url ?? "/", "http://stripe.fake");
    const method = request.method ?? "GET";
    const body = await bodyOf(request);
    // Browsers on the shop's pages send requests from another origin.
    const open = {
      "Access-Control-Allow-Origin": request.headers.origin ?? "*",
      "Access-Control-Allow-Headers": "authorization, content-type, stripe-version, idempotency-key",
      "Access-Control-Allow-Methods": "GET, POST",
    };
    if (method === "OPTIONS") return void response.writeHead(204, open).end();
    if (method === "GET" && (pathname === "/v3" || pathname === "/v3/" || pathname.endsWith("/stripe.js"))) {
      return void response
        .writeHead(200, { "Content-Type": "text/javascript; charset=utf-8" })
        .end(`window.__stripeFake = ${JSON.stringify(store.base)};\n${script ?? browserScript()}`);
    }
    const page = payerPage(store, method, pathname, body) ?? onboardingPage(store, method, pathname, body);
    if (page)
      return void ("to" in page
        ? response.writeHead(303, { Location: page.to }).end()
        : response.writeHead(page.status ?? 200, { "Content-Type": "text/html; charset=utf-8" }).end(page.html));

    const release = memory.begin(String(request.headers["idempotency-key"] ?? ""));
    try {
      await answer(request, response, { method, pathname, search, body, open });
    } finally {
      release();
    }
  }

  async function answer(
    request: IncomingMessage,
    response: ServerResponse,
    { method, pathname, search, body, open }: Received,
  ): Promise<void> {
    if (await troubles.interrupted(method, pathname, "before")) return void request.socket.destroy();
    const trouble = troubles.take(method, pathname);
    if (trouble === "down")
      return send(
        response,
        refusedWith(new Failure(500, { type: "api_error", message: "An unknown error occurred" })),
        open,
      );
    if (trouble === "busy")
      return send(
        response,
        refusedWith(
          new Failure(
            429,
            { type: "rate_limit_error", code: "rate_limit", message: "Too many requests hit the API too quickly." },
            { "Retry-After": "2" },
          ),
        ),
        open,
      );
    const apiAnswer = attempt(() => answerApi(request, pathname, search.slice(1), body));
    if ((await troubles.interrupted(method, pathname, "after")) || trouble === "cut")
      return void request.socket.destroy();
    if (trouble === "lost") return;
    send(response, apiAnswer, open);
  }

  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => send(response, refusedWith(error), {}));
  });
  // Idle connections stay open. If they closed after Node's 5 seconds, a request on its way could be reset.
  server.keepAliveTimeout = 0;
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  store.base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const stopSending = webhook
    ? keepSending(store, webhook.secrets, sendTo(webhook.url), {
        delayMs: 0,
        twice: false,
        shuffled: false,
        ...webhook.manner,
      })
    : () => undefined;
  return {
    url: store.base,
    store,
    troubles,
    requests,
    calls: () => API.map(([method, path]) => `${method} ${path}`).filter((call) => call.includes(" /v1/")),
    forgetKeys: memory.forget,
    async close() {
      stopSending();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Requires the API version of the SDK's types, so that the version set in the dashboard does not matter. */
function checkVersion(version: string | string[] | undefined): void {
  if (version !== Stripe.API_VERSION) throw invalid(`Invalid Stripe API version: ${String(version)}`);
}

function attempt(work: () => Answered): Answered {
  try {
    return work();
  } catch (error) {
    return refusedWith(error);
  }
}

function refusedWith(error: unknown): Answered {
  if (!(error instanceof Failure)) throw error;
  return { status: error.status, body: JSON.stringify({ error: error.error }), headers: error.headers };
}

function send(response: ServerResponse, { status, body, headers }: Answered, open: Record<string, string>): void {
  if (!response.headersSent)
    response
      .writeHead(status, { "Content-Type": "application/json", "Request-Id": "req_fake", ...headers, ...open })
      .end(body);
}

const browserScript = () => readFileSync(new URL("browser.js", import.meta.url), "utf8");
