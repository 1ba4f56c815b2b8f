import { expect, test } from "vitest";
import { judgeFiles } from "./judge-files";

const PHOTOS = "image/png,image/jpeg,image/webp,image/avif";
const VIDEO = "video/mp4,video/quicktime,video/webm";

test.each([
  ["a photo over the photos", ["image/png"], PHOTOS, true, "welcome"],
  ["several photos", ["image/png", "image/jpeg"], PHOTOS, true, "welcome"],
  ["a text among photos", ["image/png", "text/plain"], PHOTOS, true, "wrong-kind"],
  ["a photo over the video", ["image/png"], VIDEO, false, "wrong-kind"],
  ["a film of a kind that is not listed, of which the bytes will tell", ["video/x-m4v"], VIDEO, false, "welcome"],
  ["two films where one belongs", ["video/mp4", "video/mp4"], VIDEO, false, "too-many"],
  ["a file of which nothing is known", [""], PHOTOS, true, "welcome"],
  ["anything over a field that goes by endings", ["text/plain"], ".csv,text/csv", false, "welcome"],
])("%s", (_, types, accept, multiple, isAccepted) => {
  expect(judgeFiles(types, accept, multiple)).toBe(isAccepted);
});
