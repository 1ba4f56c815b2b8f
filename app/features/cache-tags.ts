/*
 * Tags of the page cache. A page has the tags of the data that it was made from (`noteCacheTags`, where the catalogue
 * is read). A change has the tags of the data that it changed (`announceChange`). A page lives until a change has one
 * of its tags. A change of everything, such as of a category, has none.
 */

/** The data of lists, searches, filters and their counts. Every change has this tag, unless it only changes stock. */
export const LISTS = "lists";

/** The number of pieces of any product, however large. The answers of the service show it, and no page does. */
export const STOCK = "stock";

/** The data of a product on every page: title, price, picture, and whether any piece is left. */
export const cardTag = (productId: string) => `card-${productId}`;
/** The data on a product's own page alone: how many are left, and when held ones may be free again. */
export const productTag = (productId: string) => `product-${productId}`;
/** A stall's name, its holiday and its own page. Every page that shows a product of the stall has this tag. */
export const stallTag = (merchantId: string) => `stall-${merchantId}`;
/** Reviews of a product, with their answers and votes. */
export const reviewsTag = (productId: string) => `reviews-${productId}`;
/** Questions on a product's page. */
export const questionsTag = (productId: string) => `questions-${productId}`;
/** The ways of stalls: which there are, where they go and when. */
export const WAYS = "ways";
/** Which times of ways are full. */
export const PLACES = "places";
/** A way of a stall and the places of its times. Pages that say when the way is open next have this tag. */
export const wayTag = (methodId: string) => `way-${methodId}`;
/** Which products are on sale: in a category, at a stall, or anywhere. */
export const rangeTag = (categoryOrMerchantId = "all") => `range-${categoryOrMerchantId}`;
/** Products that came on sale in a category. They may be among the newest, which products' pages show. */
export const joinedTag = (categoryId: string) => `joined-${categoryId}`;

/** A product, its category and its stall. */
export interface Placed {
  _id: string;
  categoryId: string;
  merchantId: string;
}

/** Tags of products that stay on sale and look different: a price, a text, whether any piece is left. */
export const changed = (productIds: string[]): string[] => [LISTS, ...productIds.map(cardTag)];

/** Tags of products that are no longer on sale where they were. */
export const leftTags = (products: Placed[]): string[] => [
  ...changed(products.map(({ _id }) => _id)),
  rangeTag(),
  ...new Set(products.flatMap(({ categoryId, merchantId }) => [rangeTag(categoryId), rangeTag(merchantId)])),
];

/** Tags of products that have come on sale. */
export const joined = (products: Placed[]): string[] => [
  ...leftTags(products),
  ...new Set(products.map(({ categoryId }) => joinedTag(categoryId))),
];
