import { refusal } from "~/platform/refusal";

export const unknownProduct = refusal("unknown_product", 404, "There is no such product among yours.");
export const notYourCategory = refusal("not_your_category", 422, "Choose one of your store's categories.", "category");
export const skuTaken = refusal("sku_taken", 409, "Another of your products has this SKU.", "sku");
export const unknownImage = refusal("unknown_image", 422, "One of the pictures is not yours or is gone. Please choose it again.", "image");
export const unknownVideo = refusal("unknown_video", 422, "The video is not yours or is gone. Please choose it again.", "video");
export const onlyReviewed = refusal("needs_review", 422, "A product is published once it has been looked over: hand it in for review.", "availType");
