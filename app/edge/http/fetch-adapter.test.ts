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
