import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { readPosted } from "./posted-files.server";
import { MOST_ENTRIES } from "./posted-form.server";

const MOST = 1000;
// A separate folder: other tests use the system's temporary folder too.
const place = mkdtempSync(path.join(tmpdir(), "fieldstall-posted-"));
const folders = () => readdirSync(place);
beforeAll(() => void vi.stubEnv("TMPDIR", place));
afterAll(() => {
  vi.unstubAllEnvs();
  rmSync(place, { recursive: true, force: true });
});

function post(fields: [name: string, value: string | File][]): Request {
  const body = new FormData();
  for (const [name, value] of fields) body.append(name, value);
  return new Request("http://shop.test/merchant/products/add", { method: "POST", body });
}

const status = async (request: Request) =>
  readPosted(request, MOST).then(
    () => 200,
    (answer: Response) => answer.status,
  );

test("texts and files come apart, and files are gone once they are done with", async () => {
  const result = await readPosted(
    post([
      ["title", "Sweet corn"],
      ["variations[0].variation", "Size"],
      ["photos", new File(["picture"], "corn.png")],
    ]),
    MOST,
  );
  expect([...result.form]).toEqual([
    ["title", "Sweet corn"],
    ["variations[0].variation", "Size"],
  ]);
  expect(result.files.map(({ field, name }) => [field, name])).toEqual([["photos", "corn.png"]]);
  expect(await result.files[0]?.blob.text()).toBe("picture");
  await result.done();
  await expect(result.files[0]?.blob.text()).rejects.toThrow();
});

test("of a file that is too large one byte too many is kept", async () => {
  const result = await readPosted(post([["photos", new File(["x".repeat(5000)], "large.png")]]), MOST);
  expect(result.files[0]?.blob.size).toBe(MOST + 1);
  await result.done();
});

test("of a file that may not be held nothing comes to the disk, and the form goes on behind it", async () => {
  const fileNames: unknown[] = [];
  let lying: string[] = [];
  const result = await readPosted(
    post([
      ["_account", "ada"],
      ["photos", new File(["x".repeat(500)], "large.png")],
      ["photos", new File([], "")],
      ["title", "Sweet corn"],
      ["videoFile", new File(["video"], "corn.mp4")],
    ]),
    MOST,
    (field, before) => {
      fileNames.push([field, ...before]);
      lying = folders().flatMap((folder) => readdirSync(path.join(place, folder)));
      return field === "videoFile";
    },
  );
  expect(fileNames).toEqual([
    ["photos", ["_account", "ada"]],
    ["videoFile", ["_account", "ada"], ["title", "Sweet corn"]],
  ]);
  expect([lying, result.passedOver, result.files.map(({ field }) => field)]).toEqual([[], 1, ["videoFile"]]);
  expect(result.form.get("title")).toBe("Sweet corn");
  await result.done();
});

test.each<[what: string, fields: [string, string | File][]]>([
  ["a list without end", [["image[90000000]", "x"]]],
  ["a depth without end", [[`${"a.".repeat(40)}a`, "x"]]],
  ["an endless name", [["n".repeat(200), "x"]]],
  ["an odd name of a file", [["photos[90000000]", new File(["x"], "x.png")]]],
  ["more fields than any form has", Array.from({ length: MOST_ENTRIES + 1 }, (_, n) => [`field${n}`, "x"])],
  ["more text than any form has", Array.from({ length: 5 }, (_, n) => [`field${n}`, "x".repeat(60_000)])],
])("%s is refused with nothing left behind, with files in the form or without", async (_, fields) => {
  const before = folders();
  expect(await status(post(fields))).toBe(400);
  expect(folders()).toEqual(before);
  const plain = new URLSearchParams(fields.map(([name, value]) => [name, String(value)]));
  if (!fields.some(([, value]) => String(value).length > 100)) {
    expect(await status(new Request("http://shop.test/merchant/products/add", { method: "POST", body: plain }))).toBe(
      400,
    );
  }
});
