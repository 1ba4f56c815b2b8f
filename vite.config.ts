import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { SourceMap } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { vitePlugin as remix } from "@remix-run/dev";
import { vanillaExtractPlugin } from "@vanilla-extract/vite-plugin";
import { build } from "esbuild";
import { defineConfig, type Plugin } from "vite";
import remixConfig from "./remix.config.js";
import { chunkOf } from "./scripts/chunks";
import { shortClassNames } from "./scripts/class-names";
import { CSS_TARGET, flatLayers, longhands } from "./scripts/older-browsers";
import { pageSheets } from "./scripts/page-sheets";
import { demoPictures } from "./scripts/pictures/vite-plugin";

/**
 * Remix loads a page's script by a function that reloads the document when the script does not come. Ours waits for the
 * line instead, in the browser's build. There is no other way to say so; should Remix move it, the build fails.
 */
function patientRouteModules(): Plugin {
  const ours = fileURLToPath(new URL("./app/ui/line/load-route-module.ts", import.meta.url));
  let replaced = false;
  return {
    name: "patient-route-modules",
    apply: (_, { command, isSsrBuild }) => command === "build" && !isSsrBuild,
    enforce: "pre",
    resolveId(source, importer) {
      if (source !== "./routeModules.js" || !importer?.includes("/@remix-run/react/")) return null;
      replaced = true;
      return ours;
    },
    buildEnd(error) {
      if (!error && !replaced) this.error("Remix no longer loads its pages' scripts by ./routeModules.js.");
    },
  };
}

/**
 * The script that every page begins with, in a file of its own that shares nothing with the others: what they share is
 * large. `virtual:page-script` is its address. Development does without it.
 */
function pageScript(): Plugin {
  const name = "virtual:page-script";
  const entry = fileURLToPath(new URL("./app/ui/on-intent/start.ts", import.meta.url));
  return {
    name: "page-script",
    resolveId: (source) => (source === name ? `\0${name}` : null),
    async load(id) {
      if (id !== `\0${name}`) return null;
      if (this.meta.watchMode) return `export default "";`;
      const { outputFiles } = await build({
        entryPoints: [entry],
        bundle: true,
        minify: true,
        write: false,
        target: "es2020",
      });
      const source = outputFiles[0]?.text ?? "";
      const fileName = `assets/page-${createHash("sha256").update(source).digest("base64url").slice(0, 8)}.js`;
      if (this.environment.name === "client") this.emitFile({ type: "asset", fileName, source });
      return `export default ${JSON.stringify(`/${fileName}`)};`;
    },
  };
}

/**
 * The service worker, and the one that ends it: each a file of its own, at an address that never changes. A build is
 * told by the names of its files, so that a new one is noticed by every browser. Development has only the second, for a
 * worker of the built shop may still be there.
 */
function serviceWorkers(): Plugin {
  const source = async (name: string, buildId: string) => {
    const { outputFiles } = await build({
      entryPoints: [fileURLToPath(new URL(`./app/worker/${name}.ts`, import.meta.url))],
      bundle: true,
      minify: true,
      write: false,
      target: "es2020",
      define: { __BUILD__: JSON.stringify(buildId), "process.env.NODE_ENV": '"production"' },
    });
    return outputFiles[0]?.text ?? "";
  };
  return {
    name: "service-workers",
    configureServer(server) {
      server.middlewares.use("/sw.js", (_, response) => {
        void source("retired", "development").then((text) =>
          response.setHeader("Content-Type", "text/javascript").end(text),
        );
      });
    },
    async generateBundle(_, files) {
      if (this.environment.name !== "client") return;
      const buildId = createHash("sha256").update(Object.keys(files).sort().join()).digest("base64url").slice(0, 8);
      this.emitFile({ type: "asset", fileName: "sw.js", source: await source("worker", buildId) });
      this.emitFile({ type: "asset", fileName: "sw-retired.js", source: await source("retired", buildId) });
    },
  };
}

/**
 * Every package that the browser loads. Development bundles these once, at its start; left to find them out by itself,
 * it takes in packages of the server, too, and begins anew in the middle of a page.
 */
const browserPackages = [
  "@conform-to/react",
  "@conform-to/zod/v4",
  "@remix-run/react",
  "@stripe/react-stripe-js",
  "@stripe/stripe-js/pure",
  "lucide-react",
  "react",
  "react-dom",
  "react-dom/client",
  "react/jsx-dev-runtime",
  "react/jsx-runtime",
  "tus-js-client",
  "zod",
];

/**
 * Packages that become part of the server's own file. Of thousands of icons the server needs as few as the browser, and
 * loaded whole they take 27 MB of memory. The others are hundreds of small files, and each that is opened at a start
 * takes half a millisecond; those that know each other come together.
 */
const bundledPackages = [
  "lucide-react",
  "kysely",
  "zod",
  "hono",
  "@hono/zod-openapi",
  "@hono/zod-validator",
  "@asteasolutions/zod-to-openapi",
  "openapi3-ts",
  "yaml",
  "@conform-to/dom",
  "@conform-to/react",
  "@conform-to/zod",
];

/**
 * Node keeps the text of a program in memory: with one byte a letter where all of them are ASCII, else with two. esbuild
 * leaves others in patterns and comments, where an escape means the same.
 */
function asciiServer(): Plugin {
  const escaped = (sign: string) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return {
    name: "ascii-server",
    apply: (_, { command, isSsrBuild }) => command === "build" && isSsrBuild === true,
    generateBundle(_, files) {
      for (const file of Object.values(files))
        if (file.type === "chunk") file.code = file.code.replace(/[\u0080-\uffff]/g, escaped);
    },
  };
}

/**
 * Which line of which of our files each line of the server's own is, for traces: app/platform/trace-lines.server.ts reads
 * it. A source map would tell columns as well, and take 45 MB of memory from the start.
 */
function traceLines(): Plugin {
  const root = fileURLToPath(new URL(".", import.meta.url));
  const made = new Map<string, string>();
  return {
    name: "trace-lines",
    apply: (_, { command, isSsrBuild }) => command === "build" && isSsrBuild === true,
    generateBundle({ dir = "" }, files) {
      for (const file of Object.values(files)) {
        if (file.type !== "chunk" || !file.map) continue;
        delete files[`${file.fileName}.map`];
        const map = new SourceMap({ ...file.map, version: 3, sourceRoot: "" } as never);
        const from = path.dirname(path.join(dir, file.fileName));
        const sources = file.map.sources.map((source) => path.relative(root, path.resolve(from, source)));
        const lines = file.code.split("\n").map((text, n) => {
          const found = map.findEntry(n, Math.max(0, text.search(/\S/)));
          if (!("originalLine" in found) || found.generatedLine !== n) return 0;
          const source = file.map?.sources.indexOf(found.originalSource) ?? -1;
          return sources[source]?.startsWith("app/") ? source * 65_536 + found.originalLine + 1 : 0;
        });
        made.set(path.join(dir, `${file.fileName}.lines.json`), JSON.stringify({ sources, lines }));
      }
    },
    writeBundle() {
      for (const [file, text] of made) writeFileSync(file, text);
    },
  };
}

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [
    patientRouteModules(),
    pageScript(),
    pageSheets(),
    serviceWorkers(),
    demoPictures(),
    vanillaExtractPlugin({ identifiers: shortClassNames(fileURLToPath(new URL(".", import.meta.url))) }),
    remix(remixConfig),
    asciiServer(),
    traceLines(),
  ],
  resolve: { alias: { "~": fileURLToPath(new URL("./app", import.meta.url)) } },
  css: { postcss: { plugins: [flatLayers(), longhands()] } },
  server: { port: 3000 },
  ssr: { noExternal: bundledPackages },
  esbuild: isSsrBuild ? { charset: "ascii" } : {},
  optimizeDeps: { noDiscovery: true, include: browserPackages },
  build: {
    target: "es2020",
    assetsInlineLimit: 0,
    cssMinify: true,
    cssTarget: CSS_TARGET,
    sourcemap: isSsrBuild ? "hidden" : false,
    rollupOptions: isSsrBuild ? {} : { output: { manualChunks: chunkOf } },
  },
}));
