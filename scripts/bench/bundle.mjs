// The benches seed their databases with the product's own TypeScript, which esbuild bundles into one module.
import path from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { root } from "../prepare.mjs";

/** Loads a TypeScript module of scripts/bench, here or in another `checkout`, with the code that it imports. */
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
