import { Refusal, refusal } from "~/platform/refusal";
import { MOST_CENTS, MOST_PIECES } from "./fields-schema";
import { USUAL_WEIGHT_NEEDED } from "./weighed-schema";

export const unknownProduct = refusal("unknown_product", 404, "There is no such product among yours.");
/** Two people counted. The message names the stock as it is now and the typed figure. */
export const countedMeanwhile = (stock: number, typedQuantity: number) =>
  `Somebody else has set the stock since. You typed ${typedQuantity}; now it is ${stock}. Choose one of them.`;
/** In a change of many products: this one is no longer as it was read. */
export const productChangedMeanwhile = (
  message = "This product was changed since it was read. Look at what is there now.",
) => new Refusal(409, [{ message, code: "changed_meanwhile" }]);
export const priceOutOfRange = refusal(
  "price_out_of_range",
  422,
  `The price would not be between 0.01 and ${MOST_CENTS / 100}.`,
);
export const stockOutOfRange = refusal(
  "stock_out_of_range",
  422,
  `The stock would not be between 0 and ${MOST_PIECES}.`,
);
export const severalSizes = refusal(
  "several_sizes",
  409,
  "This product has several sizes. Change the stock of each of them instead.",
);
export const notYourCategory = refusal("not_your_category", 422, "Choose one of your store's categories.", "category");
export const skuTaken = refusal("sku_taken", 409, "Another of your products has this SKU.", "sku");
export const productExternalIdTaken = refusal(
  "external_id_taken",
  409,
  "Another of your products has this external id.",
  "externalId",
);
/** Another product has the SKU of a size. `field` is the field of that SKU. */
export const sizeSkuTaken = (field: string) =>
  new Refusal(409, [{ message: "Another of your products has this SKU.", code: "sku_taken", field }]);
export const unknownSize = (field: string) =>
  new Refusal(422, [{ message: "The product has no such size, or no more.", code: "unknown_size", field }]);
/** New sizes wait for review, so nothing of the product on sale would be left to buy. */
export const noSizeOnSale = refusal(
  "no_size_on_sale",
  422,
  "A product on sale keeps one of its sizes until the new ones are reviewed. Keep one, or take it off sale.",
  "variants",
);
export const usualWeightNeeded = (field: string) =>
  new Refusal(422, [{ message: USUAL_WEIGHT_NEEDED, code: "usual_weight_needed", field }]);
/** Another value has been filled in meanwhile. */
export const saidAlready = (field: string) =>
  new Refusal(422, [
    {
      message:
        "Something else has been filled in here since. Leave the field empty to keep that, or change it in the editor.",
      code: "said_already",
      field,
    },
  ]);
export const unitNotUsed = (field: string) =>
  new Refusal(422, [
    { message: "This marketplace uses metric units: g, kg, ml, cl, l or pieces.", code: "unit_not_used", field },
  ]);
export const unknownImage = refusal(
  "unknown_image",
  422,
  "One of the pictures is not yours or is gone. Please choose it again.",
  "image",
);
export const unknownVideo = refusal(
  "unknown_video",
  422,
  "The video is not yours or is gone. Please choose it again.",
  "video",
);
export const onlyReviewed = refusal(
  "needs_review",
  422,
  "A product is published once it has been looked over: hand it in for review.",
  "availType",
);
export const unknownToAll = refusal("unknown_product", 404, "There is no such product.");
