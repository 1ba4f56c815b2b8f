// `npm run api:clients`: five generators each build a client of the OpenAPI document, and TypeScript checks all of
// them. Two of the clients make a purchase and a product. It is run by hand: the generators are installed into .cache
// and are not our dependencies.
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { root, run } from "../prepare.mjs";
import { writeDocument } from "./document.mjs";
import { withService } from "./service.mjs";

const GENERATORS = [
  "openapi-typescript@7.13.0",
  "openapi-fetch@0.17.0",
  "swagger-typescript-api@13.13.0",
  "orval@7.13.2",
  "@hey-api/openapi-ts@0.95.0",
  "oazapfts@7.5.0",
  "@oazapfts/runtime@1.2.0",
  // The three generators before it print their code with it.
  "typescript@5.9.3",
];
const folder = path.join(root, ".cache", "api-clients");
const walks = path.join(root, "scripts", "api", "clients");
const tool = (/** @type {string} */ name) => path.join(folder, "node_modules", ".bin", name);

mkdirSync(folder, { recursive: true });
writeFileSync(path.join(folder, "package.json"), '{ "private": true, "type": "module" }');
await run("npm", ["install", "--prefix", folder, "--no-audit", "--no-fund", "--no-save", ...GENERATORS]);

await withService(async ({ api, services, load }) => {
  const document = await writeDocument({ api });
  await run(tool("openapi-typescript"), [document, "-o", path.join(folder, "schema.d.ts")]);
  await run(tool("swagger-typescript-api"), ["generate", "--silent", "-p", document, "-o", folder, "-n", "api.ts"]);
  await run(tool("orval"), ["--input", document, "--output", path.join(folder, "by-orval.ts"), "--client", "fetch"]);
  await run(tool("openapi-ts"), ["-i", document, "-o", path.join(folder, "by-hey-api")]);
  await run(tool("oazapfts"), [document, path.join(folder, "by-oazapfts.ts")]);
  await run("node", [path.join(root, "node_modules", "typescript-native", "bin", "tsc"), "-p", walks]);

  const shop = await load("/tests/fixtures/shop.ts");
  for (const name of ["by-openapi-fetch", "by-swagger-typescript-api"]) {
    const outfile = path.join(folder, `${name}.mjs`);
    const alias = { generated: folder, "openapi-fetch": path.join(folder, "node_modules", "openapi-fetch") };
    await build({ entryPoints: [path.join(walks, `${name}.ts`)], outfile, alias, bundle: true, format: "esm" });
    const { walk } = await import(pathToFileURL(outfile).href);
    const password = shop.PASSWORD;
    const [buyer, merchant] = [
      await shop.aUser({ services }),
      await shop.aUser({ services }, { privilege: "merchant" }),
    ];
    const product = await shop.aProduct({ services }, { merchantId: merchant._id });
    const ownIds = { userId: merchant._id, categoryId: product.categoryId };
    await services.db.insertInto("storeCategories").values(ownIds).execute();
    const steps = await walk({
      fetch: (/** @type {Request | string} */ input, /** @type {RequestInit} */ init) => api.request(input, init),
      buyer: { email: buyer.email, password },
      merchant: { email: merchant.email, password },
      product: product._id,
      category: product.categoryId,
      address: shop.ADDRESS,
    });
    console.log(`\n${name}: ${steps.join(", ")}`);
  }
});
