import { pino } from "pino";
import { expect, test } from "vitest";
import { FilesOutOfReach } from "~/platform/files/out-of-reach";
import { filesAway, shownElsewhere } from "./files-elsewhere.server";

const files = { s3: null, publicUrl: "https://cdn.example.com/files" };

test("browsers are sent to the CDN for what everybody may see, and for nothing else", () => {
  const way = shownElsewhere({ files }, "open", "65f/640.webp");
  expect([way?.status, way?.headers.get("Location")]).toEqual([302, "https://cdn.example.com/files/65f/640.webp"]);
  // A redirect for ever would outlast the team's contract with the CDN.
  expect(way?.headers.get("Cache-Control")).toBe("public, max-age=86400");
  expect(shownElsewhere({ files }, "own", "65f/640.webp")).toBeNull();
  expect(shownElsewhere({ files: { s3: null, publicUrl: null } }, "open", "65f/640.webp")).toBeNull();
});

test("a file whose storage is away is answered with a time to come again, and never kept; other faults are faults", () => {
  const unreachable = filesAway({ log: pino({ level: "silent" }) });
  const answer = unreachable(new FilesOutOfReach("nobody answers"));
  expect([answer.status, answer.headers.get("Retry-After"), answer.headers.get("Cache-Control")]).toEqual([
    503,
    "5",
    "no-store",
  ]);
  expect(() => unreachable(new Error("a bug"))).toThrow("a bug");
});
