import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { beforeAll, expect, test } from "vitest";
import { buildOnce, root } from "./shop-process";

/*
 * Every package that is imported where a file begins is found, opened and compiled at each start: some forty milliseconds
 * for one of the larger. What only an upload, an import or a new password needs is imported by these.
 */

const AT_THE_START = [
  "@fastify/busboy",
  "@node-rs/argon2",
  "@remix-run/node",
  "@remix-run/react",
  "csv-stringify/sync",
  "ipaddr.js",
  "lru-cache",
  "negotiator",
  "otpauth",
  "p-limit",
  "pino",
  "pluralize",
  "rate-limiter-flexible",
  "react",
  "react-dom/server",
  "react/jsx-runtime",
  "remix-auth",
  "remix-auth-form",
  "uqr",
];

beforeAll(() => buildOnce(), 240_000);

test("a start loads no package but those that pages and calls are made of", () => {
  const assets = path.join(root, "build/server/assets");
  const server = readdirSync(assets).find((name) => /^server-build-[\w-]+\.js$/.test(name))!;
  const imports = readFileSync(path.join(assets, server), "utf8").matchAll(/^import (?:[^"'\n]* from )?"([^"'\n]+)"/gm);
  const packages = [...imports].map(([, name]) => name!).filter((name) => !/^(node:|\.)/.test(name));
  expect([...new Set(packages)].toSorted()).toEqual(AT_THE_START);
});
