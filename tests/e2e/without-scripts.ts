/*
 * Journeys that `npm test` runs in a browser without scripts. Each depends on what only a real browser does: how it
 * posts forms and files, keeps typed text, goes back, or shows a page that arrived in part. `npm run test:all` runs all
 * other journeys without scripts too. Every run sends the forms themselves by HTTP (`tests/matrix/plain.spec.ts`).
 */

/** By file: parts of titles. An empty part stands for all journeys of a file that never runs with scripts. */
export const WITHOUT_SCRIPTS: readonly (readonly [file: string, title: string])[] = [
  ["purchase.spec.ts", "a newcomer signs up, fills a cart from two merchants"],
  ["cart.spec.ts", "a quantity typed into the cart counts when Checkout is pressed"],
  ["accounts.spec.ts", "a state of the country that was chosen before is asked about"],
  ["second-factor.spec.ts", "a second factor is set up, asked for at each sign-in"],
  ["session-ended.spec.ts", "a checkout typed while the session ended stands filled in"],
  ["editor.spec.ts", "two refused attempts keep every value and every file"],
  ["kept.spec.ts", "a refused form opens at what is wrong"],
  ["two-tabs.spec.ts", "a category whose title two operators changed is asked about"],
  ["search.spec.ts", "filters stand in the address, keep together, and go one by one"],
  ["storefront.spec.ts", "a card's heart and cart buttons toggle, and the header counts"],
  ["sizes.spec.ts", "a size is chosen on the product's page"],
  ["season.spec.ts", "a merchant says when a product is in season"],
  ["browsers-without.spec.ts", "the shop can be read, and Add to Cart says that cookies are needed"],
  ["line.spec.ts", "a page that halts on its way shows all of its form in the end"],
  ["stripe/paying.spec.ts", "a buyer pays with Stripe and finds the order in the history"],
  ["stripe/payment-link.spec.ts", "a mailed link pays the order on another device"],
  ["passkeys.spec.ts", "where scripts do not run, the page says what works without"],
  ["stripe/settling.spec.ts", "a payment link's page waits for a payment that takes its time"],
  ["carried-styles.spec.ts", "no style needs a browser that knows cascade layers"],
  ["hostile-files.spec.ts", ""],
  ["security-headers.spec.ts", ""],
  ["text-browsers/buying.spec.ts", ""],
  ["who-may-open.spec.ts", ""],
];

const literal = (text: string) => text.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");

/** The same as a pattern for Playwright, which matches it against file and title together. */
export const GREP = new RegExp(
  WITHOUT_SCRIPTS.map(([file, title]) => `(^| )${literal(file)}.* ${literal(title)}`).join("|"),
);
