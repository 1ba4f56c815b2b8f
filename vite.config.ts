import { createHash } from "node:crypto";
import { readdirSync } from "node:fs";
import { rm } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { vitePlugin as remix } from "@remix-run/dev";
import { vanillaExtractPlugin } from "@vanilla-extract/vite-plugin";
import { build } from "esbuild";
import { defineConfig, type Plugin } from "vite";
import remixConfig from "./remix.config.js";
import { CSS_TARGET, flatLayers, longhands } from "./scripts/older-browsers";
import { pageSheets } from "./scripts/page-sheets";
import { demoPictures } from "./scripts/demo-pictures";

/** Scripts that few pages need: each a file of `app/browser/parts/`, loaded where an element names it. */
const browserParts = readdirSync(new URL("./app/browser/parts", import.meta.url)).map((file) => path.parse(file).name);

/**
 * The script that every page begins with, the one that it loads for forms that are answered in place, and the parts of
 * that: each a file of its own that shares nothing with the others. `virtual:page-script` has their addresses.
 */
function pageScript(): Plugin {
  const name = "virtual:page-script";
  const bundle = async (entry: string) => {
    const { outputFiles } = await build({
      entryPoints: [fileURLToPath(new URL(entry, import.meta.url))],
      bundle: true,
      format: entry.includes("/parts/") ? "esm" : "iife",
      minify: true,
      write: false,
      target: "es2020",
    });
    return outputFiles[0]?.text ?? "";
  };
  return {
    name: "page-script",
    resolveId: (source) => (source === name ? `\0${name}` : null),
    async load(id) {
      if (id !== `\0${name}`) return null;
      const emit = async (label: string, entry: string) => {
        // In development Vite serves the files by itself.
        if (this.meta.watchMode) return JSON.stringify(entry.slice(1));
        const source = await bundle(entry);
        const fileName = `assets/${label}-${createHash("sha256").update(source).digest("base64url").slice(0, 8)}.js`;
        if (this.environment.name === "client") this.emitFile({ type: "asset", fileName, source });
        return JSON.stringify(`/${fileName}`);
      };
      const address = await emit("page", "./app/browser/start/start.ts");
      const inPlaceAddress = await emit("in-place", "./app/browser/in-place.ts");
      const parts: string[] = [];
      for (const part of browserParts) parts.push(`"${part}": ${await emit(part, `./app/browser/parts/${part}.ts`)}`);
      return `export default ${address}; export const inPlaceAddress = ${inPlaceAddress}; export const parts = {${parts.join()}};`;
    },
  };
}

/** Removes what Remix builds for React in a browser, where none of it runs. The style sheets beside it stay. */
function withoutReact(): Plugin {
  return {
    name: "without-react",
    apply: (_, { command, isSsrBuild }) => command === "build" && !isSsrBuild,
    async writeBundle({ dir = "" }, files) {
      const chunks = Object.values(files).filter(({ type }) => type === "chunk");
      await Promise.all(chunks.map(({ fileName }) => rm(path.join(dir, fileName))));
    },
  };
}

/**
 * The service worker, and the one that ends it: each a file of its own, at an address that never changes. A build is
 * identified by the names of its files, so that every browser notices a new one. Development has only the second
 * worker, because a worker of the built shop may still be installed.
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

/** Every package that the browser loads. Development bundles these once, at its start. */
const browserPackages = ["@simplewebauthn/browser", "@stripe/stripe-js/pure", "idiomorph", "tus-js-client"];

/**
 * Packages that become part of the server's own file. They are hundreds of small files, each of which takes half a
 * millisecond to open at a start. Packages that use each other are bundled together.
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

/** The design system has one style sheet, which every page links. */
const sheetOf = (id: string) => (/\/app\/(ui|styles)\/.*\.css(\.ts)?/.test(id) ? "ui" : undefined);

/**
 * Names of packages. Of what Remix builds for a browser only the style sheets stay, so it reads no package for it. That
 * takes a third less time.
 */
const PACKAGES = /^@?[\w-]+(\/|$)/;

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [
    pageScript(),
    pageSheets(),
    serviceWorkers(),
    withoutReact(),
    demoPictures(),
    vanillaExtractPlugin({ identifiers: "short" }),
    remix(remixConfig),
  ],
  resolve: { alias: { "~": fileURLToPath(new URL("./app", import.meta.url)) } },
  css: { postcss: { plugins: [flatLayers(), longhands()] } },
  server: { port: 3000 },
  ssr: { noExternal: bundledPackages },
  optimizeDeps: { noDiscovery: true, include: browserPackages },
  // The server's code stays in memory while it runs: in ASCII it takes one byte per character, and it has no comments.
  ...(isSsrBuild && {
    esbuild: {
      charset: "ascii",
      lineLimit: 120,
      minifyWhitespace: true,
      minifySyntax: false,
      minifyIdentifiers: false,
    },
  }),
  build: {
    ...(isSsrBuild && { minify: "esbuild" as const }),
    target: "es2020",
    assetsInlineLimit: 0,
    cssMinify: true,
    cssTarget: CSS_TARGET,
    // For `node --enable-source-maps`; the browser's files have none.
    sourcemap: isSsrBuild === true,
    rollupOptions: isSsrBuild ? {} : { external: PACKAGES, output: { manualChunks: sheetOf } },
  },
}));
