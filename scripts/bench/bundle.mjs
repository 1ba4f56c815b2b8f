// The benches seed their databases with the product's own code. It is TypeScript: esbuild makes one module of it.
import path from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { root } from "../prepare.mjs";

/** Loads a TypeScript module of this folder, or of the same in another `checkout`, with what it imports of the product. */
export async function load(name, checkout = root) {
  // Inside the project, so that packages are found.
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
