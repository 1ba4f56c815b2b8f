import { optionalText } from "./fields";

/** The id under which a merchant's own system knows a product or an order; empty for none. */
export const externalId = optionalText("externalId", 100).unwrap();
