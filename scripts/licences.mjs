// `npm run licences`: checks the licences of the packages that production runs with, as package-lock.json has them.
// Exits with 1 if a licence is missing or may not be shipped with the product.
import { readFileSync } from "node:fs";
import path from "node:path";
import { root } from "./prepare.mjs";

/** Licences that require no more than attribution. */
const WELCOME = new Set([
  "0BSD",
  "Apache-2.0",
  "BlueOak-1.0.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "CC0-1.0",
  "ISC",
  "MIT",
  "MIT-0",
  "Python-2.0",
  "Unlicense",
  "Zlib",
]);
/** Other licences, and why packages with them may be shipped all the same. */
const ACCEPTED = {
  "LGPL-3.0-or-later": "libvips, which sharp loads as a library of its own and which anybody may replace",
  "Bitstream-Vera": "DejaVu, a font; free to be shipped, and to be carried in documents",
};
/** Licences that package.json leaves out or has no name for. The package states them elsewhere. */
const SAID_ELSEWHERE = { "combine-errors": "MIT", "png-js": "MIT", "dejavu-fonts-ttf": "Bitstream-Vera" };

/** Whether a licence, or one side of an "or", or every side of an "and", may be shipped. */
function isWelcome(licence) {
  const bare = licence.replace(/[()]/g, "");
  if (/ OR /.test(bare)) return bare.split(" OR ").some(isWelcome);
  return bare.split(" AND ").every((one) => WELCOME.has(one.trim()) || one.trim() in ACCEPTED);
}

const { packages } = JSON.parse(readFileSync(path.join(root, "package-lock.json"), "utf8"));
const byLicence = new Map();
const refusedPackages = [];
for (const [place, entry] of Object.entries(packages)) {
  if (place === "" || entry.dev || entry.link) continue;
  const bare = place.replace(/^.*node_modules\//, "");
  const [name, licence] = [`${bare} ${entry.version}`, SAID_ELSEWHERE[bare] ?? entry.license ?? "none"];
  byLicence.set(licence, [...(byLicence.get(licence) ?? []), name]);
  if (!isWelcome(licence)) refusedPackages.push(`${name}: ${licence}`);
}
for (const [licence, names] of [...byLicence].toSorted(([, a], [, b]) => b.length - a.length))
  console.log(
    `${licence} (${names.length})${licence in ACCEPTED ? `: ${ACCEPTED[licence]}` : ""}\n  ${names.join(", ")}`,
  );
if (refusedPackages.length > 0) {
  console.error(`\nNot to be shipped without a word in scripts/licences.mjs:\n  ${refusedPackages.join("\n  ")}`);
  process.exitCode = 1;
}
