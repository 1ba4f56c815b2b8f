/** What shows how many there are of a product, however many: answers of the service that are kept, and no page. */
export const STOCK = "stock";
