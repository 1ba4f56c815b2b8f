// `npm run matrix`: every form of the site with everything that may break while somebody fills it in, scripts off and on.
// Writes docs/matrix.md.
//
//   npm run matrix                                  all of it
//   MATRIX_ONLY='checkout|cart' npm run matrix      the forms whose name fits, again; the others stay as they were seen
//   MATRIX_BREAK="answer lost" npm run matrix       one break
//   MATRIX_LANES=12 npm run matrix                  so many cells at a time
import { findBrowser } from "./browser.mjs";
import { prepare, run } from "./prepare.mjs";

await prepare();
await run("node_modules/.bin/playwright", ["test", "--config", "tests/matrix/playwright.config.ts"], {
  CHROMIUM_PATH: findBrowser(),
});
