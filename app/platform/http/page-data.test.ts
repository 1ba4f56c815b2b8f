import { expect, test } from "vitest";
import { DATA_OPEN, withDataAsText } from "./page-data.server";

const mark = "word";
const place = `${DATA_OPEN}</script>`;
const handed = (text: string) =>
  `<script nonce="${mark}">window.__remixContext.streamController.enqueue(${JSON.stringify(text).replaceAll("<", "\\u003c")});</script>`;
const page = (body: string, ...texts: string[]) =>
  `<html><body>${body}</body></html>${texts.map((text) => `<!--$-->${handed(text)}`).join("")}` +
  `<!--$--><script nonce="${mark}">window.__remixContext.streamController.close();</script><!--/$--><!--/$-->`;

test("a page's data stand in it as the JSON that they are, and nothing behind the page", () => {
  expect(withDataAsText(page(place, `[{"_1":2},"a \\"word\\""]\n`), mark)).toBe(
    `<html><body>${DATA_OPEN}[{"_1":2},"a \\"word\\""]\n</script></body></html>`,
  );
});

test("what comes in several parts stands there as one", () => {
  expect(withDataAsText(page(place, "[1]\n", "P2:[3]\n"), mark)).toContain(`${DATA_OPEN}[1]\nP2:[3]\n</script>`);
});

test("a text of somebody's neither ends the data nor passes for some", () => {
  const hostile = JSON.stringify(["</script><script>planted()</script>", ");</script>", "$&", "</html>"]);
  const html = withDataAsText(page(place, hostile), mark);
  const [, data = ""] = /page-data">(.*?)<\/script>/.exec(html) ?? [];
  expect([JSON.parse(data), html.match(/<script/g)?.length]).toEqual([JSON.parse(hostile), 1]);
  const foreign = handed("planted").replace(mark, "guessed");
  expect(withDataAsText(page(place, "[1]").replace("</html>", `</html>${foreign}`), mark)).not.toContain("planted");
});

test("a page without a place for them stays as it is, and one without data is told of", () => {
  expect(withDataAsText(page("", "[1]"), mark)).toBe(page("", "[1]"));
  expect(() => withDataAsText(page(place), mark)).toThrow("no longer hands over");
});
