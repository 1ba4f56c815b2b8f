import { PassThrough } from "node:stream";
import { buffer } from "node:stream/consumers";
import { createElement } from "react";
import { renderToPipeableStream } from "react-dom/server";
import { expect, test } from "vitest";
import { renderedText } from "./rendered-text.server";

test("a letter of several bytes is shown whole wherever in a page it stands", async () => {
  // Pieces short enough to be written one after the other, so that a letter of each length comes at every place.
  const words = Array.from({ length: 4 }, (_, shift) => ["x".repeat(shift), ...Array(900).fill("aé\u00a0€👍")]);
  for (const [shift, parts] of words.entries()) {
    const list = createElement("p", null, ...parts.map((part, key) => createElement("b", { key }, part)));
    const rendered = await new Promise<Buffer>((resolve, reject) => {
      const { pipe } = renderToPipeableStream(list, {
        onAllReady: () => void buffer(pipe(new PassThrough())).then(resolve, reject),
      });
    });
    expect(renderedText(rendered), `shifted by ${shift}`).toBe(
      `<p>${parts.map((part) => `<b>${part}</b>`).join("")}</p>`,
    );
  }
});
