import { badLine, type BadLine } from "../fixtures/bad-line";
import { test as base } from "./shop";

/** A line between browser and server that a test can break. */
export const test = base.extend<{ shopPort: number; line: BadLine }>({
  shopPort: [Number(process.env["E2E_PORT"] ?? "4310"), { option: true }],
  line: async ({ shopPort }, use) => {
    const line = await badLine(shopPort);
    await use(line);
    await line.close();
  },
  baseURL: async ({ line }, use) => use(line.url),
});
