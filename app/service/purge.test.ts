import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { pino } from "pino";
import { afterEach, expect, test, vi } from "vitest";
import { Changes } from "~/platform/database/dialects/changes";
import { purgeOnChange } from "./purge.server";

const after: (() => void)[] = [];
afterEach(() => {
  for (const end of after.splice(0)) end();
  vi.restoreAllMocks();
});

/** A CDN that hears of changes; `answers` are the statuses of its next answers, 200 after them. */
async function aCdn(answers: number[] = []) {
  const changes = new Changes();
  const [heard, logged]: [{ tags: string[]; headers: IncomingHttpHeaders }[], string[]] = [[], []];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const status = answers.shift() ?? 200;
      if (status === 200) heard.push({ tags: (JSON.parse(body) as { tags: string[] }).tags, headers: request.headers });
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
  const told = () => heard.map(({ tags }) => tags.join(" "));
  return { changes, heard, logged, told };
}

test("it begins with everything, and hears of each change at once and once more a little later", async () => {
  const { changes, heard, told } = await aCdn();
  await vi.waitFor(() => expect(told()).toEqual(["all"]));
  changes.announce(["lists", "card-pears"]);
  changes.announce(["card-plums"]);
  await vi.waitFor(() => expect(told()).toEqual(["all", "lists card-pears card-plums"]));
  // What came within two seconds of each other is told together again: everything has been said of by then.
  await vi.waitFor(() => expect(told().slice(2).join(" ")).toMatch(/all.*lists.*card-plums/), 6000);
  expect(heard[1]?.headers).toMatchObject({
    "surrogate-key": "lists card-pears card-plums",
    authorization: "Bearer a-word",
    "content-type": "application/json",
  });
});

test("what it did not take is told again, and somebody is told that it does not", async () => {
  const { changes, told, logged } = await aCdn([200, 503]);
  await vi.waitFor(() => expect(told()).toEqual(["all"]));
  changes.announce(["card-pears"]);
  // Before it would be told once more anyway.
  await vi.waitFor(() => expect(told()[1]).toBe("card-pears"), 1800);
  // It has heard of it before its answer has come.
  await vi.waitFor(() =>
    expect(logged.map((line) => (JSON.parse(line) as { msg: string }).msg)).toEqual([
      "the CDN does not take purges: it may show pages up to a minute old",
      "the CDN takes purges again",
    ]),
  );
});

test("thirty things at a time, and of very many everything", async () => {
  const { changes, heard, told } = await aCdn();
  await vi.waitFor(() => expect(told()).toEqual(["all"]));
  changes.announce(Array.from({ length: 70 }, (_, n) => `card-${n}`));
  await vi.waitFor(() => expect(heard.slice(1).map(({ tags }) => tags.length)).toEqual([30, 30, 10]));
  changes.announce(Array.from({ length: 700 }, (_, n) => `card-${n}`));
  await vi.waitFor(() => expect(told().slice(4)).toContain("all"), 6000);
  expect(
    told()
      .slice(4)
      .filter((tags) => tags.startsWith("card-6")),
  ).toEqual([]);
});

test("one that is not there keeps nobody waiting, and hears of it when it is back", async () => {
  const changes = new Changes();
  const asked: string[] = [];
  let there = false;
  vi.stubGlobal("fetch", async (_: string, { body }: { body: string }) => {
    if (!there) throw new TypeError("fetch failed", { cause: { code: "ECONNREFUSED" } });
    asked.push(body);
    return new Response();
  });
  after.push(() => vi.unstubAllGlobals());
  after.push(purgeOnChange(changes, { purgeUrl: "http://127.0.0.1:9/", purgeToken: null }, pino({ level: "silent" })));
  changes.announce();
  there = true;
  await vi.waitFor(() => expect(asked[0]).toBe('{"tags":["all"]}'), 4000);
});

test("a change while everything waits to be told again is worth telling for a minute of its own", async () => {
  const answers = [200, 200, 503, 503];
  const { changes, told } = await aCdn(answers);
  await vi.waitFor(() => expect(told()).toEqual(["all", "all"]), 4000);
  changes.announce();
  await vi.waitFor(() => expect(answers).toHaveLength(1));
  // Everything is all but too old to be told, and then too old, but for this change.
  const now = performance.now();
  const clock = vi.spyOn(performance, "now").mockImplementation(() => now + 59_900);
  changes.announce(["card-pears"]);
  clock.mockImplementation(() => now + 60_200);
  // Told again, and two seconds later once more.
  await vi.waitFor(() => expect(told().filter((tags) => tags === "all")).toHaveLength(4), 6000);
});
