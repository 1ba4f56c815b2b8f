/** The list of a stall's delivery methods. */
export const WAYS = "/merchant/account_settings/ways";
