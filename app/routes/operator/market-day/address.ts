/** The list of market days. */
export const MARKET_DAYS = "/operator/market_days";
