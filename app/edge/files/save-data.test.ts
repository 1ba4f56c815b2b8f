import express from "express";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { narrowestForSaveData } from "./save-data.server";

/* Pictures of the shop's own pages, for browsers that ask for less data. */

let server: Server;

beforeAll(async () => {
  const site = express();
  const files = [
    "/img/stall-660.avif",
    "/img/stall-1000.avif",
    "/img/stall-360.webp",
    "/img/stall.jpg",
    "/assets/a-1.js",
  ];
  site.use(narrowestForSaveData(new Set(files)));
  site.use((request, response) => response.end(request.url));
  server = createServer(site);
  await new Promise<void>((listening) => server.listen(0, listening));
});
afterAll(() => server.close());

async function ask(address: string, headers: Record<string, string> = {}) {
  const answer = await fetch(`http://localhost:${(server.address() as AddressInfo).port}${address}`, { headers });
  return [await answer.text(), answer.headers.get("Vary")];
}

const sparing = { "Save-Data": "on" };

test("who asks for less data gets the narrowest file of a picture, whichever width the page has named", async () => {
  expect(await ask("/img/stall-1000.avif", sparing)).toEqual(["/img/stall-660.avif", "Save-Data"]);
  expect(await ask("/img/stall-660.avif", sparing)).toEqual(["/img/stall-660.avif", "Save-Data"]);
  expect(await ask("/img/stall-360.webp", sparing)).toEqual(["/img/stall-360.webp", "Save-Data"]);
});

test("everybody else gets what was asked for, and a cache is told that this depends on the wish", async () => {
  expect(await ask("/img/stall-1000.avif")).toEqual(["/img/stall-1000.avif", "Save-Data"]);
});

test("what comes in one size alone is left as it is", async () => {
  for (const address of ["/img/stall.jpg", "/assets/a-1.js", "/img/other-9.avif"])
    expect(await ask(address, sparing)).toEqual([address, null]);
});
