/** The market that tests and benches run a production server for, which does not start without one. */
export const MARKET = {
  MARKET_NAME: "Fieldstall",
  MARKET_ADDRESS: "48 Market Lane, Burlington, VT 05401",
  MARKET_EMAIL: "hello@fieldstall.example",
  MARKET_PHONE: "(802) 555-0148",
};
