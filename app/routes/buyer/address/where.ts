/** The page of a buyer's addresses. */
export const ADDRESSES = "/customer/account_settings/addresses";

/** The id in the address of the page for one that is not there yet. */
export const NEW_ADDRESS = "add";
