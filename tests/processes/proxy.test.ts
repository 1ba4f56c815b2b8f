import { mkdtempSync, rmSync } from "node:fs";
import { createServer, request as send, type IncomingMessage, type Server } from "node:http";
import { connect, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { MARKET } from "../../scripts/gate/market.mjs";
import { startProcess, type ShopProcess } from "./shop-process";

/* The built shop in production behind a proxy, as browsers at PUBLIC_URL see it. */

const PUBLIC_URL = "https://shop.fieldstall-proxy.test";
const folder = mkdtempSync(path.join(tmpdir(), "fieldstall-proxy-"));
let shop: ShopProcess | undefined;
const proxies: Server[] = [];
/** Counts of requests and mails. Each has its own address or mailbox, because tries are limited. */
let [requests, tries] = [0, 0];

beforeAll(async () => {
  shop = await startProcess(
    {
      DATA_DIR: folder,
      DEMO: "0",
      PUBLIC_URL,
      APP_SECRET: "b7c1f0d2a94e5b63c8d7e6f5041a2b3c9d8e7f60",
      PAYMENTS: "test",
      MAIL: "files",
      ...MARKET,
      TRUST_PROXY: "1",
    },
    0,
  );
});

afterAll(async () => {
  for (const proxy of proxies) proxy.close();
  await shop?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const portOf = () => Number(new URL(shop?.address ?? "").port);

/** Starts a proxy in front of the shop that changes the browser's headers. Returns its address. */
async function proxyWith(change: (headers: Record<string, unknown>) => Record<string, unknown>): Promise<string> {
  const proxy = createServer((request, response) => {
    const headers = change({ ...request.headers, "x-forwarded-for": `203.0.113.${(requests += 1)}` }) as Record<
      string,
      string
    >;
    const { url: path, method } = request;
    const onward = send({ port: portOf(), host: "127.0.0.1", path, method, headers, agent: false }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    request.pipe(onward.on("error", () => response.destroy()));
  });
  proxies.push(proxy);
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
}

/** Posts a form as a browser does whose page is at PUBLIC_URL. */
function post(proxy: string, path: string, body: string, headers: Record<string, string> = {}) {
  return new Promise<{ status: number; headers: IncomingMessage["headers"]; text: string }>((resolve, reject) => {
    const { port, hostname } = new URL(proxy);
    send({
      port,
      hostname,
      path,
      method: "POST",
      headers: {
        Host: new URL(PUBLIC_URL).host,
        Origin: PUBLIC_URL,
        Referer: `${PUBLIC_URL}${path}`,
        "User-Agent": "Mozilla/5.0",
        "Content-Type": "application/x-www-form-urlencoded",
        ...headers,
      },
    })
      .on("error", reject)
      .on("response", (answer) => {
        let text = "";
        answer.on("data", (chunk: Buffer) => (text += String(chunk)));
        answer.on("end", () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text }));
      })
      .end(body);
  });
}

const PROXIES: [name: string, change: (headers: Record<string, unknown>) => Record<string, unknown>][] = [
  ["passes the Host on", (headers) => headers],
  ["asks by the name of the machine", (headers) => ({ ...headers, host: "127.0.0.1:3000" })],
  ["asks by a name of its own making", (headers) => ({ ...headers, host: "shop_upstream" })],
  [
    "says another host and scheme beside it",
    (headers) => ({
      ...headers,
      "x-forwarded-host": "inner.example",
      "x-forwarded-proto": "http",
      forwarded: "host=x",
    }),
  ],
];

describe.each(PROXIES)("behind a proxy that %s", (_, change) => {
  test("a form is taken, its refusal is told on its page, and its way on stays at PUBLIC_URL", async () => {
    const proxy = await proxyWith(change);
    for (const site of [{ "Sec-Fetch-Site": "same-origin" }, {}] as Record<string, string>[]) {
      const refusal = await post(proxy, "/login/customer", `email=ada${(tries += 1)}%40example.com&password=x`, site);
      expect([refusal.status, refusal.text.includes("Email or password is wrong.")]).toEqual([401, true]);
      const done = await post(proxy, "/newsletter", `email=ada${tries}%40example.com`, site);
      expect([done.status, done.headers.location?.replace(PUBLIC_URL, "")]).toEqual([
        303,
        expect.stringMatching(/^\/[^/]/),
      ]);
    }
    const called = await post(proxy, "/api/v1/newsletter", `{"email":"bea${(tries += 1)}@example.com"}`, {
      "Content-Type": "application/json",
    });
    expect(called.status).toBeLessThan(300);
  });

  test("a form of another site is refused, even one that is at the name the proxy asks by", async () => {
    const proxy = await proxyWith(change);
    for (const Origin of ["https://evil.example", "http://127.0.0.1:3000", "http://inner.example", "null"]) {
      const { status } = await post(proxy, "/newsletter", "email=ada%40example.com", { Origin, Referer: Origin });
      expect([Origin, status]).toEqual([Origin, 403]);
    }
  });
});

/** Sends bytes as they are, and returns the head of the response. */
function raw(text: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(portOf(), "127.0.0.1", () => socket.write(text));
    let answer = "";
    socket.on("data", (chunk) => (answer += String(chunk)));
    socket.on("error", () => undefined);
    socket.on("close", () => resolve(answer.split("\r\n\r\n", 1)[0] ?? ""));
  });
}

test("two hosts are refused, where a page is cached as well", async () => {
  const once = "Host: shop.test\r\n";
  for (const path of ["/faqs", "/faqs", "/robots.txt", "/api/v1/category"]) {
    expect(await raw(`GET ${path} HTTP/1.1\r\n${once}Connection: close\r\n\r\n`)).toMatch(/^HTTP\/1\.1 200/);
    for (const second of [once, "host: evil.example\r\n"])
      expect(await raw(`GET ${path} HTTP/1.1\r\n${once}${second}Connection: close\r\n\r\n`)).toMatch(/^HTTP\/1\.1 400/);
  }
});

test("whatever is answered at a secret address, it stays with whoever was sent it", async () => {
  const word = "0123456789abcdef01234567.forged";
  const form = "Content-Type: application/x-www-form-urlencoded\r\nSec-Fetch-Site: same-origin\r\n";
  const head = `Host: shop.test\r\nConnection: close\r\n`;
  const sent = [
    `/pay/${word}`,
    `/pay/${word}.data`,
    `/checkout_success?link=${word}`,
    "/signup/verify_email?link=a",
    "/reset_password/newPassword?link=a",
    "/security/email/confirm?link=a",
    "/security/email/undo?link=a",
    "/operator_invitation?token=a",
    "/newsletter/confirm?link=a",
    "/newsletter/unsubscribe.data?link=a",
  ].map((address) => `GET ${address} HTTP/1.1\r\n${head}\r\n`);
  sent.push(
    `POST /pay/${word} HTTP/1.1\r\n${head}${form}Content-Length: 3\r\n\r\na=1`,
    `POST /newsletter/confirm?link=a HTTP/1.1\r\n${head}${form}Content-Length: 99999\r\n\r\na=1`,
    `POST /security/email/undo?link=a HTTP/1.1\r\n${head}Origin: https://evil.example\r\nContent-Length: 3\r\n\r\na=1`,
  );
  for (const request of sent) {
    const answer = (await raw(request)).toLowerCase();
    const says = (line: string) => answer.split("\r\n").filter((other) => other.startsWith(line.split(" ")[0] ?? ""));
    for (const line of ["cache-control: no-store", "referrer-policy: no-referrer", "x-robots-tag: noindex"])
      expect([request.split("\r\n", 1)[0], says(line)]).toEqual([request.split("\r\n", 1)[0], [line]]);
  }
});
