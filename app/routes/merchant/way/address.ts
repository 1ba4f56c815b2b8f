/** The list of a stall's ways. */
export const WAYS = "/merchant/account_settings/ways";
