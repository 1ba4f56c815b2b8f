import { expect, test } from "vitest";
import { workbookReader } from "./read-workbook.server";
import { workbookStream } from "./write-workbook.server";

test("a workbook holds texts as they are, and nothing in it is a figure or a formula", async () => {
  // The reader removes blanks around a text.
  const rows = [
    ["00123", "+18025550100", "=1+1", "Mar-05", ""],
    ["4006381333931", "A & B <c>", " two\nlines ", "\u{1f33d}\u0007", "x"],
  ];
  const stream = workbookStream(
    ["A", "B", "C", "D", "E"],
    rows.map((cells) => [cells]),
  );
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  expect(await workbookReader().asCsv("ada", bytes)).toBe(
    'A,B,C,D,E\n00123,+18025550100,=1+1,Mar-05,\n4006381333931,A & B <c>,"two\nlines",\u{1f33d},x\n',
  );
});
