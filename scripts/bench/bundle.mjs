// The benches seed their databases with the product's own code. It is TypeScript, so esbuild bundles it into one
// module.
import path from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { root } from "../prepare.mjs";

/**
 * Loads a TypeScript module of this folder, or of the same folder in another `checkout`, with the product's code that
 * it imports.
 */
export async function load(name, checkout = root) {
  // The file is inside the project so that its packages are found.
  const outfile = path.join(checkout, ".cache/bench", name.replace(/\.ts$/, ".mjs"));
  await build({
    entryPoints: [path.join(checkout, "scripts/bench", name)],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    packages: "external",
    logLevel: "warning",
  });
  return import(pathToFileURL(outfile).href);
}
