import { expect, test } from "vitest";
import { jsonStream } from "./json-stream.server";

/** Pages that count how many of them were requested. */
function countedPages(pages: object[][]) {
  const count = { pages: 0 };
  async function* generate() {
    for (const page of pages) {
      count.pages += 1;
      yield page;
    }
  }
  return { count, pages: generate() };
}

test("an object with lists comes as the same JSON, empty pages and lists too", async () => {
  const fields = { name: 'a "stall"', place: { town: "Bath" }, none: undefined };
  const [cheeses, sales] = [countedPages([[{ n: 1 }, { n: 2 }], [], [{ n: 3 }]]), countedPages([])];
  const text = await new Response(jsonStream(fields, { cheeses: cheeses.pages, sales: sales.pages })).text();
  expect(JSON.parse(text)).toEqual({
    data: { name: 'a "stall"', place: { town: "Bath" }, cheeses: [{ n: 1 }, { n: 2 }, { n: 3 }], sales: [] },
  });
});

test("pages are made as they are read: who stops reading stops the database", async () => {
  const { count, pages } = countedPages(Array.from({ length: 50 }, (_, n) => [{ n }]));
  const reader = jsonStream({ name: "stall" }, { pages }).getReader();
  for (let n = 0; n < 3; n += 1) await reader.read();
  await new Promise(setImmediate);
  expect(count.pages).toBeLessThan(8);
  await reader.cancel();
});
