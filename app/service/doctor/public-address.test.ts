import { createServer, request as send, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import express from "express";
import { afterEach, describe, expect, test } from "vitest";
import { bodyBudget, BODY_BUDGET } from "~/edge/body/body-budget.server";
import { answerProbe, PROBE_BYTES, PROBE_PATH, probeHeaders } from "~/edge/probe.server";
import { bodyLimit } from "~/edge/body/body-limits";
import { freePort } from "../../../tests/fixtures/free-port";
import { publicAddress } from "./public-address.server";

/* The shop's own edge behind small proxies, each with one fault. */

const SECRETS = { secret: "a-secret-of-the-shop-0123456789abc", previousSecret: null };
const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections();
});

async function listening(handler: (request: IncomingMessage, response: ServerResponse) => void): Promise<number> {
  const server = createServer(handler);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
}

/** A shop like that of server.ts: probes come before the limit on bodies. Returns its port. */
function shop(trustProxy: number): Promise<number> {
  const site = express();
  site.set("trust proxy", trustProxy);
  site.use(answerProbe(SECRETS));
  site.use(bodyBudget({ ...BODY_BUDGET, limitOf: bodyLimit, clientOf: () => null }));
  site.get(PROBE_PATH, (_, response) => void response.json({ status: "ok" }));
  site.use((_, response) => void response.status(404).end());
  return listening(site);
}

type Headers = Record<string, string | string[] | undefined>;
/** The headers of nginx with `proxy_set_header X-Forwarded-For $remote_addr` and the Host. */
const right = (headers: Headers) => ({ ...headers, "x-forwarded-for": "203.0.113.9" });

/** A proxy that changes headers and refuses bodies of more than `limit` bytes. Returns its address. */
async function proxy(to: number, change: (headers: Headers) => Headers = right, limit = Infinity): Promise<string> {
  const port = await listening((request, response) => {
    if (Number(request.headers["content-length"] ?? 0) > limit) return response.writeHead(413).end();
    const { method, url: path } = request;
    const onward = send({ port: to, host: "127.0.0.1", method, path, headers: change(request.headers), agent: false });
    onward.on("error", () => (response.headersSent ? response.destroy() : response.writeHead(502).end()));
    onward.on("response", (answer) => answer.pipe(response.writeHead(answer.statusCode ?? 502, answer.headers)));
    return request.pipe(onward);
  });
  return `http://127.0.0.1:${port}`;
}

interface Installation {
  port: number;
  publicUrl: string;
  trustProxy?: number;
  plainUrl?: string;
}

const look = ({ port, publicUrl, trustProxy = 1, plainUrl }: Installation) =>
  publicAddress(
    { publicUrl, port, host: "127.0.0.1", production: true, trustProxy, ...SECRETS },
    { timeoutMs: 5000, ...(plainUrl && { plainUrl }) },
  );

describe("the public address", () => {
  test("is well behind a proxy that says who asks, and without one", async () => {
    const port = await shop(1);
    expect(await look({ port, publicUrl: await proxy(port) })).toEqual({ wrong: [], notes: [] });
    const alone = await shop(0);
    expect(await look({ port: alone, publicUrl: `http://127.0.0.1:${alone}`, trustProxy: 0 })).toEqual({
      wrong: [],
      notes: [],
    });
  });

  test("where another program answers is named as such", async () => {
    const port = await shop(1);
    const otherServer = await listening((_, response) => response.end("<h1>It works!</h1>"));
    const { wrong } = await look({ port, publicUrl: `http://127.0.0.1:${otherServer}` });
    expect(wrong).toEqual([
      expect.stringMatching(/^Another program answers at http:\/\/127\.0\.0\.1:\d+ \(status 200\)/),
    ]);
  });

  test("where a shop with another secret answers is named as such", async () => {
    const port = await shop(1);
    const settings = { port, publicUrl: await proxy(port), host: "127.0.0.1", production: true, trustProxy: 1 };
    const { wrong } = await publicAddress({ ...settings, secret: "another", previousSecret: null });
    expect(wrong).toEqual([expect.stringMatching(/^Another Fieldstall, .* with the same APP_SECRET\.$/)]);
  });

  test("that leads nowhere is out of reach; where the service does not run either, that is a note", async () => {
    const port = await shop(1);
    const publicUrl = `http://127.0.0.1:${await freePort()}`;
    expect((await look({ port, publicUrl })).wrong).toEqual([
      expect.stringMatching(/cannot be reached from here \(ECONNREFUSED\): see that its name leads to the proxy/),
    ]);
    expect(await look({ port: await freePort(), publicUrl })).toEqual({
      wrong: [],
      notes: [expect.stringContaining("does not run on this machine")],
    });
  });

  test("whose proxy does not reach the shop, or leads on, is told with the remedy", async () => {
    const port = await shop(1);
    expect((await look({ port, publicUrl: await proxy(await freePort()) })).wrong).toEqual([
      expect.stringMatching(/does not reach the shop \(502\): have it send to HOST and PORT/),
    ]);
    const leads = await listening((_, response) =>
      response.writeHead(301, { Location: "https://www.shop.test/" }).end(),
    );
    expect((await look({ port, publicUrl: `http://127.0.0.1:${leads}` })).wrong).toEqual([
      expect.stringMatching(/leads on to https:\/\/www\.shop\.test\/: set PUBLIC_URL/),
    ]);
  });

  test("whose proxy asks by another name is well, with a note", async () => {
    const port = await shop(1);
    const publicUrl = await proxy(port, (headers) => ({ ...right(headers), host: "shop_upstream" }));
    expect(await look({ port, publicUrl })).toEqual({
      wrong: [],
      notes: [expect.stringMatching(/^The proxy asks for shop_upstream in the place of .* does no harm/)],
    });
  });

  test.each([
    [1024 * 1024, 768],
    [100_000, 0],
    [PROBE_BYTES, PROBE_BYTES / 1024],
  ])("whose proxy refuses bodies of more than %i bytes is told what comes through: %i KB", async (limit, through) => {
    const port = await shop(1);
    const { wrong } = await look({ port, publicUrl: await proxy(port, right, limit) });
    expect(wrong).toEqual([
      expect.stringMatching(
        new RegExp(
          `^${through ? `Forms of ${through} KB come` : "Not even short forms come"}.*client_max_body_size 512m`,
        ),
      ),
    ]);
  });

  test.each<[proxies: string, trustProxy: number, change: (headers: Headers) => Headers, sentence: RegExp]>([
    ["hands on what it gets", 1, (headers) => headers, /forged.*hands it on as it comes: have the proxy set it/],
    ["says nothing, or hands on what it gets", 0, (headers) => headers, /count as one.*have the proxy.*TRUST_PROXY=1/],
    ["adds its own", 2, addressesAdded("203.0.113.9"), /^A forged.*set TRUST_PROXY=1, the number of proxies/],
    ["says who asks", 0, right, /^All visitors count as one, the proxy at .*127\.0\.0\.1: set TRUST_PROXY=1\.$/],
    [
      "is behind another",
      1,
      addressesAdded("203.0.113.9, 198.51.100.1"),
      /^All visitors.*at 198\.51\.100\.1: set TRUST_PROXY=2\./,
    ],
  ])("whose proxy %s is told of a wrong TRUST_PROXY=%i", async (_, trustProxy, change, sentence) => {
    const port = await shop(trustProxy);
    const { wrong } = await look({ port, publicUrl: await proxy(port, change), trustProxy });
    expect(wrong).toEqual([expect.stringMatching(sentence)]);
  });

  test("whose proxy names one address is told of a TRUST_PROXY of two, as a note", async () => {
    const port = await shop(2);
    expect(await look({ port, publicUrl: await proxy(port), trustProxy: 2 })).toEqual({
      wrong: [],
      notes: [expect.stringMatching(/^TRUST_PROXY is 2, but .* one address here: set TRUST_PROXY=1, unless/)],
    });
  });

  test("of https needs a TRUST_PROXY, which is said even where nobody can be asked", async () => {
    const unset = /^PUBLIC_URL is https, .* TRUST_PROXY is 0, .*set TRUST_PROXY=1/;
    const publicUrl = `https://127.0.0.1:${await freePort()}`;
    const running = await shop(0);
    expect((await look({ port: running, publicUrl, trustProxy: 0 })).wrong).toEqual([
      expect.stringMatching(/cannot be reached from here/),
      expect.stringMatching(unset),
    ]);
    const stopped = await freePort();
    expect((await look({ port: stopped, publicUrl, trustProxy: 0 })).wrong).toEqual([expect.stringMatching(unset)]);
    expect((await look({ port: stopped, publicUrl })).wrong).toEqual([]);
  });

  test("without a proxy, a forged address that is believed is named", async () => {
    const port = await shop(1);
    expect((await look({ port, publicUrl: `http://127.0.0.1:${port}` })).wrong).toEqual([
      expect.stringMatching(/set TRUST_PROXY=0/),
    ]);
  });

  test("of https that speaks http, or that nobody is led to, is told with the remedy", async () => {
    const port = await shop(1);
    const publicUrl = await proxy(port);
    const { wrong } = await look({ port, publicUrl: publicUrl.replace("http:", "https:") });
    expect(wrong).toEqual([expect.stringMatching(/speaks plain http: have the proxy end https/)]);
    expect((await look({ port, publicUrl, plainUrl: await proxy(port) })).wrong).toEqual([
      expect.stringMatching(/answers without https \(status 404\): have the proxy redirect/),
    ]);
    const redirect = await listening((_, response) =>
      response.writeHead(308, { Location: "https://shop.test/" }).end(),
    );
    expect((await look({ port, publicUrl, plainUrl: `http://127.0.0.1:${redirect}` })).wrong).toEqual([]);
  });
});

function addressesAdded(addresses: string) {
  return (headers: Headers): Headers => ({
    ...headers,
    "x-forwarded-for": `${String(headers["x-forwarded-for"])}, ${addresses}`,
  });
}

describe("a probe", () => {
  const post = async (port: number, headers: Record<string, string>, path = PROBE_PATH) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method: "POST",
      headers,
      body: "x".repeat(300_000),
    });
    return { status: answer.status, text: await answer.text() };
  };

  test("is answered with what came, ahead of the budget of bodies, for a minute and with our signature alone", async () => {
    const port = await shop(0);
    const valid = probeHeaders(SECRETS, Date.now());
    const answer = await post(port, valid);
    expect([answer.status, JSON.parse(answer.text)]).toEqual([200, expect.objectContaining({ bytes: 300_000 })]);
    const [name = "", value = ""] = Object.entries(valid)[0] ?? [];
    const otherHeaders = [
      {},
      { [name]: "" },
      { [name]: value.replace(/\..*/, ".forged") },
      { [name]: `${Date.now() + 90_000}.${value.split(".")[1]}` },
      probeHeaders(SECRETS, Date.now() - 60_001),
      probeHeaders({ ...SECRETS, secret: "another" }, Date.now()),
    ];
    for (const headers of otherHeaders) {
      const response = await post(port, headers as Record<string, string>);
      expect([response.status, response.text]).toEqual([413, expect.not.stringContaining("forwardedFor")]);
    }
    expect((await post(port, valid, "/elsewhere")).status).toBe(413);
  });
});
