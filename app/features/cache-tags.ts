/*
 * What public pages show, as tags: a page carries those of what it was made of (`noteCacheTags`, where the catalogue is
 * read), a change names those of what it has changed (`announceChange`), and a page lives until they meet. What changes
 * everything, such as a category, names none.
 */

/** The data of lists, searches, filters and their counts: every change but that of the stock. */
export const LISTS = "lists";

/** How many there are of any product, however many: what the service answers with tells it, and no page. */
export const STOCK = "stock";

/** The data of a product on every page: title, price, picture, whether there is any. */
export const cardTag = (productId: string) => `card-${productId}`;
/** The data on a product's own page alone: how many are left, and when held ones may be free again. */
export const productTag = (productId: string) => `product-${productId}`;
/** A stall's name, its holiday and its own page; on every page that shows a product of it. */
export const stallTag = (merchantId: string) => `stall-${merchantId}`;
/** Reviews of a product, with their answers and votes. */
export const reviewsTag = (productId: string) => `reviews-${productId}`;
/** Questions that stand with a product. */
export const questionsTag = (productId: string) => `questions-${productId}`;
/** The ways of stalls: which there are, where they go and when. */
export const WAYS = "ways";
/** Which times of ways are full. */
export const PLACES = "places";
/** A way of a stall and the places of its times; on pages that say when it is open next. */
export const wayTag = (methodId: string) => `way-${methodId}`;
/** Which products are on sale: in a category, at a stall, or anywhere. */
export const rangeTag = (categoryOrMerchantId = "all") => `range-${categoryOrMerchantId}`;
/** A product has come on sale in a category: it may be among the newest, which products' pages show. */
export const joinedTag = (categoryId: string) => `joined-${categoryId}`;

/** A product, and where it stands. */
export interface Placed {
  _id: string;
  categoryId: string;
  merchantId: string;
}

/** Products that stay on sale and show something else: a price, a text, whether there is any. */
export const changed = (productIds: string[]): string[] => [LISTS, ...productIds.map(cardTag)];

/** Products that are no longer on sale where they were. */
export const leftTags = (products: Placed[]): string[] => [
  ...changed(products.map(({ _id }) => _id)),
  rangeTag(),
  ...new Set(products.flatMap(({ categoryId, merchantId }) => [rangeTag(categoryId), rangeTag(merchantId)])),
];

/** Products that have come on sale. */
export const joined = (products: Placed[]): string[] => [
  ...leftTags(products),
  ...new Set(products.map(({ categoryId }) => joinedTag(categoryId))),
];
