/** The page of a buyer's addresses. */
export const ADDRESSES = "/customer/account_settings/addresses";

/** Stands in the page's address for the id of an entry that does not exist yet. */
export const NEW_ADDRESS = "add";
