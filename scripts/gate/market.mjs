/** Settings of the market for tests and benches. A production server does not start without them. */
export const MARKET = {
  MARKET_NAME: "Fieldstall",
  MARKET_ADDRESS: "48 Market Lane, Burlington, VT 05401",
  MARKET_EMAIL: "hello@fieldstall.example",
  MARKET_PHONE: "(802) 555-0148",
};
