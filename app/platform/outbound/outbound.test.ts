import { afterEach, expect, test, vi } from "vitest";
import { WAIT_MS } from "../../../scripts/gate/patience.mjs";
import {
  aReceiver,
  answersWith,
  closes,
  hangs,
  takes,
  type Answering,
  type Receiver,
} from "../../../tests/fixtures/receiver";
import { rounds } from "../../../tests/fixtures/rounds";
import { outbound, pinnedTo, type Resolve } from "./outbound.server";

const receivers: Receiver[] = [];
afterEach(async () => {
  for (const receiver of receivers.splice(0)) await receiver.close();
});

async function receiverThat(answer: Answering): Promise<Receiver> {
  const receiver = await aReceiver(answer);
  receivers.push(receiver);
  return receiver;
}

const request = { headers: { "X-Test": "yes" }, body: '{"a":1}' };
const local = outbound({ allowLocal: true, timeoutMs: WAIT_MS });
/** Only for receivers that give no answer, because a real answer may take longer than its time limit. */
const hasty = outbound({ allowLocal: true, timeoutMs: 300 });

test("a post comes as it was sent, and its answer is told", async () => {
  const receiver = await receiverThat(answersWith(201, "thank\u0000 you\n"));
  expect(await local.post(receiver.url, request)).toEqual({ status: 201, body: "thank you" });
  expect(receiver.received).toMatchObject([{ path: "/hook", body: '{"a":1}', headers: { "x-test": "yes" } }]);
});

test("a redirect is an answer and is not followed", async () => {
  const inside = await receiverThat(takes);
  const receiver = await receiverThat(answersWith(302, "", { Location: inside.url }));
  expect(await local.post(receiver.url, request)).toEqual({ status: 302, body: "" });
  expect(inside.received).toEqual([]);
});

test("who hangs or closes is told apart, and nobody waits longer than the time limit", async () => {
  const [hanging, closing] = [await receiverThat(hangs), await receiverThat(closes)];
  await expect(hasty.post(hanging.url, request)).rejects.toThrow("There was no answer within 0.3 seconds.");
  await expect(local.post(closing.url, request)).rejects.toThrow(
    "The connection was closed before there was an answer.",
  );
  await closing.close();
  await expect(local.post(closing.url, request)).rejects.toThrow("Nobody takes connections there.");
});

test("an answer that wants to speak another protocol counts by its status", async () => {
  const receiver = await receiverThat(answersWith(101, "", { Connection: "Upgrade", Upgrade: "websocket" }));
  expect(await local.post(receiver.url, request)).toEqual({ status: 101, body: "" });
});

test("of an answer that never ends a few kilobytes are read", async () => {
  let sentBytes = 0;
  let close = () => {};
  const closed = new Promise<void>((resolve) => (close = resolve));
  const receiver = await receiverThat((_, response) => {
    response.writeHead(200).on("close", () => close());
    const chunk = Buffer.alloc(65_536, "a");
    const sendMore = () => {
      while (!response.destroyed && sentBytes < 1_000_000_000) {
        sentBytes += chunk.length;
        if (!response.write(chunk)) return void response.once("drain", sendMore);
      }
    };
    sendMore();
  });
  const answer = await local.post(receiver.url, request);
  await closed;
  expect([answer.status, answer.body.length]).toEqual([200, 1000]);
  // The systems' buffers take some bytes; the rest of the gigabyte is not sent.
  expect(sentBytes).toBeLessThan(20_000_000);
});

test("an answer whose body hangs counts by its status", async () => {
  const limit = new AbortController();
  const timeout = vi.spyOn(AbortSignal, "timeout").mockReturnValue(limit.signal);
  const receiver = await receiverThat((_, response) => {
    response.writeHead(200).write("so far", async () => {
      await rounds();
      limit.abort();
    });
  });
  const answer = local.post(receiver.url, request);
  timeout.mockRestore();
  expect(await answer).toEqual({ status: 200, body: "so far" });
});

/** A name server that knows one name. */
const leadingTo =
  (...addresses: string[]): Resolve =>
  async () =>
    addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));

test.each([["127.0.0.1"], ["10.1.2.3"], ["169.254.169.254"], ["::1"], ["::ffff:10.0.0.1"], ["1.1.1.1", "10.0.0.1"]])(
  "a name that leads to %s is sent nothing, whatever the setting",
  async (...addresses) => {
    const receiver = await receiverThat(takes);
    const port = new URL(receiver.url).port;
    for (const allowLocal of [false, true]) {
      const out = outbound({ allowLocal, timeoutMs: WAIT_MS, resolve: leadingTo(...addresses) });
      await expect(out.post("https://stall.example.com/hook", request)).rejects.toThrow(
        "The address leads into a network that is not public.",
      );
      await expect(out.post(`https://stall.example.com:${port}/hook`, request)).rejects.toThrow("port");
    }
    expect(receiver.received).toEqual([]);
  },
);

test("a name is asked for once, and the connection takes the addresses that were looked at", async () => {
  let lookups = 0;
  // The second answer of the name server would lead to an internal address.
  const rebinding: Resolve = async () => {
    lookups += 1;
    return [{ address: lookups === 1 ? "192.0.2.1" : "127.0.0.1", family: 4 }];
  };
  await expect(
    outbound({ allowLocal: false, timeoutMs: WAIT_MS, resolve: rebinding }).post("https://stall.example.com/", request),
  ).rejects.toThrow("not public");
  expect(lookups).toBe(1);

  const attempts: unknown[] = [];
  const lookup = pinnedTo([
    { address: "1.1.1.1", family: 4 },
    { address: "2606:4700::1111", family: 6 },
  ]);
  lookup("rebound.example.com", { all: true }, (...answer) => attempts.push(answer));
  lookup("rebound.example.com", {}, (...answer) => attempts.push(answer));
  expect(attempts).toEqual([
    [
      null,
      [
        { address: "1.1.1.1", family: 4 },
        { address: "2606:4700::1111", family: 6 },
      ],
    ],
    [null, "1.1.1.1", 4],
  ]);
});

test("a name that leads nowhere, and one whose name servers hang, say so", async () => {
  const nowhere: Resolve = async () => {
    throw Object.assign(new Error("queryA ENOTFOUND"), { code: "ENOTFOUND" });
  };
  await expect(
    outbound({ allowLocal: false, resolve: nowhere }).post("https://stall.example.com/", request),
  ).rejects.toThrow("The name of the address leads nowhere.");
  const hanging: Resolve = (_, signal) =>
    new Promise((_resolve, reject) => {
      signal.addEventListener("abort", () => reject(Object.assign(new Error("cancelled"), { code: "ECANCELLED" })));
    });
  await expect(
    outbound({ allowLocal: false, timeoutMs: 50, resolve: hanging }).post("https://stall.example.com/", request),
  ).rejects.toThrow("There was no answer within 0.05 seconds.");
});
