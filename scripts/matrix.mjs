// `npm run matrix`: tries every form of the site with everything that may break while a person fills it in, with
// scripts off and on. Writes docs/matrix.md.
//
//   npm run matrix                                  everything
//   MATRIX_ONLY='checkout|cart' npm run matrix      only the forms with a matching name; the others keep their results
//   MATRIX_BREAK="answer lost" npm run matrix       one break
//   MATRIX_LANES=12 npm run matrix                  the number of cells that run at the same time
import { findBrowser } from "./browser.mjs";
import { prepare, run } from "./prepare.mjs";

await prepare();
await run("node_modules/.bin/playwright", ["test", "--config", "tests/matrix/playwright.config.ts"], {
  CHROMIUM_PATH: findBrowser(),
});
