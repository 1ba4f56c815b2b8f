import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { pino } from "pino";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { rounds } from "../../../tests/fixtures/rounds";
import { Changes } from "~/platform/database/dialects/changes";
import { purgeOnChange } from "./purge.server";

const after: (() => void)[] = [];
afterEach(() => {
  for (const end of after.splice(0)) end();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/** A CDN that receives purges. `answers` are the statuses of its next answers; later ones are 200. */
async function aCdn(answers: number[] = []) {
  const changes = new Changes();
  const [purges, logged]: [{ tags: string[]; headers: IncomingHttpHeaders }[], string[]] = [[], []];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const status = answers.shift() ?? 200;
      if (status === 200)
        purges.push({ tags: (JSON.parse(body) as { tags: string[] }).tags, headers: request.headers });
      response.writeHead(status).end();
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const purgeUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/purge`;
  const log = pino({}, { write: (line: string) => void logged.push(line) });
  const stop = purgeOnChange(changes, { purgeUrl, purgeToken: "a-word" }, log);
  after.push(stop, () => server.close());
  const purgedTags = () => purges.map(({ tags }) => tags.join(" "));
  return { changes, heard: purges, logged, told: purgedTags, answers };
}

/** A change's second purge waits for this faked timer. The retry of a refused purge uses another timer, which runs. */
beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout"] }));
const aSecond = () => vi.advanceTimersByTimeAsync(1000);

test("it begins with everything, and hears of each change at once and once more a little later", async () => {
  const { changes, heard, told } = await aCdn();
  await expect.poll(told).toEqual(["all"]);
  await aSecond();
  changes.announce(["lists", "card-pears"]);
  changes.announce(["card-plums"]);
  await expect.poll(told).toEqual(["all", "lists card-pears card-plums"]);
  await aSecond();
  await expect.poll(() => told().slice(2)).toEqual(["all"]);
  await aSecond();
  await expect.poll(() => told().slice(3)).toEqual(["lists card-pears card-plums"]);
  expect(heard[1]?.headers).toMatchObject({
    "surrogate-key": "lists card-pears card-plums",
    authorization: "Bearer a-word",
    "content-type": "application/json",
  });
});

test("what it did not take is told again, and somebody is told that it does not", async () => {
  const { changes, told, logged } = await aCdn([200, 503]);
  await expect.poll(told).toEqual(["all"]);
  changes.announce(["card-pears"]);
  // The second purge of everything does not come: its timer is faked.
  await expect.poll(told).toEqual(["all", "card-pears"]);
  // The CDN has received the purge before its answer arrives here.
  await expect
    .poll(() => logged.map((line) => (JSON.parse(line) as { msg: string }).msg))
    .toEqual(["the CDN does not take purges: it may show pages up to a minute old", "the CDN takes purges again"]);
});

test("thirty things at a time, and of very many everything", async () => {
  const { changes, heard, told } = await aCdn();
  await expect.poll(told).toEqual(["all"]);
  changes.announce(Array.from({ length: 70 }, (_, n) => `card-${n}`));
  await expect.poll(() => heard.slice(1).map(({ tags }) => tags.length)).toEqual([30, 30, 10]);
  changes.announce(Array.from({ length: 700 }, (_, n) => `card-${n}`));
  await expect.poll(() => told().slice(4)).toContain("all");
  expect(
    told()
      .slice(4)
      .filter((tags) => tags.startsWith("card-6")),
  ).toEqual([]);
});

test("one that is not there keeps nobody waiting, and hears of it when it is back", async () => {
  const changes = new Changes();
  const requests: string[] = [];
  let isReachable = false;
  vi.stubGlobal("fetch", async (_: string, { body }: { body: string }) => {
    if (!isReachable) throw new TypeError("fetch failed", { cause: { code: "ECONNREFUSED" } });
    requests.push(body);
    return new Response();
  });
  after.push(() => vi.unstubAllGlobals());
  after.push(purgeOnChange(changes, { purgeUrl: "http://127.0.0.1:9/", purgeToken: null }, pino({ level: "silent" })));
  changes.announce();
  isReachable = true;
  await expect.poll(() => requests[0]).toBe('{"tags":["all"]}');
});

test("a change while everything waits to be told again is worth telling for a minute of its own", async () => {
  const { changes, told, answers } = await aCdn();
  let lastTime = performance.now();
  vi.spyOn(performance, "now").mockImplementation(() => lastTime);
  await expect.poll(told).toEqual(["all"]);
  answers.push(503, 503);
  changes.announce();
  // The CDN refuses, so the purge of everything waits for a retry.
  await expect.poll(() => answers.length).toBeLessThan(2);
  await rounds();
  // The purge of everything is about to expire. A moment later it would have expired, but for this change.
  lastTime += 59_900;
  changes.announce(["card-pears"]);
  lastTime += 300;
  await expect.poll(told).toEqual(["all", "all"]);
});
