import type { AddressInfo } from "node:net";
import express from "express";
import { expect, test } from "vitest";
import { sendFetchResponse } from "./fetch-adapter.server";

test("an answer says what is left of the address's limit and of the token's, and else counts in the server's place", async () => {
  const app = express();
  app.use((_, response) => {
    response.set({ RateLimit: '"read";r=1187;t=42', "Cache-Control": "private" });
    const headers = { RateLimit: '"token";r=299;t=60', "Cache-Control": "no-store" };
    void sendFetchResponse(response, Response.json({}, { headers }));
  });
  const server = app.listen(0);
  try {
    const { headers } = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    expect([headers.get("RateLimit"), headers.get("Cache-Control")]).toEqual([
      '"read";r=1187;t=42, "token";r=299;t=60',
      "no-store",
    ]);
  } finally {
    server.close();
  }
});

test("a file to be saved is sent as it is made, also where it is JSON; another answer is sent whole", async () => {
  const app = express();
  const ends: (() => void)[] = [];
  app.get("/:name", (request, response) => {
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(Buffer.from('{"first":1,'));
        ends.push(() => {
          controller.enqueue(Buffer.from('"second":2}'));
          controller.close();
        });
        if (request.params.name === "whole") ends.at(-1)?.();
      },
    });
    const isFile = request.params.name === "file";
    const headers = {
      "Content-Type": "application/json",
      ...(isFile && { "Content-Disposition": 'attachment; filename="a.json"' }),
    };
    void sendFetchResponse(response, new Response(body, { headers }));
  });
  const server = app.listen(0);
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  try {
    const file = await fetch(`${address}/file`);
    const reader = file.body!.getReader();
    // The body's end is sent only after its beginning has arrived. Waiting for the whole would never end.
    expect(Buffer.from((await reader.read()).value!).toString()).toBe('{"first":1,');
    ends[0]?.();
    expect(Buffer.from((await reader.read()).value!).toString()).toBe('"second":2}');
    const whole = await fetch(`${address}/whole`);
    expect([whole.headers.get("Content-Length"), await whole.json()]).toEqual(["22", { first: 1, second: 2 }]);
  } finally {
    server.close();
  }
});
